#!/usr/bin/env python3
"""Checks in Chromium that each frame of an animated PNG is a still, byte for byte, and how long it is shown.

    check_chromium.py ANIMATION [--delays MS,MS,...] STILL.png ...

Chromium decodes all files with its ImageDecoder, and a page of this machine compares the pixels. Exits with 77 where
there is no chromium command, with 1 where anything differs.
"""
import argparse
import base64
import http.server
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

PAGE = """<!doctype html><meta charset="utf-8"><script>
const files = %s;
async function decoder(text) {
  const data = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const decoder = new ImageDecoder({data, type: "image/png", colorSpaceConversion: "none"});
  await decoder.tracks.ready;
  await decoder.completed;
  return decoder;
}
async function frame(decoder, frameIndex) {
  const {image} = await decoder.decode({frameIndex});
  const bytes = new Uint8Array(image.allocationSize({format: "RGBA"}));
  await image.copyTo(bytes, {format: "RGBA"});
  return {bytes, milliseconds: (image.duration || 0) / 1000};
}
async function run() {
  const animation = await decoder(files[0]);
  const result = {frames: animation.tracks.selectedTrack.frameCount, delays: [], different: []};
  for (let k = 0; k < Math.min(result.frames, files.length - 1); k++) {
    const [shown, still] = [await frame(animation, k), await frame(await decoder(files[k + 1]), 0)];
    result.delays.push(shown.milliseconds);
    if (shown.bytes.length != still.bytes.length || shown.bytes.some((b, i) => b != still.bytes[i])) result.different.push(k);
  }
  return result;
}
run().catch(e => ({error: String(e)})).then(found => fetch("/result", {method: "POST", body: JSON.stringify(found)}));
</script>"""


def result(chromium, paths):
    """What the page found."""
    files = [base64.b64encode(pathlib.Path(path).read_bytes()).decode() for path in paths]
    found = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write((PAGE % json.dumps(files)).encode() if self.path == "/" else b"")

        def do_POST(self):
            found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}", f"http://127.0.0.1:{server.server_port}/"]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return found.get(timeout=120)
        except queue.Empty:
            return {"error": "the page gave no result"}
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("animation")
    parser.add_argument("stills", nargs="+")
    parser.add_argument("--delays", type=lambda text: [float(part) for part in text.split(",")])
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        print("there is no chromium", file=sys.stderr)
        return 77
    found = result(chromium, [options.animation, *options.stills])
    delays = options.delays or found.get("delays")
    if found != {"frames": len(options.stills), "delays": delays, "different": []}:
        print(f"{options.animation}: {found}", file=sys.stderr)
        return 1
    print(f"{options.animation}: {len(options.stills)} frames are right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
