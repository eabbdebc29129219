/* Figures that gnuplot has drawn. Only shapes and texts are taken over, with attributes that cannot do anything but
 * look like something; black becomes the colour of the page's text, and its white background goes. */

const SHAPES = new Set("svg g defs path rect circle polygon polyline line ellipse text tspan use title".split(" "));
const LOOKS = new Set(("viewBox d x y x1 y1 x2 y2 cx cy r rx ry dx dy width height points transform id class " +
  "fill fill-opacity fill-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity " +
  "opacity color font-size font-weight font-style text-anchor dominant-baseline baseline-shift").split(" "));
const INK = new Set(["black", "#000000", "#000", "rgb(0,0,0)"]);
const PAPER = new Set(["white", "#ffffff", "#fff", "rgb(255,255,255)"]);

function themed(name, value) {
  if (name !== "fill" && name !== "stroke" && name !== "color") return value;
  const colour = value.toLowerCase().replace(/\s/g, "");
  if (/url/.test(colour)) return "none";
  if (PAPER.has(colour)) return name === "color" ? null : "none";
  if (INK.has(colour)) return name === "color" ? null : "currentColor";
  return value;
}

/* A copy of a drawing, or null if it is none. Its ids get a prefix: a page has several drawings. Its own style goes before it
 * is read, since the browser would complain about it. */
function cleanDrawing(text, prefix) {
  const plain = text.replace(/<style>[^<]*<\/style>/g, "");
  const source = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (source.namespaceURI !== SVG || source.localName !== "svg" || source.querySelector("parsererror")) return null;
  const root = copyOf(source, prefix);
  const open = [[source, root]];
  for (let pair; (pair = open.pop());)
    for (const child of pair[0].childNodes) {
      if (child.nodeType === Node.TEXT_NODE) pair[1].append(child.data);
      if (child.nodeType !== Node.ELEMENT_NODE || child.namespaceURI !== SVG || !SHAPES.has(child.localName)) continue;
      const copy = copyOf(child, prefix);
      pair[1].append(copy);
      open.push([child, copy]);
    }
  return root;
}

function copyOf(node, prefix) {
  const copy = document.createElementNS(SVG, node.localName);
  for (const {localName, value} of node.attributes) {
    if (localName === "href") {
      if (/^#[\w-]+$/.test(value)) copy.setAttribute("href", "#" + prefix + value.slice(1));
    } else if (localName === "id") copy.setAttribute("id", prefix + value);
    else if (LOOKS.has(localName)) {
      const shown = themed(localName, value);
      if (shown !== null) copy.setAttribute(localName, shown);
    }
  }
  return copy;
}

class Figure {
  constructor(kind, caption) {
    this.kind = kind;
    this.caption = caption;
    this.text = null;
    this.node = element("figure", {class: "figure", id: `figure-${kind}`});
  }

  /* drawing: {svg} or {error} */
  update(drawing) {
    const text = drawing ? drawing.svg || drawing.error : "";
    if (text === this.text) return;
    this.text = text;
    const svg = drawing && drawing.svg ? cleanDrawing(drawing.svg, `${this.kind}-`) : null;
    if (svg) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", this.caption);
      svg.querySelectorAll("title").forEach((title) => title.remove());
    }
    const reason = drawing && drawing.error ? drawing.error : "it could not be drawn";
    this.node.replaceChildren(svg || element("p", {}, `No figure: ${visible(reason)}`),
      element("figcaption", {class: "muted"}, this.caption));
  }
}
