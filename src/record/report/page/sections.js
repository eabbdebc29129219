/* The sections of the page. Each has an id, a title, a node, applies(report), and update(report, figures), which may be
 * called again. */

class Section {
  constructor(id, title, note, ...content) {
    this.id = id;
    this.title = title;
    this.node = element("section", {id, "aria-labelledby": `${id}-title`},
      element("h2", {id: `${id}-title`}, element("a", {href: `#${id}`}, title)),
      note ? element("p", {class: "muted"}, note) : null, ...content);
  }

  applies() {
    return true;
  }
}

/* Columns of tables: of names, of words, and of numbers that `show` writes. */
function nameColumn(title, key) {
  return {title, value: (row) => row[key], class: "name"};
}

function wordColumn(title, key) {
  return {title, value: (row) => row[key]};
}

function numberColumn(title, key, show) {
  return {title, value: (row) => row[key], text: (row) => show(row[key]), number: true};
}

/* Whether the campaign looks for inputs that are hard, and not for wrong answers. */
function hasMargins({best, settings}) {
  return best != null || settings.objective !== "bugs";
}

/* --- summary --- */

const TILES = ["Inputs", "Runs", "Groups of findings", "Best margin", "Time"];
const MARGIN_TILE = TILES.indexOf("Best margin");

class Summary extends Section {
  constructor() {
    const headline = element("p");
    const tiles = element("dl", {class: "tiles"});
    super("summary", "Summary", null, headline, tiles);
    this.headline = headline;
    this.tiles = TILES.map((title) => {
      const tile = {number: element("dd"), note: element("dd")};
      tile.node = element("div", {}, element("dt", {}, title), tile.number, tile.note);
      tiles.append(tile.node);
      return tile;
    });
  }

  update(report) {
    setText(this.headline, headlineOf(report));
    tileTexts(report).forEach(([number, note], i) => {
      setText(this.tiles[i].number, number);
      setText(this.tiles[i].note, note);
    });
    this.tiles[MARGIN_TILE].node.hidden = !hasMargins(report);
  }
}

function tileTexts({counts, best, campaign, solvers, unit, limit}) {
  const found = `${showCount(counts.confirmed_groups)} confirmed, ${plural(counts.findings, "finding", "findings")}`;
  return [
    [showCount(counts.inputs), `${showNumber(counts.inputs_per_second)} a second`],
    [showCount(counts.runs), plural(solvers.length, "solver", "solvers")],
    [showCount(counts.groups), found],
    best ? [showCost(best.margin, unit), `input ${showCount(best.instance)}, limit ${showCost(limit, unit)}`]
      : ["–", "no input has a margin"],
    [showSeconds(campaign.seconds), `since ${showTime(campaign.started)}`],
  ];
}

function showTime(text) {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text || "");
  return match ? `${match[1]} ${match[2]} UTC` : "an unknown time";
}

/* What a reader should know first, in one sentence. */
function headlineOf({counts, best, groups, unit}) {
  const shown = groups.filter((group) => group.confirmed > 0);
  const wrong = shown.filter((group) => !remarkOf(group));
  if (wrong.length) {
    const blamed = [...new Set(wrong.flatMap((group) => group.blamed))].map(visible);
    const who = blamed.length ? `: ${blamed.join(", ")} ${blamed.length === 1 ? "is" : "are"} blamed` : "";
    const rest = shown.length > wrong.length ? ` ${remarkedGroups(shown.length - wrong.length)}.` : "";
    return `${plural(wrong.length, "group of findings was", "groups of findings were")} confirmed by a second run${who}.${rest}`;
  }
  if (best && best.runs.length) {
    const runs = bestRuns(best.runs).map(({solver, outcome, score}) =>
      `${visible(solver)} ${visible(outcome)}, score ${showCost(score, unit)}`);
    return `The best input: ${runs.join("; ")}.`;
  }
  if (shown.length) return `Nothing new was found: ${remarkedGroups(shown.length)}.`;
  if (counts.groups) return "There are findings, and none of them was reproduced.";
  return counts.inputs ? "Nothing was found so far." : "There are no results yet.";
}

function remarkedGroups(count) {
  return plural(count, "confirmed group is known or the same as another", "confirmed groups are known or the same as others");
}

