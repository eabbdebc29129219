/* The sections of the page. Each has an id, a title, a node, applies(report), and update(report, figures), which may be
 * called again. */

class Section {
  constructor(id, title, note, ...content) {
    this.id = id;
    this.title = title;
    this.node = element("section", {id, "aria-labelledby": `${id}-title`}, element("h2", {id: `${id}-title`}, title),
      note ? element("p", {class: "muted"}, note) : null, ...content);
  }

  applies() {
    return true;
  }
}

/* Whether the campaign looks for inputs that are hard, and not for mistakes. */
function hasMargins({best, settings}) {
  return best != null || settings.objective !== "bugs";
}

const DECIDED = new Set(["sat", "unsat"]);
const UNDECIDED = new Set(["unknown", "unsupported", "killed", "not started"]);
const LIMITS = new Set(["timeout", "memory"]);

function outcomeClass(outcome) {
  if (DECIDED.has(outcome)) return "decided";
  if (UNDECIDED.has(outcome)) return "undecided";
  return LIMITS.has(outcome) ? "limit" : "failed";
}

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
    const {counts, best, campaign, unit, limit} = report;
    setText(this.headline, headlineOf(report));
    const values = [
      [showCount(counts.inputs), `${showNumber(counts.inputs_per_second)} a second`],
      [showCount(counts.runs), plural(report.solvers.length, "solver", "solvers")],
      [showCount(counts.groups), `${showCount(counts.confirmed_groups)} confirmed, ${plural(counts.findings, "finding", "findings")}`],
      [best ? showCost(best.margin, unit) : "–", best ? `input ${showCount(best.instance)}, limit ${showCost(limit, unit)}` : "no input has a margin"],
      [showSeconds(campaign.seconds), `since ${showTime(campaign.started)}`],
    ];
    values.forEach(([number, note], i) => {
      setText(this.tiles[i].number, number);
      setText(this.tiles[i].note, note);
    });
    this.tiles[MARGIN_TILE].node.hidden = !hasMargins(report);
  }
}

function showTime(text) {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text || "");
  return match ? `${match[1]} ${match[2]} UTC` : "an unknown time";
}

/* What a reader should know first, in one sentence. */
function headlineOf({counts, best, groups, unit}) {
  const wrong = groups.filter((group) => group.confirmed > 0);
  if (wrong.length) {
    const accused = [...new Set(wrong.flatMap((group) => group.accused))].map(visible);
    const who = accused.length ? `: ${accused.join(", ")} ${accused.length === 1 ? "is" : "are"} accused` : "";
    return `${plural(wrong.length, "group of findings was", "groups of findings were")} confirmed by a second run${who}.`;
  }
  if (best && best.runs && best.runs.length) return `The best input: ${bestRuns(best.runs).map((run) => `${visible(run.solver)} ${visible(run.outcome)}, score ${showCost(run.score, unit)}`).join("; ")}.`;
  if (counts.groups) return "There are findings, and none of them has shown again.";
  return counts.inputs ? "Nothing was found so far." : "There are no results yet.";
}

/* Of several runs of a solver the one with the least score. */
function bestRuns(runs) {
  const best = new Map();
  for (const run of runs)
    if (!best.has(run.solver) || compareValues(run.score, best.get(run.solver).score, 1) < 0) best.set(run.solver, run);
  return [...best.values()];
}

class Findings extends Section {
  constructor() {
    const table = new Table({
      title: "Groups of findings", limit: 50, key: (group) => group.id, detail: findingDetail,
      empty: "No solver was found to be wrong.",
      columns: [
        {title: "Signature", value: (group) => group.signature, class: "name"},
        {title: "Kind", value: (group) => group.kind, node: (group) => element("span", {class: group.confirmed ? "badge bad" : "badge"}, visible(group.kind))},
        {title: "Accused", value: (group) => group.accused.join(", "), class: "name"},
        {title: "Findings", value: (group) => group.findings, text: (group) => showCount(group.findings), number: true},
        {title: "Confirmed", value: (group) => group.confirmed, text: (group) => showCount(group.confirmed), number: true},
        {title: "First after", value: (group) => group.seconds, text: (group) => showSeconds(group.seconds), number: true},
      ],
    });
    super("findings", "Findings", "Findings with one signature are a group, and may well have one cause. Confirmed are those that a second run showed again.", table.node);
    this.table = table;
  }

  update(report) {
    this.table.update(report.groups);
  }
}

