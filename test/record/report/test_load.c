/* What reports are made of: sums, samples and texts of stores that the test makes. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "record/report/curve.h"
#include "record/report/document.h"
#include "record/report/figure.h"
#include "record/report/json.h"
#include "record/report/markdown.h"
#include "record/report/sample.h"
#include "support/postgres.h"
#include "support/sample_store.h"

static char folder[] = "/tmp/assay-report-XXXXXX";
static Store *store;

static void remove_store(void)
{
  static const char *const names[] = {"", "-wal", "-shm", "-owner"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[120];
    snprintf(path, sizeof path, "%s/campaign.db%s", folder, names[i]);
    unlink(path);
  }
}

static int set_up(void **state)
{
  (void)state;
  Error error;
  if (mkdtemp(folder) == NULL) return 1;
  return store_open(&store, folder, &(StoreOptions){.writable = true}, &error) != STATUS_OK;
}

static int tear_down(void **state)
{
  (void)state;
  store_close(store);
  remove_store();
  int code = rmdir(folder);
  memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
  return code;
}

static ReportData *load(Store *from, int64_t campaign)
{
  ReportData *data;
  Error error;
  ok(report_load(&data, from, campaign, &error), &error);
  return data;
}

static void assert_text(const ReportText *text, const char *expected)
{
  assert_non_null(text->bytes);
  assert_string_equal(text->bytes, expected);
  assert_int_equal(text->full_length, strlen(expected));
}

static void assert_about(double value, double expected)
{
  if (!(fabs(value - expected) <= 1e-9 * fmax(1, fabs(expected))))
    fail_msg("%.17g is not %.17g", value, expected);
}

static void check_sample(const ReportData *data)
{
  assert_string_equal(data->name, "night");
  assert_int_equal(data->seed, 42);
  assert_false(data->running);
  assert_null(data->end.bytes);
  assert_about(data->seconds, 99);
  assert_int_equal(data->inputs, 100);
  assert_int_equal(data->runs, 190);
  assert_string_equal(data->unit, "s");
  assert_about(data->rule.limit, 10);
  assert_int_equal(data->rule.cost, COST_CPU);
  const ReportSolver *z3 = &data->solvers.items[0], *cvc5 = &data->solvers.items[1];
  assert_int_equal(data->solvers.count, 2);
  assert_int_equal(z3->runs, 100);
  assert_int_equal(z3->decided, 90);
  assert_int_equal(z3->outcomes[OUTCOME_TIMEOUT], 10);
  assert_int_equal(cvc5->runs, 90);
  assert_int_equal(cvc5->decided, 90);
  assert_int_equal(cvc5->peak_bytes, 100 << 20);
}

static void test_sums(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  check_sample(data);
  report_release(data);
}

static void test_best(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  assert_true(data->best.exists);
  assert_int_equal(data->best.instance, 99);
  assert_about(data->best.margin, 10.099);
  assert_about(data->best.seconds, 99);
  assert_int_equal(data->best.size, 199);
  assert_text(&data->best.text, "(set-logic QF_BV)\n; input 99\n(check-sat)\n");
  assert_int_equal(data->best.runs.count, 2);
  assert_string_equal(data->best.runs.items[0].outcome, "timeout");
  assert_about(data->best.runs.items[0].score, 20); /* par2 */
  assert_about(data->best.runs.items[1].score, 0.5);
  assert_int_equal(data->progress.count, 11);
  assert_about(data->progress.items[1].seconds, 9);
  assert_about(data->progress.items[1].margin, 10.009);
  report_release(data);
}

static void test_ranking(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  assert_int_equal(data->ranking.count, 2); /* bvudiv was never tried */
  const ReportArm *first = &data->ranking.items[0], *second = &data->ranking.items[1];
  assert_string_equal(first->name, "bvmul");
  assert_about(first->mean, 9.0 / 12);
  assert_true(first->low < first->mean && first->mean < first->high);
  assert_string_equal(second->name, "bvadd");
  assert_int_equal(second->pulls, 10); /* the last state, not the sum of all */
  assert_int_equal(data->actions.count, 2);
  assert_string_equal(data->actions.items[0].name, "sample");
  assert_int_equal(data->options.count, 2);
  assert_string_equal(data->options.items[0].name, "z3(sat.euf=true)");
  assert_about(data->options.items[0].mean, 3.0 / 10);
  assert_int_equal(data->options.items[1].pulls, 7);
  report_release(data);
}