/* Of several runs of a solver the one with the minimum score. */
function bestRuns(runs) {
  const best = new Map();
  for (const run of runs)
    if (!best.has(run.solver) || compareValues(run.score, best.get(run.solver).score, 1) < 0) best.set(run.solver, run);
  return [...best.values()];
}

/* --- findings --- */

class Findings extends Section {
  constructor() {
    let section = null; /* known when rows are opened */
    const table = new Table({
      title: "Groups of findings",
      limit: 50,
      key: (group) => group.name,
      anchors: true,
      detail: (group) => findingDetail(group, section.folder),
      empty: "No solver was found to be wrong.",
      columns: [
        wordColumn("Finding", "name"),
        nameColumn("What", "title"),
        {...wordColumn("Kind", "kind"), node: kindBadge},
        {title: "Blamed", value: (group) => group.blamed.join(", "), class: "name"},
        numberColumn("Findings", "findings", showCount),
        numberColumn("Confirmed", "confirmed", showCount),
        numberColumn("First after", "seconds", showSeconds),
        {title: "Remark", value: remarkOf},
      ],
    });
    super("findings", "Findings", "Findings with one signature are a group, and may well have one cause. " +
      "Confirmed are those that a second run reproduced.", table.node);
    this.table = table;
    this.folder = null;
    section = this;
  }

  update(report) {
    this.folder = report.folder;
    this.table.update(report.groups);
  }

  /* The finding that the address of the page names, as in "#finding-02". */
  open(name) {
    this.table.open(name.split("/")[0]);
    const file = name.includes("/") && document.getElementById(name);
    if (file) file.scrollIntoView();
  }
}

/* Why a group should be looked at first, or need not be. */
function remarkOf({known, same_as: same, regression}) {
  const remarks = [
    regression == null ? "" : `regression since ${regression}`,
    known == null ? "" : known ? `known: ${known}` : "known",
    same == null ? "" : `same as ${same}`,
  ];
  return remarks.filter(Boolean).join("; ");
}

function kindBadge({kind, confirmed}) {
  return element("span", {class: confirmed ? "badge bad" : "badge"}, visible(kind));
}

/* The files of the finding's folder, as they are on disk: linked to if the page knows where they are. */
function fileNodes({name: finding, files, example}, folder) {
  return files.map(({name, bytes, text, same}) => {
    const title = element("span", {}, `${visible(name)}, ${showBytes(bytes)}`);
    const path = [...(folder || "").split("/").slice(0, -1), finding, name].map(encodeURIComponent).join("/");
    const link = folder == null ? title : element("a", {href: path.replace(/^%2E%2E/g, "..")}, title);
    const content = same ? example[same] : text;
    return element("li", {id: `${finding}/${name}`}, link,
      content ? folded("contents", () => codeBlock(visible(name), content, {script: /\.smt2$/.test(name)})) : null);
  });
}

function findingDetail(group, folder) {
  const {example} = group;
  if (!example) return [element("p", {class: "muted"}, "There is no example of it.")];
  const {command, reduced, report} = example;
  const input = example.script || example.text;
  const nodes = [findingFacts(example, remarkOf(group))];
  if (command) nodes.push(codeBlock("Reproduce it", command));
  if (reduced) nodes.push(codeBlock("Reduced input", reduced, {script: true}));
  if (input && !reduced) nodes.push(codeBlock("Input", input, {script: true}));
  if (input && reduced)
    nodes.push(folded("The input before it was reduced", () => codeBlock("Input", input, {script: true})));
  if (report) nodes.push(folded("A report to send", () => codeBlock("Report (Markdown)", report)));
  if (group.files && group.files.length)
    nodes.push(element("h4", {}, `The folder ${visible(group.name)}`), element("ul", {class: "files"}, ...fileNodes(group, folder)));
  return nodes;
}

function findingFacts({evidence, answers, alone, options, origin, instance, query, line}, remark) {
  const where = [query ? `query ${query}` : "", line ? `line ${line}` : ""];
  const facts = {Evidence: evidence, Answers: answers, "Isolated rerun": alone, "Guilty options": options,
    "Made of": origin, Where: where.filter(Boolean).join(", "), Remark: remark};
  const known = Object.entries(facts).filter(([, value]) => value);
  return element("dl", {class: "facts"}, element("dt", {}, "Input"),
    element("dd", {}, element("a", {href: `#input-${instance}`}, `input ${showCount(instance)}`)),
    ...known.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, visible(value))]));
}

