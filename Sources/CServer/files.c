#include "CServer.h"

#include <string.h>

// In C, because Swift takes minutes to compile literals of this size.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../VitrailServer/Page/index.html"
};
static const unsigned char style_css[] = {
#embed "../VitrailServer/Page/style.css"
};
static const unsigned char app_js[] = {
#embed "../VitrailServer/Page/app.js"
};
static const unsigned char drawing_js[] = {
#embed "../VitrailServer/Page/drawing.js"
};
static const unsigned char editor_js[] = {
#embed "../VitrailServer/Page/editor.js"
};
static const unsigned char json_js[] = {
#embed "../VitrailServer/Page/json.js"
};
static const unsigned char picker_js[] = {
#embed "../VitrailServer/Page/picker.js"
};
static const unsigned char schema_js[] = {
#embed "../VitrailServer/Page/schema.js"
};
static const unsigned char snippets_js[] = {
#embed "../VitrailServer/Page/snippets.js"
};
static const unsigned char gallery_json[] = {
#embed "../VitrailServer/Page/gallery.json"
};
static const unsigned char live_html[] = {
#embed "../VitrailServer/Page/live.html"
};
static const unsigned char live_css[] = {
#embed "../VitrailServer/Page/live.css"
};
static const unsigned char live_js[] = {
#embed "../VitrailServer/Page/live.js"
};
static const unsigned char live_canvas_js[] = {
#embed "../VitrailServer/Page/live-canvas.js"
};
static const unsigned char openapi_json[] = {
#embed "../VitrailServer/openapi.json"
};
static const unsigned char schema_json[] = {
#embed "../../docs/schema/chart.schema.json"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"index.html", index_html, sizeof index_html},
    {"style.css", style_css, sizeof style_css},
    {"app.js", app_js, sizeof app_js},
    {"drawing.js", drawing_js, sizeof drawing_js},
    {"editor.js", editor_js, sizeof editor_js},
    {"json.js", json_js, sizeof json_js},
    {"picker.js", picker_js, sizeof picker_js},
    {"schema.js", schema_js, sizeof schema_js},
    {"snippets.js", snippets_js, sizeof snippets_js},
    {"gallery.json", gallery_json, sizeof gallery_json},
    {"live.html", live_html, sizeof live_html},
    {"live.css", live_css, sizeof live_css},
    {"live.js", live_js, sizeof live_js},
    {"live-canvas.js", live_canvas_js, sizeof live_canvas_js},
    {"openapi.json", openapi_json, sizeof openapi_json},
    {"schema.json", schema_json, sizeof schema_json},
};

const unsigned char *cserver_file(const char *name, size_t *count) {
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (strcmp(files[k].name, name) == 0) {
            *count = files[k].count;
            return files[k].bytes;
        }
    *count = 0;
    return NULL;
}