static void test_groups(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  assert_int_equal(data->findings, 4);
  assert_int_equal(data->groups.count, 2);
  assert_int_equal(data->confirmed_groups, 1);
  const ReportGroup *minority = &data->groups.items[0], *crash = &data->groups.items[1];
  assert_string_equal(minority->kind, "minority");
  assert_text(&minority->signature, "minority|z3|QF_BV");
  assert_int_equal(minority->findings, 3);
  assert_int_equal(minority->confirmed, 2);
  assert_about(minority->seconds, 3.5);    /* of the first, */
  assert_int_equal(minority->instance, 4); /* but the first that is confirmed is the example */
  assert_int_equal(minority->accused, 1);
  assert_text(&minority->text, "(set-logic QF_BV)\n; input 4\n(check-sat)\n");
  assert_text(&minority->answers, "z3: sat, cvc5: unsat");
  assert_text(&minority->reduced, "(assert false)\n(check-sat)\n");
  assert_null(minority->script.bytes);
  assert_int_equal(crash->confirmed, 0);
  assert_int_equal(crash->instance, 6);
  assert_null(crash->report.bytes);
  assert_null(minority->known.bytes);
  assert_int_equal(minority->same_as, 0);
  assert_text(&crash->known, "an old one (https://example.org/7)");
  assert_int_equal(crash->same_as, 1);
  assert_string_equal(minority->name, "finding-01");
  assert_string_equal(crash->name, "finding-02");
  report_release(data);
}

/* What a store says of groups that are the same may be anything. */
static void test_same_groups(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool found;
  } cases[] = {{"finding-1", true},   {"finding-01", true},
               {"finding-0", false},  {"finding-2", false} /* itself */,
               {"finding-3", false},  {"finding-", false},
               {"finding-1x", false}, {"finding--1", false},
               {"finding 1", false},  {"", false},
               {"1", false},          {"finding-99999999999999999999999999", false}};
  int64_t id = sample_campaign(store, "night", 10);
  Error error;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ok(store_put_finding_text(store, id, 6, 0, "same_as", sample_text(cases[i].text), &error),
       &error);
    ok(store_flush(store, &error), &error);
    ReportData *data = load(store, id);
    if (data->groups.items[1].same_as != cases[i].found) fail_msg("'%s'", cases[i].text);
    report_release(data);
  }
}

/* Inputs on which one of them did not run say nothing about who is faster. */
static void test_compared(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  assert_int_equal(data->compared, 90);
  assert_int_equal(data->cactus.count, 2);
  const ReportCurve *z3 = &data->cactus.items[0], *cvc5 = &data->cactus.items[1];
  assert_int_equal(z3->points.items[z3->points.count - 1].solved, 80);
  assert_about(z3->points.items[z3->points.count - 1].cost, 0.98);
  assert_int_equal(cvc5->points.items[cvc5->points.count - 1].solved, 90);
  assert_about(cvc5->points.items[cvc5->points.count - 1].cost, 0.5);
  assert_int_equal(data->scatter.count, 90);
  assert_string_equal(data->target_label, "z3");
  assert_string_equal(data->reference_label, "cvc5");
  assert_about(data->scatter.items[8].target, 10); /* input 9: at the limit */
  assert_int_equal(data->scatter.items[8].instance, 9);
  report_release(data);
}