/* Made when it is opened for the first time: there may be megabytes of it. */
function folded(title, make) {
  const node = element("details", {}, element("summary", {}, title));
  node.addEventListener("toggle", () => node.append(make()), {once: true});
  return node;
}

/* --- the best input --- */

function bestTitle({instance, size, origin}) {
  const title = `Input ${showCount(instance)}, size ${showCount(size)}`;
  return origin ? `${title}, made of ${visible(origin)}` : title;
}

class Best extends Section {
  constructor() {
    const figure = new Figure("progress", "The best margin over the time of the campaign");
    const table = new Table({
      title: "Runs on the best input",
      filter: false,
      empty: "No input has a margin yet.",
      key: (run) => `${run.solver} ${run.attempt}`,
      columns: [
        nameColumn("Solver", "solver"),
        wordColumn("Outcome", "outcome"),
        numberColumn("CPU time", "cpu_seconds", showSeconds),
        numberColumn("Time", "wall_seconds", showSeconds),
        numberColumn("Memory", "peak_bytes", showBytes),
        numberColumn("Score", "score", showNumber),
      ],
    });
    const text = element("div");
    super("best", "Best input", "The margin of an input is the minimum score of the targets minus the maximum score of the references.",
      figure.node, table.node, text);
    Object.assign(this, {figure, table, text, shown: undefined});
  }

  applies(report) {
    return hasMargins(report);
  }

  update({best}, figures) {
    this.figure.update(figures.progress);
    this.table.update(best ? best.runs : []);
    const script = best ? best.text : null;
    if (script === this.shown) return;
    this.shown = script;
    this.text.replaceChildren(...(script ?
      [codeBlock(bestTitle(best), script, {script: true})] : []));
  }
}

/* --- constructs --- */