function findingDetail(group) {
  const example = group.example;
  if (!example) return [element("p", {class: "muted"}, "There is no example of it.")];
  const facts = element("dl", {class: "facts"});
  const fact = (name, value) => value != null && value !== "" && facts.append(element("dt", {}, name), element("dd", {}, visible(value)));
  fact("Evidence", example.evidence);
  fact("Answers", example.answers);
  fact("Alone", example.alone);
  fact("Guilty options", example.options);
  fact("Where", [`input ${showCount(example.instance)}`, example.query ? `query ${example.query}` : "", example.line ? `line ${example.line}` : ""].filter(Boolean).join(", "));
  const nodes = [facts];
  if (example.command) nodes.push(codeBlock("See it again", example.command));
  const script = example.script || example.text;
  if (example.reduced) nodes.push(codeBlock("Reduced input", example.reduced, {script: true}));
  else if (script) nodes.push(codeBlock("Input", script, {script: true}));
  if (example.reduced && script) nodes.push(folded("The input before it was reduced", () => codeBlock("Input", script, {script: true})));
  if (example.report) nodes.push(folded("A report to send", () => codeBlock("Report (Markdown)", example.report)));
  return nodes;
}

/* Made when it is opened for the first time: there may be megabytes of it. */
function folded(title, make) {
  const node = element("details", {}, element("summary", {}, title));
  node.addEventListener("toggle", () => node.append(make()), {once: true});
  return node;
}

class Best extends Section {
  constructor() {
    const figure = new Figure("progress", "The best margin over the time of the campaign");
    const table = new Table({
      title: "Runs on the best input", filter: false, empty: "No input has a margin yet.", key: (run) => `${run.solver} ${run.attempt}`, columns: [
        {title: "Solver", value: (run) => run.solver, class: "name"},
        {title: "Outcome", value: (run) => run.outcome},
        {title: "CPU time", value: (run) => run.cpu_seconds, text: (run) => showSeconds(run.cpu_seconds), number: true},
        {title: "Time", value: (run) => run.wall_seconds, text: (run) => showSeconds(run.wall_seconds), number: true},
        {title: "Memory", value: (run) => run.peak_bytes, text: (run) => showBytes(run.peak_bytes), number: true},
        {title: "Score", value: (run) => run.score, text: (run) => showNumber(run.score), number: true},
      ],
    });
    const text = element("div");
    super("best", "Best input", "The margin of an input is the least score of a target less the largest of a reference.", figure.node, table.node, text);
    Object.assign(this, {figure, table, text, shown: undefined});
  }

  applies(report) {
    return hasMargins(report);
  }

  update({best}, figures) {
    this.figure.update(figures.progress);
    this.table.update(best && best.runs ? best.runs : []);
    const script = best ? best.text : null;
    if (script === this.shown) return;
    this.shown = script;
    this.text.replaceChildren(...(script ? [codeBlock(`Input ${showCount(best.instance)}, size ${showCount(best.size)}`, script, {script: true})] : []));
  }
}

