/* Texts, numbers and elements. What others have written becomes text nodes, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/* Control characters, and those that turn the direction of text around, are made visible. */
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function visible(text) {
  return String(text).replace(/\r\n?/g, "\n").replace(INVISIBLE, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
}

/* element("p", {class: "muted"}, "text", node, ...): null and undefined are left out. */
function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/* Changes the text only if it is another one, so that selections stay. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

const groupDigits = new Intl.NumberFormat("en");

function showCount(value) {
  return isNumber(value) ? groupDigits.format(value) : "–";
}

/* Three digits that mean something. */
function showNumber(value) {
  if (!isNumber(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return groupDigits.format(Math.round(value));
  if (size < 0.001) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

function showSeconds(value) {
  if (!isNumber(value)) return "–";
  if (value < 60) return showNumber(value) + " s";
  const whole = Math.round(value);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours) return `${groupDigits.format(hours)} h ${String(minutes).padStart(2, "0")} min`;
  return `${minutes} min ${String(rest).padStart(2, "0")} s`;
}

function showBytes(value) {
  if (!isNumber(value)) return "–";
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let power = 0;
  for (; value >= 1024 && power < units.length - 1; power++) value /= 1024;
  return `${showNumber(value)} ${units[power]}`;
}

/* A cost in the unit of the campaign: s, MiB or steps. */
function showCost(value, unit) {
  if (!isNumber(value)) return "–";
  return unit === "s" ? showSeconds(value) : `${showNumber(value)} ${visible(unit || "")}`.trim();
}

function plural(count, one, many) {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}

/* What is told apart in inputs is a matter of their language: patterns of comments, literals and words, and of what has none
 * of these in it. */
const KINDS = ["comment", "literal", "word", "plain"];
const HIGHLIGHT_MOST = 50000;
let pieces = null;

function setHighlight(patterns) {
  const known = KINDS.filter((kind) => patterns && patterns[kind]);
  pieces = known.length ? new RegExp(known.map((kind) => `(?<${kind}>${patterns[kind]})`).join("|"), "g") : null;
}

/* The pieces add up to the text. */
function highlighted(text) {
  if (!pieces || text.length > HIGHLIGHT_MOST) return [text];
  const nodes = [];
  let done = 0;
  for (const match of text.matchAll(pieces)) {
    const kind = KINDS.find((name) => match.groups[name] !== undefined);
    if (kind === "plain" || !match[0]) continue;
    if (match.index > done) nodes.push(text.slice(done, match.index));
    nodes.push(element("span", {class: kind}, match[0]));
    done = match.index + match[0].length;
  }
  nodes.push(text.slice(done));
  return nodes;
}

/* A text with a title and a button that copies it as it is. */
function codeBlock(title, text, {script = false} = {}) {
  const button = element("button", {type: "button", class: "plain", "aria-label": `Copy: ${title}`}, "Copy");
  button.addEventListener("click", async () => {
    const done = await copyText(text);
    button.textContent = done ? "Copied" : "Cannot copy";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  const shown = visible(text);
  return element("figure", {class: "code"},
    element("figcaption", {}, element("span", {}, title), button),
    element("pre", {tabindex: "0", "aria-label": title}, element("code", {}, ...(script ? highlighted(shown) : [shown]))));
}

/* The clipboard is only there in a secure context; elsewhere a selection is copied the old way. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const area = element("textarea", {class: "hidden", "aria-hidden": "true"});
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused) focused.focus();
    return done;
  }
}