/* The interval of an arm as a line, its mean as a dot. */
function intervalBar({mean, low, high}) {
  const place = (value) => `${Math.min(1, Math.max(0, isNumber(value) ? value : 0)) * 96 + 2}%`;
  const line = (from, to, look) => shape("line", {x1: from, x2: to, y1: "50%", y2: "50%", ...look});
  return shape("svg", {class: "interval", "aria-hidden": "true"},
    line("2%", "98%", {stroke: "var(--line)"}),
    line(place(low), place(high),
      {stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round", "stroke-opacity": 0.45}),
    shape("circle", {cx: place(mean), cy: "50%", r: 4, fill: "currentColor"}));
}

function armTable(title, name) {
  return new Table({
    title,
    empty: "None was rewarded so far.",
    limit: 15,
    key: (arm) => `${name.toLowerCase()}-${arm.construct}`,
    anchors: true,
    columns: [
      nameColumn(name, "construct"),
      {title: "Expected reward, 95% credible interval", value: (arm) => arm.mean, text: () => "", node: intervalBar},
      numberColumn("Mean", "mean", showNumber),
      numberColumn("Low", "low", showNumber),
      numberColumn("High", "high", showNumber),
      numberColumn("Pulls", "pulls", showCount),
      numberColumn("Rewards", "rewards", showNumber),
    ],
  });
}

/* What was never rewarded is not told apart from what was never tried. */
function toldApart(arms) {
  return arms.filter(({rewards}) => rewards > 0);
}

function liftTable() {
  return new Table({
    title: "Constructs of inputs that paid",
    limit: 15,
    key: (row) => `lift-${row.construct}`,
    columns: [
      nameColumn("Construct", "construct"),
      numberColumn("Lift", "lift", showNumber),
      numberColumn("Low", "low", showNumber),
      numberColumn("High", "high", showNumber),
      numberColumn("Inputs", "inputs", showCount),
      numberColumn("Paid", "paid", showCount),
    ],
  });
}

class Ranking extends Section {
  constructor() {
    const figure = new Figure("ranking", "Constructs that pay best, with the intervals of their expected rewards");
    const constructs = armTable("Ranking of constructs", "Construct");
    const actions = armTable("What was done with inputs", "Action");
    const options = armTable("Ranking of options", "Option");
    const lift = liftTable();
    const parts = {
      lift: element("div", {}, element("h3", {}, "Constructs of inputs that paid"),
        element("p", {}, "Of all inputs: how many times as often those paid that have the construct as those that do not, with the 95% interval."),
        lift.node),
      options: element("div", {}, element("h3", {}, "Options of solvers"), options.node),
      actions: element("div", {}, element("h3", {}, "Actions"), actions.node),
    };
    super("ranking", "Constructs", "An agent learns which constructs make the solvers slow or wrong. " +
      "The interval is the 95% credible interval of the expected reward.", figure.node, constructs.node, parts.lift, parts.options, parts.actions);
    Object.assign(this, {figure, constructs, lift, options, actions, parts});
  }

  update({ranking, lift = [], options, actions}, figures) {
    this.figure.update(figures.ranking);
    this.figure.node.hidden = toldApart(ranking).length === 0;
    this.constructs.update(toldApart(ranking));
    this.lift.update(lift);
    this.parts.lift.hidden = lift.length === 0;
    this.options.update(toldApart(options));
    this.parts.options.hidden = toldApart(options).length === 0;
    this.actions.update(actions);
    this.parts.actions.hidden = actions.length === 0;
  }

  /* As in "#construct-bvadd". */
  open(name) {
    for (const table of [this.constructs, this.options, this.actions]) table.open(name);
  }
}

/* --- solvers --- */

const OUTCOME_CLASSES = new Map(Object.entries({
  sat: "decided", unsat: "decided",
  unknown: "undecided", unsupported: "undecided", killed: "undecided", "not started": "undecided",
  timeout: "limit", memory: "limit", stopped: "undecided",
}));

function outcomeClass(outcome) {
  return OUTCOME_CLASSES.get(outcome) || "failed";
}

function outcomeBar({outcomes, runs}) {
  const known = Object.entries(outcomes).filter(([, count]) => count > 0);
  const parts = known.map(([outcome, count]) => {
    const part = element("i", {class: outcomeClass(outcome), title: `${visible(outcome)}: ${showCount(count)}`});
    part.style.width = `${(100 * count) / Math.max(runs, 1)}%`;
    return part;
  });
  const words = known.map(([outcome, count]) =>
    element("li", {class: outcomeClass(outcome)}, `${visible(outcome)} ${showCount(count)}`));
  return element("div", {}, element("div", {class: "stack", "aria-hidden": "true"}, ...parts),
    element("ul", {class: "legend"}, ...words));
}

class Solvers extends Section {
  constructor() {
    const table = new Table({
      title: "Solvers",
      key: (solver) => `solver-${solver.name}`,
      anchors: true,
      columns: [
        nameColumn("Solver", "name"),
        wordColumn("Version", "version"),
        wordColumn("Role", "role"),
        {
          title: "Outcomes",
          value: (solver) => (solver.runs ? solver.decided / solver.runs : null),
          text: (solver) => Object.keys(solver.outcomes).join(" "),
          node: outcomeBar,
        },
        numberColumn("Runs", "runs", showCount),
        numberColumn("Decided", "decided", showCount),
        numberColumn("CPU time", "cpu_seconds", showSeconds),
        numberColumn("Time", "wall_seconds", showSeconds),
        numberColumn("Peak memory", "peak_bytes", showBytes),
      ],
    });
    const cactus = new Figure("cactus",
      "How many inputs each solver decides within a cost: the longer and the lower a line, the better");
    const scatter = new Figure("scatter",
      "The cost of each input: below the diagonal it is the harder one for the solver of the lower axis");
    const compared = element("p", {class: "muted"});
    super("solvers", "Solvers", null, table.node,
      element("div", {class: "figures"}, cactus.node, scatter.node), compared);
    Object.assign(this, {table, cactus, scatter, compared});
  }

  update({solvers, counts}, figures) {
    this.table.update(solvers);
    this.cactus.update(figures.cactus);
    this.scatter.update(figures.scatter);
    setText(this.compared, `Figures are of the ${plural(counts.compared, "input", "inputs")} on which all solvers ran, ` +
      "each to its end or to the full limit.");
  }

  /* As in "#solver-z3". */
  open(name) {
    this.table.open(name);
  }
}

/* --- inputs --- */

function cellText(run) {
  return run ? `${run[0]} ${showSeconds(run[1])}` : "";
}

function cellNode(run) {
  return run ? element("span", {class: `outcome ${outcomeClass(run[0])}`}, cellText(run)) : element("span");
}

/* A column for each solver: sorted by its time, searched by what it said. */
function solverColumn({name}, number) {
  return {
    title: visible(name),
    value: ({runs}) => (runs[number] ? runs[number][1] : null),
    text: ({runs}) => cellText(runs[number]),
    node: ({runs}) => cellNode(runs[number]),
    number: true,
    order: name,
  };
}

/* Each compared input as a point, on logarithmic axes: hovering names it, a click opens it. */
const PLOT = {size: 400, edge: 46};

function pointsDrawing({scatter, scatter_axes: [right, up], unit}) {
  const costs = scatter.flatMap(([target, reference]) => [target, reference]).filter((cost) => cost > 0);
  const low = Math.log10(Math.min(...costs)), high = Math.max(Math.log10(Math.max(...costs)), low + 0.1);
  const span = PLOT.size - 2 * PLOT.edge;
  const place = (cost) => PLOT.edge + (span * ((cost > 0 ? Math.log10(cost) : low) - low)) / (high - low);
  const circles = scatter.map(([target, reference, instance]) => {
    const words = `input ${instance}: ${visible(right)} ${showCost(target, unit)}, ${visible(up)} ${showCost(reference, unit)}`;
    const point = shape("circle", {cx: place(target), cy: PLOT.size - place(reference), r: 4, class: "point"},
      shape("title", {}, words));
    point.addEventListener("click", () => { location.hash = `input-${instance}`; });
    return point;
  });
  const label = (x, y, turn, text, anchor = "middle") => shape("text", {x, y, transform: turn, "text-anchor": anchor, "font-size": 13, fill: "currentColor"}, text);
  const middle = PLOT.size / 2, end = PLOT.size - PLOT.edge;
  const ends = [[PLOT.edge, low, "start"], [end, high, "end"]].flatMap(([at, exponent, anchor]) => [
    label(at, end + 18, "", showCost(10 ** exponent, unit), anchor),
    label(-(PLOT.size - at), PLOT.edge - 8, "rotate(-90)", showCost(10 ** exponent, unit), anchor)]);
  return shape("svg", {viewBox: `0 0 ${PLOT.size} ${PLOT.size}`, role: "img", "aria-label": "The inputs as points"},
    shape("rect", {x: PLOT.edge, y: PLOT.edge, width: span, height: span, fill: "none", stroke: "var(--line)"}),
    shape("line", {x1: PLOT.edge, y1: end, x2: end, y2: PLOT.edge, stroke: "var(--line)"}),
    ...ends, label(middle, end + 36, "", visible(right)), label(-middle, PLOT.edge - 26, "rotate(-90)", visible(up)), ...circles);
}

/* How many of all inputs the table has; a server has the others. */
function inputsShown({inputs, counts}, live) {
  const count = (inputs || []).length;
  return counts.inputs_with_runs > count && !live
    ? `The newest ${showCount(count)} of ${showCount(counts.inputs_with_runs)} inputs: 'assay report --inputs ${counts.inputs_with_runs}' shows all.` : "";
}

/* The address of something the server has, with the token of the page's own address. */
function serverAddress(path, query = {}) {
  const parts = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.search)) parts.append(name, value);
  return `${path}?${parts}`;
}