/* The interval of an arm as a line, its mean as a dot. */
function intervalBar({mean, low, high}) {
  const percent = (value) => `${Math.min(1, Math.max(0, isNumber(value) ? value : 0)) * 96 + 2}%`;
  return shape("svg", {class: "interval", "aria-hidden": "true"},
    shape("line", {x1: "2%", x2: "98%", y1: "50%", y2: "50%", stroke: "var(--line)"}),
    shape("line", {x1: percent(low), x2: percent(high), y1: "50%", y2: "50%", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round", "stroke-opacity": 0.45}),
    shape("circle", {cx: percent(mean), cy: "50%", r: 4, fill: "currentColor"}));
}

function armTable(title, name) {
  return new Table({
    title, limit: 15, key: (arm) => arm.construct, columns: [
      {title: name, value: (arm) => arm.construct, class: "name"},
      {title: "Expected reward, 95% interval", value: (arm) => arm.mean, node: intervalBar, text: () => ""},
      {title: "Mean", value: (arm) => arm.mean, text: (arm) => showNumber(arm.mean), number: true},
      {title: "Low", value: (arm) => arm.low, text: (arm) => showNumber(arm.low), number: true},
      {title: "High", value: (arm) => arm.high, text: (arm) => showNumber(arm.high), number: true},
      {title: "Played", value: (arm) => arm.pulls, text: (arm) => showCount(arm.pulls), number: true},
      {title: "Rewards", value: (arm) => arm.rewards, text: (arm) => showNumber(arm.rewards), number: true},
    ],
  });
}

class Ranking extends Section {
  constructor() {
    const figure = new Figure("ranking", "Constructs that pay best, with the intervals of their expected rewards");
    const constructs = armTable("Ranking of constructs", "Construct");
    const actions = armTable("What was done with inputs", "Action");
    const more = element("div", {}, element("h3", {}, "Actions"), actions.node);
    super("ranking", "Constructs", "An agent learns which constructs make the solvers slow or wrong. The interval holds the expected reward with 95% probability.",
      figure.node, constructs.node, more);
    Object.assign(this, {figure, constructs, actions, more});
  }

  update({ranking, actions}, figures) {
    this.figure.update(figures.ranking);
    this.constructs.update(ranking);
    this.actions.update(actions || []);
    this.more.hidden = !actions || actions.length === 0;
  }
}

function outcomeBar({outcomes, runs}) {
  const known = Object.entries(outcomes).filter(([, count]) => count > 0);
  const parts = known.map(([outcome, count]) => {
    const part = element("i", {class: outcomeClass(outcome), title: `${visible(outcome)}: ${showCount(count)}`});
    part.style.width = `${(100 * count) / Math.max(runs, 1)}%`;
    return part;
  });
  return element("div", {}, element("div", {class: "stack", "aria-hidden": "true"}, ...parts),
    element("ul", {class: "legend"}, ...known.map(([outcome, count]) => element("li", {class: outcomeClass(outcome)}, `${visible(outcome)} ${showCount(count)}`))));
}

class Solvers extends Section {
  constructor() {
    const table = new Table({
      title: "Solvers", key: (solver) => solver.number, columns: [
        {title: "Solver", value: (solver) => solver.name, class: "name"},
        {title: "Version", value: (solver) => solver.version},
        {title: "Role", value: (solver) => solver.role},
        {title: "Outcomes", value: (solver) => solver.runs ? solver.decided / solver.runs : null, node: outcomeBar, text: (solver) => Object.keys(solver.outcomes).join(" ")},
        {title: "Runs", value: (solver) => solver.runs, text: (solver) => showCount(solver.runs), number: true},
        {title: "Decided", value: (solver) => solver.decided, text: (solver) => showCount(solver.decided), number: true},
        {title: "CPU time", value: (solver) => solver.cpu_seconds, text: (solver) => showSeconds(solver.cpu_seconds), number: true},
        {title: "Time", value: (solver) => solver.wall_seconds, text: (solver) => showSeconds(solver.wall_seconds), number: true},
        {title: "Peak memory", value: (solver) => solver.peak_bytes, text: (solver) => showBytes(solver.peak_bytes), number: true},
      ],
    });
    const cactus = new Figure("cactus", "How many inputs each solver decides within a cost: the longer and the lower a line, the better");
    const scatter = new Figure("scatter", "The cost of each input: below the diagonal it is the harder one for the solver of the lower axis");
    const compared = element("p", {class: "muted"});
    super("solvers", "Solvers", null, table.node, element("div", {class: "figures"}, cactus.node, scatter.node), compared);
    Object.assign(this, {table, cactus, scatter, compared});
  }

  update(report, figures) {
    this.table.update(report.solvers);
    this.cactus.update(figures.cactus);
    this.scatter.update(figures.scatter);
    setText(this.compared, `Figures are of the ${plural(report.counts.compared, "input", "inputs")} on which all solvers ran, each to its end or to the full limit.`);
  }
}

class Settings extends Section {
  constructor() {
    const table = new Table({
      title: "Environment and settings", limit: 40, key: (row) => `${row.of} ${row.name}`, columns: [
        {title: "Name", value: (row) => row.name, class: "name"},
        {title: "Value", value: (row) => row.value, class: "name"},
        {title: "Of", value: (row) => row.of},
      ],
    });
    super("settings", "Environment and settings", null, table.node);
    this.table = table;
  }

  update({environment, settings}) {
    const rows = (of, values) => Object.entries(values || {}).map(([name, value]) => ({of, name, value: showSetting(name, value)}));
    const given = Object.fromEntries(Object.entries(settings || {}).filter(([name]) => name !== "environment"));
    /* What was not asked for comes last. */
    const options = rows("campaign", given).sort((a, b) => (a.value === "false") - (b.value === "false"));
    this.table.update([...rows("machine", environment), ...options]);
  }
}

function showSetting(name, value) {
  if (typeof value === "number" && name.endsWith("_bytes")) return showBytes(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
