/// What the page needs besides its contents; nothing of it, and nothing that it loads, lies outside the page.
enum PageParts {
    static let style = """
        :root { color-scheme: light dark; --line: #8886; --bad: #d33; --good: #2a7; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
        table { border-collapse: collapse; margin: 0.6rem 0; } th, td { border: 1px solid var(--line); padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
        td.number { text-align: right; } code, pre { font: 13px/1.4 ui-monospace, monospace; } pre { overflow-x: auto; max-height: 30rem; white-space: pre-wrap; }
        .Fail, .Crash, .Timeout, .InternalError { color: var(--bad); } .Pass { color: var(--good); }
        section { border-top: 1px solid var(--line); margin-top: 1.4rem; } .pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
        figure { margin: 0; } figcaption { font-size: 13px; } .pictures img { image-rendering: pixelated; max-width: 100%; border: 1px solid var(--line); }
        .stack { display: none; position: relative; isolation: isolate; width: max-content; margin-top: 0.6rem; }
        .stack img { image-rendering: pixelated; display: block; border: 0; zoom: 2; } .stack .over { position: absolute; left: 0; top: 0; }
        [data-mode=blink] .stack, [data-mode=difference] .stack, [data-mode=amplified] .stack { display: block; }
        [data-mode=blink] .over { animation: blink 1s steps(1) infinite; } @keyframes blink { 50% { visibility: hidden; } }
        [data-mode=difference] .over, [data-mode=amplified] .over { mix-blend-mode: difference; } [data-mode=amplified] .stack { filter: brightness(8); }
        """

    /// No `<` and no `&`: the page is read as XML, too.
    static let script = """
        document.querySelectorAll(".viewer").forEach(function (viewer) {
          var choices = viewer.querySelectorAll("select");
          function show() {
            viewer.querySelectorAll(".stack img").forEach(function (image, k) { image.src = viewer.querySelectorAll("figure img")[choices[k].value].src; });
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
