// One import gives a host the whole product: charts and styles, scenes and pictures, devices, encoders.
@_exported public import VitrailCore
@_exported public import VitrailGL
@_exported public import VitrailImage
@_exported public import VitrailScene
@_exported public import VitrailText
@_exported public import VitrailVector