/* A reference that was ended early has no known cost; one that reached the limit has. */
static void test_cut_runs(void **state)
{
  (void)state;
  Error error;
  StoreCampaign campaign = {.name = "cut"};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  store_add_setting(store, campaign.id, "limit", sample_text("10"), &error);
  store_add_solver(store, campaign.id, &(StoreSolver){0, "z3", "", "target"}, &error);
  store_add_solver(store, campaign.id, &(StoreSolver){1, "cvc5", "", "reference"}, &error);
  static const double reference_cost[] = {3, 10.02, 9.9};
  for (uint64_t i = 0; i < 3; i++) {
    StoreInstance instance = {.number = i, .parent = STORE_NONE, .construct = STORE_NONE};
    StoreRun target = {.instance = i, .outcome = "unsat", .cpu_ns = 5000000000};
    StoreRun reference = {.instance = i,
                          .solver = 1,
                          .outcome = "timeout",
                          .cpu_ns = (uint64_t)(reference_cost[i] * 1e9)};
    store_add_instance(store, campaign.id, &instance, &error);
    store_add_run(store, campaign.id, &target, &error);
    store_add_run(store, campaign.id, &reference, &error);
  }
  ok(store_flush(store, &error), &error);
  ReportData *data = load(store, campaign.id);
  assert_int_equal(data->compared, 2);
  assert_int_equal(data->scatter.count, 2);
  assert_int_equal(data->scatter.items[0].instance, 1);
  assert_about(data->scatter.items[0].reference, 10);
  assert_int_equal(data->cactus.items[1].points.count, 0);
  report_release(data);
}

/* A run that was stopped since it could not win is no time-out: by its word or, in older stores, by its limit. */
static void test_stopped_runs(void **state)
{
  (void)state;
  Error error;
  StoreCampaign campaign = {.name = "stopped"};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  store_add_setting(store, campaign.id, "limit", sample_text("10"), &error);
  store_add_solver(store, campaign.id, &(StoreSolver){0, "z3", "", "target"}, &error);
  store_add_solver(store, campaign.id, &(StoreSolver){1, "cvc5", "", "reference"}, &error);
  static const struct {
    const char *outcome;
    double seconds, limit;
  } references[] = {{"stopped", 3, 3}, {"timeout", 3, 3}, {"timeout", 10, 10}, {"sat", 2, 3}};
  for (uint64_t i = 0; i < 4; i++) {
    StoreInstance instance = {.number = i, .parent = STORE_NONE, .construct = STORE_NONE};
    StoreRun target = {
        .instance = i, .outcome = "unsat", .cpu_ns = 5000000000, .limit_ns = 10000000000};
    StoreRun reference = {.instance = i,
                          .solver = 1,
                          .outcome = references[i].outcome,
                          .cpu_ns = (uint64_t)(references[i].seconds * 1e9),
                          .limit_ns = (uint64_t)(references[i].limit * 1e9)};
    store_add_instance(store, campaign.id, &instance, &error);
    store_add_run(store, campaign.id, &target, &error);
    store_add_run(store, campaign.id, &reference, &error);
  }
  ok(store_flush(store, &error), &error);
  ReportData *data = load(store, campaign.id);
  const ReportSolver *reference = &data->solvers.items[1];
  assert_int_equal(reference->outcomes[REPORT_STOPPED], 2);
  assert_int_equal(reference->outcomes[OUTCOME_TIMEOUT], 1);
  assert_int_equal(reference->outcomes[OUTCOME_SAT], 1);
  assert_string_equal(report_outcome_name(REPORT_STOPPED), "stopped");
  assert_int_equal(data->compared, 2);
  assert_int_equal(data->cactus.items[1].points.count, 1);
  report_release(data);
}

static void test_empty(void **state)
{
  (void)state;
  Error error;
  ReportData *data;
  StoreCampaign campaign = {.name = "", .seed = UINT64_MAX};
  assert_int_equal(report_load(&data, store, 0, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "no campaign"));
  ok(store_begin_campaign(store, &campaign, &error), &error);
  data = load(store, 0);
  assert_int_equal(data->campaign, campaign.id);
  assert_false(data->best.exists);
  json_t *document = report_document(data);
  assert_true(json_is_null(json_object_get(document, "best")));
  assert_true(json_is_null(json_object_get(document, "limit")));
  const char *seed = NULL;
  assert_int_equal(json_unpack(document, "{s:{s:s}}", "campaign", "seed", &seed), 0);
  assert_string_equal(seed, "18446744073709551615");
  json_decref(document);
  report_release(data);
  assert_int_equal(report_load(&data, store, 77, &error), STATUS_USAGE);
  assert_non_null(strstr(error.message, "no campaign 77"));
}

