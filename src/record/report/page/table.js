/* A table that is sorted by its headings, filtered by a text field and changed in place: rows are known by a key, so
 * that an update keeps the order, the filter, the focus, and what is open.
 *
 * columns: {title, value(row): to sort by, text(row): to show and search; value if it is left out,
 *           node(row): what to show instead of the text, number: aligned right, first click sorts downwards,
 *           class: of the cells, order: what a source calls it; without one it cannot sort by it}
 * anchors: rows can be linked to by their keys
 * source(table): fetches the rows that `search`, `sorted` and `from` ask for, and calls showPage; without it all rows are
 * here */

const FILTER_LEAST = 6; /* rows from which on a filter is worth its place */
const PAGE_ROWS = 100;
const TYPING_MS = 200; /* a pause after which a filter is sent */

class Table {
  constructor({title, columns, key, anchors = false, detail = null, limit = Infinity, filter = true, source = null,
    empty = "Nothing yet."}) {
    Object.assign(this, {title, columns, key, anchors, detail, limit, source, empty});
    this.sorted = null; /* as the rows come */
    this.rows = [];
    this.bodies = new Map();
    this.opened = new Set();
    this.all = false;
    this.from = 0;
    this.matching = this.held = 0; /* of a source: rows that have the words of the filter, rows in all */
    this.node = element("div");
    this.build(filter);
  }

  build(filter) {
    this.search = element("input",
      {type: "search", placeholder: "Filter", "aria-label": `Filter: ${this.title}`, oninput: () => this.askSoon()});
    this.count = element("output", {"aria-live": "polite"});
    this.tools = element("div", {class: "tools"}, this.search, this.count);
    this.heads = this.columns.map((column, number) => element("th",
      {scope: "col", role: "columnheader", class: this.classOf(number)},
      element("button", {type: "button", disabled: Boolean(this.source && !column.order), onclick: () => this.sortBy(number)}, column.title)));
    this.table = element("table", {class: "cards", role: "table"},
      element("caption", {class: "hidden"}, this.title),
      element("thead", {role: "rowgroup"}, element("tr", {role: "row"}, ...this.heads)));
    this.nothing = element("p", {class: "empty"});
    this.more = element("button", {type: "button", class: "plain more", onclick: () => this.showAll()});
    this.back = element("button", {type: "button", class: "plain", onclick: () => this.turn(-PAGE_ROWS)}, "Previous");
    this.next = element("button", {type: "button", class: "plain", onclick: () => this.turn(PAGE_ROWS)}, "Next");
    this.range = element("output", {"aria-live": "polite"});
    this.pager = element("div", {class: "tools pager", hidden: true}, this.back, this.range, this.next);
    this.node.append(...(filter ? [this.tools] : []), this.pager, element("div", {class: "scroll"}, this.table),
      this.nothing, this.more);
  }

  /* What opens a row begins with its mark, also if it is a number. */
  classOf(number) {
    return this.columns[number].number && !(this.detail && number === 0) ? "number" : null;
  }

  /* What was asked for has changed: the first page of it, which is here or is fetched. */
  ask() {
    this.from = 0;
    if (this.source) this.source(this);
    else this.show();
  }

  askSoon() {
    clearTimeout(this.typing);
    if (this.source) this.typing = setTimeout(() => this.ask(), TYPING_MS);
    else this.ask();
  }

  turn(rows) {
    this.from = Math.max(0, this.from + rows);
    this.source(this);
  }

  /* What the source has brought. */
  showPage(rows, matching, held) {
    Object.assign(this, {matching, held});
    this.update(rows);
  }

  showPager(rows) {
    this.pager.hidden = !this.source || this.matching <= rows;
    this.back.disabled = this.from === 0;
    this.next.disabled = this.from + rows >= this.matching;
    setText(this.range, `${showCount(this.from + 1)} to ${showCount(this.from + rows)} of ${showCount(this.matching)}`);
  }

  /* All rows, of which some may be new, changed or gone. */
  update(rows) {
    this.rows = rows;
    const keys = new Set(rows.map(this.key));
    for (const [key, body] of this.bodies)
      if (!keys.has(key)) {
        body.node.remove();
        this.bodies.delete(key);
        this.opened.delete(key);
      }
    for (const row of rows) this.fill(row);
    this.show();
  }

  fill(row) {
    const key = this.key(row);
    const state = JSON.stringify(row);
    let body = this.bodies.get(key);
    if (!body) {
      body = this.newBody(key);
      this.bodies.set(key, body);
    }
    if (body.state === state) return;
    Object.assign(body, {state, row, words: ""});
    this.columns.forEach((column, number) => {
      const text = visible(column.text ? column.text(row) : column.value(row));
      body.words += text.toLowerCase() + "\n";
      const target = body.targets[number];
      if (column.node) target.replaceChildren(column.node(row));
      else setText(target, text);
    });
    if (this.opened.has(key)) this.fillDetail(body);
    else body.stale = true;
  }