class Inputs extends Section {
  constructor(live) {
    const place = element("div"), points = element("div", {class: "points"}), shown = element("p", {class: "muted"});
    super("inputs", "Inputs", live
      ? "Answers and CPU times. The filter finds words such as timeout and z3:timeout, findings, and numbers of inputs."
      : "Answers and CPU times. The filter finds words such as timeout, and numbers.", shown, place, points);
    Object.assign(this, {live, place, points, shown, table: null, solvers: "", drawn: "", asked: 0, wanted: null});
  }

  draw(report) {
    const state = JSON.stringify(report.scatter);
    if (state === this.drawn) return;
    this.drawn = state;
    this.points.replaceChildren(...(report.scatter.some(([a, b]) => a > 0 || b > 0)
      ? [element("figure", {class: "figure", id: "figure-points"}, pointsDrawing(report),
        element("figcaption", {class: "muted"}, "The cost of each input that all solvers ran on: a click on a point opens the input."))] : []));
  }

  applies({inputs}) {
    return Boolean(inputs && inputs.length);
  }

  build(solvers) {
    this.table = new Table({
      title: "Inputs",
      limit: 20,
      key: (input) => `input-${input.instance}`,
      anchors: true,
      detail: (input) => this.detail(input),
      source: this.live ? () => this.fetchPage() : null,
      columns: [{...numberColumn("Input", "instance", showCount), order: "input"}, ...solvers.map(solverColumn),
        {title: "Finding", value: (input) => this.findingsOf(input).join(" "), node: (input) => findingLinks(this.findingsOf(input))}],
    });
    if (this.live) this.table.sorted = {column: 0, down: true}; /* the newest first */
    this.place.replaceChildren(this.table.node);
  }