static void test_newest(void **state)
{
  (void)state;
  sample_campaign(store, "old", 10);
  int64_t id = sample_campaign(store, "new", 20);
  ReportData *data = load(store, 0);
  assert_int_equal(data->campaign, id);
  assert_string_equal(data->name, "new");
  assert_int_equal(data->inputs, 20);
  assert_int_equal(data->findings, 4);
  report_release(data);
}

static void test_running(void **state)
{
  (void)state;
  Error error;
  int64_t id = sample_campaign(store, "night", 10);
  ok(store_own_campaign(store, id, &error), &error);
  Store *other;
  ok(store_open(&other, folder, &(StoreOptions){0}, &error), &error);
  ReportData *data = load(other, id);
  assert_true(data->running);
  report_release(data);
  ok(store_put_state(store, id, 0, "end", sample_text("time"), &error), &error);
  ok(store_flush(store, &error), &error);
  data = load(other, id);
  assert_false(data->running);
  assert_text(&data->end, "time");
  report_release(data);
  store_close(other);
}

static void test_long_texts(void **state)
{
  (void)state;
  enum { LENGTH = 3 << 20 };
  Error error;
  int64_t id = sample_campaign(store, "night", 10);
  char *bytes = malloc(LENGTH);
  assert_non_null(bytes);
  memset(bytes, 'x', LENGTH);
  ok(store_put_finding_text(store, id, 4, 0, "report", (StoreText){bytes, LENGTH, 0}, &error),
     &error);
  ok(store_flush(store, &error), &error);
  free(bytes);
  ReportData *data = load(store, id);
  assert_int_equal(data->groups.items[0].report.length, REPORT_TEXT_MOST);
  assert_int_equal(data->groups.items[0].report.full_length, LENGTH);
  json_t *document = report_document(data);
  const char *report = NULL;
  json_t *group = json_array_get(json_object_get(document, "groups"), 0);
  assert_int_equal(json_unpack(group, "{s:{s:s}}", "example", "report", &report), 0);
  assert_non_null(strstr(report, "x\n[cut: the first 65536 of 3145728 bytes]"));
  json_decref(document);
  report_release(data);
}

static void test_hostile(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_hostile_campaign(store));
  assert_string_equal(data->solvers.items[0].name, sample_hostile);
  json_t *document = report_document(data);
  /* jansson refuses what is not UTF-8, so that nothing may be missing. */
  const char *name = NULL;
  assert_int_equal(json_unpack(document, "{s:{s:s}}", "campaign", "name", &name), 0);
  assert_non_null(strstr(name, "<script>"));
  assert_non_null(strstr(name, "\xEF\xBF\xBD"));
  assert_int_equal(json_object_size(json_object_get(document, "environment")), 0);
  char *text = json_dumps(document, JSON_ENSURE_ASCII);
  assert_non_null(text);
  assert_null(strchr(text, '\x1b'));
  free(text);
  json_decref(document);
  report_release(data);
}

static void test_document(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  json_t *document = report_document(data), *points;
  int format, runs, solved, compared;
  double best, x, y, first;
  const char *accused, *command, *cpu, *unit;
  assert_int_equal(json_unpack(document, "{s:i, s:s, s:{s:i, s:i}, s:{s:s}, s:{s:f}}", "format",
                               &format, "unit", &unit, "counts", "runs", &runs, "compared",
                               &compared, "environment", "cpu", &cpu, "best", "margin", &best),
                   0);
  assert_int_equal(format, REPORT_FORMAT);
  assert_int_equal(runs, 190);
  assert_int_equal(compared, 90);
  assert_string_equal(cpu, "Testium");
  assert_about(best, 10.099);
  json_t *group = json_array_get(json_object_get(document, "groups"), 0);
  assert_int_equal(
      json_unpack(group, "{s:[s!], s:{s:s}}", "blamed", &accused, "example", "command", &command),
      0);
  assert_string_equal(accused, "z3");
  assert_memory_equal(command, "assay replay /tmp/assay-report-", 31);
  points = json_object_get(json_array_get(json_object_get(document, "cactus"), 1), "points");
  assert_int_equal(
      json_unpack(json_array_get(points, json_array_size(points) - 1), "[i, f!]", &solved, &first),
      0);
  assert_int_equal(solved, 90);
  int instance;
  json_t *point = json_array_get(json_object_get(document, "scatter"), 0);
  assert_int_equal(json_unpack(point, "[F, F, i!]", &x, &y, &instance), 0);
  assert_about(x, 0.01);
  assert_about(y, 0.005);
  json_decref(document);
  report_release(data);
}

