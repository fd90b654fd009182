// One import gives a host the whole product: charts and styles, scenes and pictures, devices, encoders.
@_exported public import VitrailChart
@_exported public import VitrailColumns
@_exported public import VitrailDescription
@_exported public import VitrailDrawList
@_exported public import VitrailGL
@_exported public import VitrailImage
@_exported public import VitrailRaster
@_exported public import VitrailScales
@_exported public import VitrailScene
@_exported public import VitrailSystem
@_exported public import VitrailTessellation
@_exported public import VitrailText
@_exported public import VitrailVector
