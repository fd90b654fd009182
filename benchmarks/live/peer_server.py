"""Serves a line of samples with a peer of `vitrail live`, as its documentation recommends.

usage: peer_server.py {rasterize,rasterize-soon,downsample1d,plotly-resampler} FILE PORT

FILE has raw 32-bit numbers; x counts them. The page is at the root of the port. Prints a line when the data are loaded.
"""
import sys

import numpy

WIDTH, HEIGHT = 1200, 600


def holoviews(operation, values, port):
    """A HoloViews line on a Bokeh server: the operation runs again for each range that the browser reports."""
    import holoviews
    import pandas
    import panel
    from holoviews.operation.datashader import rasterize
    from holoviews.operation.downsample import downsample1d

    panel.extension()
    holoviews.extension("bokeh")
    frame = pandas.DataFrame({"x": numpy.arange(len(values), dtype="f8"), "y": values})
    curve = holoviews.Curve(frame, "x", "y")
    hooks = [lambda plot, _: plot.state.update(lod_timeout=1)] if operation == "rasterize-soon" else []

    def page():
        # Streams of ranges belong to one session.
        if operation != "downsample1d":
            picture, look = rasterize(curve), holoviews.opts.Image
        else:
            picture, look = downsample1d(curve, algorithm="minmax-lttb", parallel=True), holoviews.opts.Curve
        picture = picture.opts(look(
            width=WIDTH, height=HEIGHT, default_tools=[], tools=["xpan", "xwheel_zoom"],
            active_tools=["xpan", "xwheel_zoom"], hooks=hooks))
        return panel.pane.HoloViews(picture)

    print("ready", flush=True)
    panel.serve(page, port=port, address="127.0.0.1", show=False)


def resampler(values, port):
    """A Plotly figure in Dash: a callback replaces the samples of the trace after each change of the range."""
    import dash
    import plotly.graph_objects
    from plotly_resampler import FigureResampler

    figure = FigureResampler(plotly.graph_objects.Figure())
    figure.add_trace(plotly.graph_objects.Scattergl(mode="lines"), hf_x=numpy.arange(len(values)), hf_y=values)
    figure.update_layout(
        width=WIDTH, height=HEIGHT, margin={"l": 50, "r": 20, "t": 20, "b": 40}, dragmode="pan",
        yaxis={"fixedrange": True})
    app = dash.Dash(__name__, serve_locally=True)
    app.layout = dash.html.Div([dash.dcc.Graph(id="chart", figure=figure, config={"scrollZoom": True})])
    figure.register_update_graph_callback(app, "chart")
    print("ready", flush=True)
    app.run(host="127.0.0.1", port=port, debug=False)


def main():
    peer, path, port = sys.argv[1:]
    values = numpy.fromfile(path, dtype="<f4")
    if peer == "plotly-resampler":
        resampler(values, int(port))
    else:
        holoviews(peer, values, int(port))


if __name__ == "__main__":
    main()