static void test_postgresql(void **state)
{
  (void)state;
  PostgresServer server;
  const char *reason = postgres_start(&server);
  if (reason != NULL) {
    print_message("no PostgreSQL: %s\n", reason);
    skip();
  }
  Store *remote, *other;
  Error error;
  ok(store_open(&remote, server.url, &(StoreOptions){.writable = true}, &error), &error);
  int64_t id = sample_campaign(remote, "night", 100);
  ReportData *data = load(remote, id);
  check_sample(data);
  assert_memory_equal(data->place, "postgresql://", 13);
  report_release(data);
  ok(store_own_campaign(remote, id, &error), &error);
  ok(store_open(&other, server.url, &(StoreOptions){0}, &error), &error);
  data = load(other, id);
  assert_true(data->running);
  report_release(data);
  store_close(other);
  store_close(remote);
  postgres_stop(&server);
}

/* --- figures --- */

static void draw(const ReportData *data, FigureKind kind, FigureFormat format, StrBuf *out)
{
  Error error;
  strbuf_clear(out);
  ok(figure_render(data, kind, format, out, &error), &error);
  assert_true(out->length > 500);
}

static void test_figures(void **state)
{
  (void)state;
  static const char *const starts[] = {"<svg class=\"assay-figure\"", "%PDF-", "\x89PNG",
                                       "% GNUPLOT: LaTeX2e picture"};
  ReportData *data = load(store, sample_campaign(store, "night", 100));
  StrBuf out;
  strbuf_init(&out, 0);
  for (FigureKind kind = 0; kind < FIGURE_COUNT; kind++) {
    draw(data, kind, FIGURE_SVG, &out);
    assert_memory_equal(out.bytes, starts[FIGURE_SVG], strlen(starts[FIGURE_SVG]));
    const char *words[] = {[FIGURE_PROGRESS] = "best margin (s)",
                           [FIGURE_RANKING] = ">bvmul<",
                           [FIGURE_CACTUS] = ">cvc5<",
                           [FIGURE_SCATTER] = "CPU time (s) of z3"};
    assert_non_null(strstr(strbuf_text(&out), words[kind]));
    assert_non_null(strstr(strbuf_text(&out), "</svg>"));
  }
  for (FigureFormat format = FIGURE_PDF; format < FIGURE_FORMAT_COUNT; format++) {
    draw(data, FIGURE_CACTUS, format, &out);
    assert_memory_equal(out.bytes, starts[format], strlen(starts[format]));
  }
  strbuf_deinit(&out);
  report_release(data);
}

/* One try in vain leaves most of the prior, which is no reason to come before what was rewarded. */
static void test_rewarded_first(void **state)
{
  (void)state;
  Error error;
  int64_t campaign = sample_campaign(store, "prior", 100);
  StoreArm arms[] = {
      {.construct = 0, .at_ms = 200000, .successes = 1, .failures = 99, .pulls = 100, .rewards = 1},
      {.construct = 2, .at_ms = 200000, .failures = 1, .pulls = 1}};
  for (size_t i = 0; i < 2; i++)
    assert_int_equal(store_add_arm(store, campaign, &arms[i], &error), STATUS_OK);
  ok(store_flush(store, &error), &error);
  ReportData *data = load(store, campaign);
  assert_int_equal(data->ranking.count, 2);
  assert_string_equal(data->ranking.items[0].name, "bvadd");
  assert_string_equal(data->ranking.items[1].name, "bvudiv");
  assert_true(data->ranking.items[0].mean < data->ranking.items[1].mean);
  report_release(data);
}

static void put_lift(int64_t campaign, uint32_t worker, const char *text)
{
  Error error;
  StoreText value = {.bytes = text, .length = strlen(text), .full_length = strlen(text)};
  ok(store_put_state(store, campaign, worker, "lift", value, &error), &error);
}