  newBody(key) {
    const cells = this.columns.map((column, number) => element("td",
      {role: "cell", class: this.classOf(number) || column.class, "data-title": number ? column.title : null}));
    const node = element("tbody", {role: "rowgroup", id: this.anchors ? key : null}, element("tr", {role: "row"}, ...cells));
    const body = {node, targets: [...cells], stale: true};
    if (this.detail) {
      body.button = element("button",
        {type: "button", class: "open", "aria-expanded": "false", onclick: () => this.toggle(key)}, element("span"));
      cells[0].append(body.button);
      body.targets[0] = body.button.firstChild;
      body.place = element("td", {role: "cell", colspan: this.columns.length});
      body.more = element("tr", {role: "row", class: "detail", hidden: true}, body.place);
      body.node.append(body.more);
    }
    return body;
  }

  fillDetail(body) {
    body.place.replaceChildren(...this.detail(body.row));
    body.stale = false;
  }

  toggle(key) {
    const body = this.bodies.get(key);
    const open = !this.opened.has(key);
    if (open) this.opened.add(key);
    else this.opened.delete(key);
    if (open && body.stale) this.fillDetail(body);
    body.more.hidden = !open;
    body.button.setAttribute("aria-expanded", String(open));
  }

  /* Shows the row with this key, its details and all; nothing if there is none. */
  open(key) {
    const body = this.bodies.get(key);
    if (!body) return;
    if (!this.source) this.search.value = "";
    this.showAll();
    if (this.detail && !this.opened.has(key)) this.toggle(key);
    body.node.scrollIntoView();
  }

  /* Opens all rows; returns the keys of those that were not open. */
  openAll() {
    const closed = this.rows.map(this.key).filter((key) => !this.opened.has(key));
    closed.forEach((key) => this.toggle(key));
    return closed;
  }

  sortBy(number) {
    const again = this.sorted && this.sorted.column === number;
    this.sorted = {column: number, down: again ? !this.sorted.down : Boolean(this.columns[number].number)};
    this.ask();
  }

  showAll() {
    this.all = true;
    this.show();
  }

  /* Rows that have all words of the filter, in the order that was chosen. */
  chosen() {
    if (this.source) return this.rows;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = this.rows.filter((row) => words.every((word) => this.bodies.get(this.key(row)).words.includes(word)));
    if (!this.sorted) return rows;
    const {value} = this.columns[this.sorted.column];
    const sign = this.sorted.down ? -1 : 1;
    return rows.map((row) => [value(row), row]).sort(([a], [b]) => compareValues(a, b, sign)).map(([, row]) => row);
  }

  show() {
    const chosen = this.chosen();
    const shown = this.all || this.source ? chosen : chosen.slice(0, this.limit);
    placeInOrder(this.table, shown.map((row) => this.bodies.get(this.key(row)).node), this.table.tHead);
    this.heads.forEach((head, number) => {
      const mine = this.sorted && this.sorted.column === number;
      head.setAttribute("aria-sort", !mine ? "none" : this.sorted.down ? "descending" : "ascending");
    });
    const [matching, all] = this.source ? [this.matching, this.held] : [chosen.length, this.rows.length];
    setText(this.count, this.search.value ? `${showCount(matching)} of ${showCount(all)}` : "");
    setText(this.nothing, all === 0 ? this.empty : chosen.length === 0 ? "Nothing has these words in it." : "");
    this.nothing.hidden = chosen.length > 0;
    this.table.hidden = this.rows.length === 0;
    this.showPager(shown.length);
    this.tools.hidden = all < FILTER_LEAST && !this.search.value;
    this.more.hidden = shown.length === chosen.length;
    setText(this.more, `Show all ${showCount(chosen.length)}`);
    this.more.dataset.rest = `and ${showCount(chosen.length - shown.length)} more`; /* on paper */
  }
}

/* What is not there comes last in both directions. */
function compareValues(a, b, sign) {
  const [noA, noB] = [a == null || Number.isNaN(a), b == null || Number.isNaN(b)];
  if (noA || noB) return noA - noB;
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", {numeric: true});
}

/* Makes `nodes` what follows `head` in its parent. Moving a node takes the focus from what is in it: those that are in
 * their place stay, and the focus is given back. */
function placeInOrder(parent, nodes, head) {
  const focused = document.activeElement;
  const wanted = new Set(nodes);
  for (let node = head.nextSibling; node;) {
    const next = node.nextSibling;
    if (!wanted.has(node)) node.remove();
    node = next;
  }
  let before = head;
  for (const node of nodes) {
    if (before.nextSibling !== node) before.after(node);
    before = node;
  }
  if (focused && focused !== document.activeElement && parent.contains(focused)) focused.focus({preventScroll: true});
}
