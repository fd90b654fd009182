/// The style and the script of the page; it loads nothing from outside.
enum PageParts {
    static let style = """
        :root { color-scheme: light dark; --line: #8886; --bad: #d33; --good: #2a7; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
        table { border-collapse: collapse; margin: 0.6rem 0; } th, td { border: 1px solid var(--line); padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
        td.number { text-align: right; } code, pre { font: 13px/1.4 ui-monospace, monospace; } pre { overflow-x: auto; max-height: 30rem; white-space: pre-wrap; }
        .Fail, .Crash, .Timeout, .InternalError { color: var(--bad); } .Pass { color: var(--good); }
        section { border-top: 1px solid var(--line); margin-top: 1.4rem; } .pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
        figure { margin: 0; } figcaption { font-size: 13px; } .pictures img { image-rendering: pixelated; max-width: 100%; border: 1px solid var(--line); }
        .stack { display: none; position: relative; width: max-content; margin-top: 0.6rem; } .stack .over { position: absolute; left: 0; top: 0; }
        .stack img, .stack canvas { image-rendering: pixelated; display: block; border: 0; zoom: 2; }
        [data-mode=blink] .stack, [data-mode=difference] .stack, [data-mode=amplified] .stack { display: block; }
        [data-mode=blink] canvas, [data-mode=difference] .stack img, [data-mode=amplified] .stack img { display: none; }
        [data-mode=blink] .over { animation: over 1s steps(1) infinite; } @keyframes over { 50% { visibility: hidden; } }
        [data-mode=blink] .under { animation: under 1s steps(1) infinite; } @keyframes under { 0% { visibility: hidden; } 50% { visibility: visible; } }
        """

    /// The script contains neither `<` nor `&`, because the page is also read as XML.
    static let script = """
        function pixels(image, width, height) {
          var canvas = document.createElement("canvas");
          canvas.width = width;
          canvas.height = height;
          var context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, width, height);
        }
        // By how much premultiplied colours differ, or how much is covered: what is translucent is not blended with the page.
        function difference(a, b, factor) {
          var width = Math.max(a.naturalWidth, b.naturalWidth), height = Math.max(a.naturalHeight, b.naturalHeight);
          var result = pixels(a, width, height), first = result.data, second = pixels(b, width, height).data;
          for (var i = 0; i !== first.length; i += 4) {
            var alpha = Math.abs(first[i + 3] - second[i + 3]);
            for (var k = i; k !== i + 3; k += 1) {
              first[k] = factor * Math.max(alpha, Math.abs(first[k] * first[i + 3] - second[k] * second[i + 3]) / 255);
            }
            first[i + 3] = 255;
          }
          return result;
        }
        document.querySelectorAll(".viewer").forEach(function (viewer) {
          var choices = viewer.querySelectorAll("select"), stack = viewer.querySelector(".stack");
          var canvas = stack.appendChild(document.createElement("canvas"));
          function show() {
            var figures = viewer.querySelectorAll("figure img"), mode = viewer.dataset.mode;
            var shown = [figures[choices[0].value], figures[choices[1].value]];
            stack.querySelectorAll("img").forEach(function (image, k) { image.src = shown[k].src; });
            if (mode === "difference" || mode === "amplified") {
              var result = difference(shown[0], shown[1], mode === "amplified" ? 8 : 1);
              canvas.width = result.width;
              canvas.height = result.height;
              canvas.getContext("2d").putImageData(result, 0, 0);
            }
          }
          choices.forEach(function (choice) { choice.addEventListener("change", show); });
          viewer.querySelectorAll("button").forEach(function (button) {
            button.addEventListener("click", function () { viewer.dataset.mode = button.dataset.mode; show(); });
          });
        });
        document.getElementById("filter").addEventListener("input", function (event) {
          document.querySelectorAll("[data-case]").forEach(function (element) {
            element.hidden = !element.dataset.case.includes(event.target.value);
          });
        });
        """
}
