/* The page as a whole: reads the data that is part of it, and follows the campaign if it comes from `assay serve`. */

const ENDS = new Map([
  ["time", "the time is up"],
  ["solver-time", "the CPU time of solvers is used up"],
  ["inputs", "all inputs are done"],
  ["perfect", "no margin can be better"],
  ["aborted", "aborted: no usable runs"],
]);

class Page {
  constructor(live) {
    this.live = live;
    this.findings = new Findings();
    this.inputs = new Inputs(live);
    this.settings = new Settings();
    this.sections = [new Summary(), this.findings, new Best(), new Ranking(), new Solvers(), this.inputs, new Workers(), this.settings];
    document.getElementById("main").replaceChildren(...this.sections.map((section) => section.node));
    this.links = this.sections.map(({id, title}) => element("li", {}, element("a", {href: `#${id}`}, title)));
    document.getElementById("contents").replaceChildren(element("ul", {}, ...this.links));
    this.connected = true;
  }

  update(report, figures) {
    this.report = report;
    setHighlight(report.highlight);
    const {campaign, settings} = report;
    document.title = `${visible(campaign.name)} – assay`;
    setText(document.getElementById("name"), visible(campaign.name));
    const solvers = report.solvers.map((solver) => solver.name).join(", ");
    const facts = [settings.logic, settings.objective, solvers, settings.seed && `seed ${settings.seed}`];
    setText(document.getElementById("about"), facts.filter(Boolean).map(visible).join(" · "));
    setText(document.getElementById("footer"), `Made by assay ${visible(report.assay)}.`);
    this.sections.forEach((section, number) => {
      section.node.hidden = this.links[number].hidden = !section.applies(report);
      section.update(report, figures);
    });
    this.showState();
  }

  /* What the address of the page names, as in "#finding-02" and "#input-17". */
  open(name) {
    const wanted = decodeURIComponent(name);
    for (const section of this.sections) if (section.open) section.open(wanted);
  }

  showState() {
    const {running, end} = this.report.campaign;
    const node = document.getElementById("state");
    const state = !this.connected ? "lost" : running ? "running" : "ended";
    const words = {
      lost: "connection lost, trying again",
      running: this.live ? "running, this page follows" : "was running when this page was made",
      ended: end ? `ended: ${ENDS.get(end) || visible(end)}` : "stopped before its end",
    };
    node.dataset.state = state;
    setText(node, words[state]);
  }
}

/* Server-sent events say that something has changed; then everything is fetched. While one update is in progress others
 * are remembered as one. */
class Follower {
  constructor(page, figures) {
    this.page = page;
    this.figures = figures;
    this.busy = false;
    this.again = false;
    const source = new EventSource(serverAddress("events"));
    source.addEventListener("changed", () => this.refresh());
    source.addEventListener("open", () => this.setConnected(true));
    source.addEventListener("error", () => this.setConnected(false));
  }

  setConnected(connected) {
    this.page.connected = connected;
    this.page.showState();
  }

  async refresh() {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    while (this.again) {
      this.again = false;
      try {
        await this.fetchAll();
      } catch {
        this.setConnected(false);
      }
    }
    this.busy = false;
  }

  async fetchAll() {
    const answer = await fetch(serverAddress("campaign.json"));
    if (!answer.ok) throw new Error(answer.statusText);
    const report = await answer.json();
    for (const kind of Object.keys(this.figures)) this.figures[kind] = await this.fetchFigure(kind);
    this.page.connected = true;
    this.page.update(report, this.figures);
  }

  async fetchFigure(kind) {
    const answer = await fetch(serverAddress(`figure/${kind}.svg`));
    const text = await answer.text();
    return answer.ok ? {svg: text} : {error: text.trim()};
  }
}

const data = JSON.parse(document.getElementById("data").textContent);
const page = new Page(data.live);
page.update(data.report, data.figures);
page.open(location.hash.slice(1));
addEventListener("hashchange", () => page.open(location.hash.slice(1)));
/* On paper nothing can be opened. */
let printed = [];
addEventListener("beforeprint", () => {
  page.settings.table.showAll();
  printed = page.findings.table.openAll();
});
addEventListener("afterprint", () => printed.splice(0).forEach((key) => page.findings.table.toggle(key)));
if (data.live) new Follower(page, data.figures);