/* What workers have counted adds up; what makes no sense is left out; without any there is none. */
static void test_lift(void **state)
{
  (void)state;
  Error error;
  int64_t campaign = sample_campaign(store, "lift", 100);
  ReportData *data = load(store, campaign);
  assert_int_equal(data->lifts.count, 0);
  assert_int_equal(data->lift_all.inputs, 0);
  report_release(data);
  put_lift(campaign, 0, "{\"inputs\": 60, \"paid\": 6, \"with\": [[0, 6, 5], [1, 60, 6]]}");
  put_lift(campaign, 3,
           "{\"inputs\": 40, \"paid\": 4, \"with\": [[0, 4, 4], [2, 10, 11], [99, 1, 1]]}");
  put_lift(campaign, 4, "{\"inputs\": 1, \"paid\": 2}");
  put_lift(campaign, 5, "nothing");
  ok(store_flush(store, &error), &error);
  data = load(store, campaign);
  assert_int_equal(data->lift_all.inputs, 100);
  assert_int_equal(data->lift_all.paid, 10);
  assert_int_equal(data->lifts.count, 2);
  const ReportLift *first = &data->lifts.items[0];
  assert_string_equal(first->name, "bvadd");
  assert_int_equal(first->with.inputs, 10);
  assert_int_equal(first->with.paid, 9);
  assert_true(first->ratio.low > 1 && data->lifts.items[1].ratio.low < 1);
  StrBuf out;
  strbuf_init(&out, 0);
  report_markdown(data, &out);
  assert_non_null(strstr(strbuf_text(&out), "Of 100 inputs 10 paid."));
  assert_non_null(strstr(strbuf_text(&out), "| 10 | 9 |"));
  assert_null(strstr(strbuf_text(&out), "| 60 | 6 |"));
  strbuf_deinit(&out);
  report_release(data);
}

static void test_empty_figures(void **state)
{
  (void)state;
  static const char *const reasons[] = {"no input has a margin yet",
                                        "no construct was rewarded yet", "all solvers ran",
                                        "cost on both sides"};
  Error error;
  StoreCampaign campaign = {.name = "nothing"};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  ReportData *data = load(store, campaign.id);
  StrBuf out;
  strbuf_init(&out, 0);
  for (FigureKind kind = 0; kind < FIGURE_COUNT; kind++) {
    draw(data, kind, FIGURE_SVG, &out);
    assert_non_null(strstr(strbuf_text(&out), reasons[kind]));
  }
  strbuf_deinit(&out);
  report_release(data);
}

/* Names are data: they neither run anything in gnuplot nor break out of the text of the figure. */
static void test_hostile_figures(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_hostile_campaign(store));
  StrBuf out;
  strbuf_init(&out, 0);
  draw(data, FIGURE_CACTUS, FIGURE_SVG, &out);
  assert_non_null(strstr(strbuf_text(&out), "&lt;script"));
  assert_null(strstr(strbuf_text(&out), "<script"));
  assert_null(strchr(strbuf_text(&out), '\x1b'));
  data->solvers.items[1].name = "'; system('touch owned'); print '`touch owned`%n%s'";
  data->ranking.items[0].name = "'; system('touch owned'); print '`touch owned`%n%s'";
  data->solvers.items[0].name = data->ranking.items[1].name = "a_b$(x)-27\\{%";
  for (FigureKind kind = FIGURE_RANKING; kind <= FIGURE_CACTUS; kind++) {
    draw(data, kind, FIGURE_SVG, &out);
    const char *text = strbuf_text(&out);
    assert_non_null(strstr(text, ">a_b$(x)-27\\{%<"));
    assert_non_null(strstr(text, "system('touch owned'); print '`touch owned`"));
    draw(data, kind, FIGURE_TEX, &out);
    text = strbuf_text(&out);
    assert_non_null(strstr(text, "{a\\_b\\$(x)-27\\textbackslash{}\\{\\%}"));
    draw(data, kind, FIGURE_PDF, &out);
  }
  assert_int_equal(access("owned", F_OK), -1);
  strbuf_deinit(&out);
  report_release(data);
}