  /* Answers may come in another order than questions: only the last one counts. */
  async fetchPage() {
    const {table} = this;
    const {column, down} = table.sorted;
    const query = {order: down ? "down" : "up", from: table.from, count: PAGE_ROWS};
    if (column > 0) query.sort = this.report.solvers[column - 1].name;
    if (table.search.value.trim()) query.words = table.search.value;
    const question = ++this.asked;
    const answer = await fetch(serverAddress("inputs.json", query)).catch(() => null);
    if (!answer || question !== this.asked) return; /* that the server is gone is said above */
    if (!answer.ok) return setText(this.shown, await answer.text());
    const {inputs, matching, held} = await answer.json();
    if (question !== this.asked) return;
    setText(this.shown, "");
    table.showPage(inputs, matching, held);
    if (this.wanted) table.open(this.wanted);
    this.wanted = null;
  }

  findingsOf({instance}) {
    return this.groups.filter(({example}) => example && example.instance === instance).map(({name}) => name);
  }

  detail({instance, runs}) {
    const facts = this.report.solvers.flatMap(({name}, number) => runs[number]
      ? [element("dt", {}, visible(name)),
        element("dd", {}, `${runs[number][0]}, CPU time ${showSeconds(runs[number][1])}, time ${showSeconds(runs[number][2])}`)] : []);
    return [element("dl", {class: "facts"}, ...facts),
      codeBlock("Run it again", `assay replay ${shellWord(this.report.campaign.store)} --input ${instance}`)];
  }

  update(report) {
    this.report = report;
    this.groups = report.groups;
    const names = JSON.stringify(report.solvers.map(({name}) => name));
    if (names !== this.solvers) this.build(report.solvers);
    this.solvers = names;
    if (this.live) this.fetchPage();
    else this.table.update(report.inputs || []);
    setText(this.shown, inputsShown(report, this.live));
    this.draw(report);
  }

  /* The input that the address of the page names, as in "#input-17". */
  open(name) {
    if (!this.table || !/^input-\d+$/.test(name)) return;
    if (!this.live || this.table.bodies.has(name)) return this.table.open(name);
    this.wanted = name;
    this.table.search.value = name;
    this.table.ask();
  }
}

function findingLinks(names) {
  return element("span", {}, ...names.map((name) => element("a", {href: `#${name}`}, visible(name))));
}

function shellWord(text) {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

/* --- workers: only while it is served, and only if there are several --- */

class Workers extends Section {
  constructor() {
    const table = new Table({
      title: "Workers",
      key: (worker) => worker.number,
      columns: [
        numberColumn("Worker", "number", showCount),
        wordColumn("State", "state"),
        nameColumn("Host", "host"),
        nameColumn("Task", "task"),
        wordColumn("Doing", "doing"),
        numberColumn("Inputs", "inputs", showCount),
        numberColumn("Since", "since_seconds", showSeconds),
        numberColumn("Last sign of life", "silent_seconds", (seconds) => (seconds === null ? "" : showSeconds(seconds))),
      ],
    });
    super("workers", "Workers", null, table.node);
    this.table = table;
  }

  applies({workers}) {
    return Boolean(workers && workers.length);
  }

  update({workers}) {
    this.table.update(workers || []);
  }
}

/* --- environment and settings --- */

class Settings extends Section {
  constructor() {
    const table = new Table({
      title: "Environment and settings",
      limit: 40,
      key: (row) => `${row.of} ${row.name}`,
      columns: [nameColumn("Name", "name"), nameColumn("Value", "value"), wordColumn("Of", "of")],
    });
    super("settings", "Environment and settings", null, table.node);
    this.table = table;
  }

  update({environment, settings}) {
    /* What was not asked for comes last. */
    const given = settingRows("campaign", settings).sort((a, b) => (a.value === "false") - (b.value === "false"));
    this.table.update([...settingRows("machine", environment), ...given]);
  }
}

function settingRows(of, values) {
  return Object.entries(values || {}).map(([name, value]) => ({of, name, value: showSetting(name, value)}));
}

function showSetting(name, value) {
  if (typeof value === "number" && name.endsWith("_bytes")) return showBytes(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
