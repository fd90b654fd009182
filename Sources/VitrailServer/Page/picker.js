// The gallery: example descriptions, with pictures drawn by this server.

/** Concurrent thumbnail requests. The picture of the editor must not wait for them. */
const AT_ONCE = 2;
const THUMBNAIL_SCALE = "0.5";

export class Gallery {
  /** `request(path, options)` is fetch with the page's token; `choose(picture)` receives the choice. */
  constructor(elements, { request, choose }) {
    Object.assign(this, elements);
    this.request = request;
    this.choose = choose;
    this.waiting = [];
    this.running = 0;
    this.closeButton.addEventListener("click", () => this.dialog.close());
    this.search.addEventListener("input", () => this.#filter());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("click", (event) => {
      const card = event.target.closest(".card");
      if (!card) return;
      this.dialog.close();
      this.choose(card.picture);
    });
  }

  async load() {
    const response = await fetch("page/gallery.json");
    if (!response.ok) throw new Error(`gallery.json: ${response.status}`);
    this.chapters = await response.json();
    return this.chapters;
  }

  find(name) {
    return this.chapters?.flatMap((chapter) => chapter.pictures).find((picture) => picture.name === name);
  }

  open() {
    if (!this.built && this.chapters) this.#build();
    this.dialog.showModal();
    this.search.focus();
    this.search.select();
  }

  #build() {
    this.built = true;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        this.waiting.push(target);
      }
      this.#next();
    }, { root: this.list, rootMargin: "200px" });
    for (const chapter of this.chapters) {
      const title = document.createElement("h3");
      title.textContent = chapter.chapter;
      const cards = document.createElement("div");
      cards.className = "cards";
      for (const picture of chapter.pictures) {
        const card = document.createElement("button");
        card.className = "card";
        card.picture = picture;
        const thumbnail = document.createElement("div");
        thumbnail.className = "thumbnail";
        const name = document.createElement("b");
        name.textContent = picture.chart.title ?? picture.name;
        const about = document.createElement("span");
        about.textContent = picture.about;
        card.append(thumbnail, name, about);
        cards.append(card);
        observer.observe(card);
      }
      this.list.append(title, cards);
    }
  }

  #next() {
    while (this.running < AT_ONCE && this.waiting.length) {
      const card = this.waiting.shift();
      this.running++;
      this.#draw(card).finally(() => {
        this.running--;
        this.#next();
      });
    }
  }

  async #draw(card) {
    for (let tries = 0; tries < 4; tries++) {
      const response = await this.request(`render?scale=${THUMBNAIL_SCALE}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(card.picture.chart),
      }).catch(() => null);
      if (response?.ok) {
        const image = new Image();
        image.alt = "";
        image.src = URL.createObjectURL(await response.blob());
        image.onload = () => URL.revokeObjectURL(image.src);
        card.querySelector(".thumbnail").append(image);
        return;
      }
      if (response && response.status !== 429 && response.status !== 503) return;
      const pause = Number(response?.headers.get("Retry-After")) || 1;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, 10) * 1000));
    }
  }

  #filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const cards of this.list.querySelectorAll(".cards")) {
      const chapter = cards.previousElementSibling;
      let any = false;
      for (const card of cards.children) {
        const { name, about, chart } = card.picture;
        const kinds = (chart.series ?? []).map((series) => series.type).join(" ");
        const text = `${chapter.textContent} ${name} ${about} ${chart.title ?? ""} ${kinds}`.toLowerCase();
        card.hidden = !words.every((word) => text.includes(word));
        any ||= !card.hidden;
      }
      chapter.hidden = cards.hidden = !any;
    }
  }

  /** Arrow keys move between cards. */
  #key(event) {
    if (!event.key.startsWith("Arrow")) return;
    const cards = [...this.list.querySelectorAll(".card:not([hidden])")];
    const index = cards.indexOf(document.activeElement);
    if (index < 0) return;
    event.preventDefault();
    const columns = cards.filter((card) => card.offsetTop === cards[0].offsetTop).length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    cards[Math.max(0, Math.min(cards.length - 1, index + step))].focus();
  }
}