static void test_without_gnuplot(void **state)
{
  (void)state;
  ReportData *data = load(store, sample_campaign(store, "night", 10));
  StrBuf out;
  Error error;
  char *path = strdup(getenv("PATH"));
  strbuf_init(&out, 0);
  setenv("PATH", folder, 1);
  Status status = figure_render(data, FIGURE_CACTUS, FIGURE_SVG, &out, &error);
  setenv("PATH", path, 1);
  assert_int_equal(status, STATUS_IO);
  assert_non_null(strstr(error.message, "gnuplot-nox"));
  free(path);
  strbuf_deinit(&out);
  report_release(data);
}

/* --- samples --- */

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Every point of the curve has to be one of the full curve, few points or many. */
static void test_curve_is_exact(void **state)
{
  (void)state;
  static const size_t counts[] = {1, 7, 300, 20000};
  static double costs[20000];
  Random random = random_stream(1, 2, 3);
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
    CostCurve curve = {0};
    ReportCurve out = {0};
    for (size_t i = 0; i < counts[k]; i++) {
      costs[i] = i == 0 ? 0 : exp(20 * random_unit(&random) - 10);
      curve_add(&curve, costs[i]);
    }
    qsort(costs, counts[k], sizeof *costs, compare);
    curve_points(&curve, &out);
    assert_true(out.points.count > 0 && out.points.count <= REPORT_CURVE_MOST);
    if (counts[k] == 20000) assert_true(out.points.count > REPORT_CURVE_MOST / 4);
    for (size_t i = 0; i < out.points.count; i++)
      assert_true(out.points.items[i].cost == costs[out.points.items[i].solved - 1]);
    assert_int_equal(out.points.items[out.points.count - 1].solved, counts[k]);
    VEC_FREE(&out.points);
    curve_deinit(&curve);
  }
}

static void test_sample_keeps_extremes(void **state)
{
  (void)state;
  enum { POINTS = 50000 };
  PointSample sample;
  ReportData data = {0};
  Random random = random_stream(4, 5, 6);
  double most[2] = {0, 0}; /* in each direction */
  point_sample_init(&sample);
  for (uint64_t i = 0; i < POINTS; i++) {
    ReportPoint point = {10 * random_unit(&random), 9 * random_unit(&random), i};
    most[0] = fmax(most[0], point.target - point.reference);
    most[1] = fmax(most[1], point.reference - point.target);
    point_sample_add(&sample, point);
    if (i + 1 != REPORT_SCATTER_MOST) continue;
    point_sample_take(&sample, &data); /* so far all of them, in their order */
    assert_int_equal(data.scatter.count, REPORT_SCATTER_MOST);
    for (size_t j = 0; j < data.scatter.count; j++)
      assert_int_equal(data.scatter.items[j].instance, j);
    data.scatter.count = 0;
  }
  point_sample_take(&sample, &data);
  assert_int_equal(data.scatter.count, REPORT_SCATTER_MOST);
  double kept[2] = {0, 0};
  uint64_t late = 0;
  for (size_t i = 0; i < data.scatter.count; i++) {
    const ReportPoint *point = &data.scatter.items[i];
    kept[0] = fmax(kept[0], point->target - point->reference);
    kept[1] = fmax(kept[1], point->reference - point->target);
    late += point->instance >= POINTS / 2;
  }
  assert_true(kept[0] == most[0] && kept[1] == most[1]);
  assert_true(late > REPORT_SCATTER_MOST / 3 && late < REPORT_SCATTER_MOST * 2 / 3);
  VEC_FREE(&data.scatter);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      CASE(test_sums),
      CASE(test_best),
      CASE(test_ranking),
      CASE(test_lift),
      CASE(test_same_groups),
      CASE(test_groups),
      CASE(test_compared),
      CASE(test_cut_runs),
      CASE(test_stopped_runs),
      CASE(test_empty),
      CASE(test_newest),
      CASE(test_running),
      CASE(test_long_texts),
      CASE(test_hostile),
      CASE(test_document),
      CASE(test_figures),
      CASE(test_rewarded_first),
      CASE(test_empty_figures),
      CASE(test_hostile_figures),
      CASE(test_without_gnuplot),
      cmocka_unit_test(test_postgresql),
      cmocka_unit_test(test_curve_is_exact),
      cmocka_unit_test(test_sample_keeps_extremes),
  };
  return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
