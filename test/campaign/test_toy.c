/* A whole campaign without SMT-LIB: words that solvers call violated or hold. It is begun, reduced, recorded, resumed,
 * replayed and reported. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/job.h"
#include "campaign/replay.h"
#include "language/table.h"
#include "record/report/document.h"
#include "record/report/json.h"
#include "record/report/summary.h"
#include "support/scratch.h"
#include "support/toy_language.h"

enum { FIRST_INPUTS = 300 };

/* Wrong about words with "kl" in them that have the witness, too, and right about all. */
static const char profiles[] = "- name: liar\n"
                               "  programs: [fake]\n"
                               "  always: [act, \"if:kl\", \"out:holds\\\\n\", \"if:kl\", "
                               "\"exit:0\", \"if:a\", \"out:violated\\\\n\", \"unless:a\", "
                               "\"out:holds\\\\n\"]\n"
                               "  file: [\"{size}\", \"{word}\"]\n"
                               "  language: toy-pair\n"
                               "  answers: words\n"
                               "- name: honest\n"
                               "  programs: [fake]\n"
                               "  always: [act, \"if:a\", \"out:violated\\\\n\", \"unless:a\", "
                               "\"out:holds\\\\n\"]\n"
                               "  file: [\"{size}\", \"{word}\"]\n"
                               "  language: toy-pair\n"
                               "  answers: words\n";

static void fail_on_warning(void *user, const char *message)
{
  (void)user;
  fail_msg("%s", message);
}

static Status make_toy(void *user, const CampaignSpec *spec, const SolverVec *solvers,
                       Language **language, StrBuf *name, Error *error)
{
  const LanguageInterface *interface = user;
  assert_string_equal(spec->language, interface->name);
  if (language_check_solvers(interface, solvers->items, solvers->count, error))
    return error->status;
  LanguageRequest request = {.rows = &spec->settings, .seed = spec->seed};
  *language = interface->create(&request, name, error);
  if (*language) assert_int_equal(interface->scale(*language), 9);
  return *language ? STATUS_OK : error->status;
}

/* The user data of a maker is not const. */
static LanguageMaker maker(void)
{
  LanguageMaker made = {.make = make_toy};
  const LanguageInterface *interface = &toy_pair_interface;
  memcpy(&made.user, &interface, sizeof interface);
  return made;
}

static Supervisor *make_supervisor(void)
{
  Supervisor *sup;
  Error error;
  if (supervisor_create(&sup, &error) != STATUS_OK) fail_msg("%s", error.message);
  return sup;
}

/* What the campaign itself knows, and the summary says from the store. */
static void check_summary(const CampaignJob *job, const json_t *summary)
{
  CampaignState state = campaign_state(job->campaign);
  const FindingGroup *group = &state.groups->items[0];
  json_t *finding = json_array_get(json_object_get(summary, "findings"), 0), *names;
  const json_t *reduced = json_object_get(finding, "reduced");
  assert_int_equal(state.groups->count, 1);
  assert_int_equal(json_integer_value(json_object_get(summary, "inputs")), state.inputs);
  assert_int_equal(json_integer_value(json_object_get(summary, "undecided")), state.undecided);
  assert_int_equal(json_integer_value(json_object_get(summary, "misplaced")), state.misplaced);
  assert_true(json_is_true(json_object_get(summary, "confirmed")));
  assert_float_equal(json_number_value(json_object_get(summary, "solver_seconds")),
                     (double)state.solver_ns / 1e9, 1e-3);
  assert_float_equal(json_number_value(json_object_get(summary, "seconds")),
                     (double)(state.ended_ns - state.started_ns) / 1e9, 1e-3);
  assert_int_equal(json_integer_value(json_object_get(finding, "inputs")), group->count);
  assert_int_equal(json_integer_value(json_object_get(finding, "number")), group->number);
  assert_string_equal(json_string_value(json_object_get(reduced, "text")), group->reduction.text);
  assert_int_equal(json_integer_value(json_object_get(reduced, "bytes")), group->reduction.length);
  assert_int_equal(json_is_true(json_object_get(reduced, "minimal")), group->reduction.minimal);
  names = json_pack("[s, s, s]", "a", "k", "l");
  assert_true(json_equal(json_object_get(finding, "constructs"), names));
  json_decref(names);
}

/* Runs a job that has begun to its end. Returns how many inputs were done, with those before. */
static uint64_t run_to_end(CampaignJob *job)
{
  job_run(job);
  assert_int_equal(job->end, END_INPUTS);
  assert_true(job->confirmed);
  json_t *summary;
  Error error;
  assert_int_equal(job_finish(job, &summary, &error), STATUS_OK);
  check_summary(job, summary);
  json_decref(summary);
  assert_null(job_trouble(job));
  assert_false(job_failed(job));
  return campaign_state(job->campaign).inputs;
}

static void test_begin(void **state)
{
  (void)state;
  char solvers[2048];
  CampaignSpec spec;
  CampaignJob job;
  Error error;
  snprintf(solvers, sizeof solvers, "liar@%s,honest@%s", getenv("ASSAY_FAKE"),
           getenv("ASSAY_FAKE"));
  spec_init(&spec);
  spec.objective = SPEC_BUGS;
  spec.solvers = solvers;
  spec.seed = 3;
  spec.language = "toy-pair";
  VEC_PUSH(&spec.settings, ((SpecRow){"length", "9"}));
  spec.time_ms = 0;
  spec.inputs = FIRST_INPUTS;
  spec.out = scratch_path("toy");
  char *path =
      mem_copy_string(scratch_write("toy.yaml", profiles), strlen(scratch_path("toy.yaml")));
  VEC_PUSH(&spec.profiles, path);
  Supervisor *sup = make_supervisor();
  job_init(&job, sup, (CampaignListener){.warn = fail_on_warning});
  if (job_begin(&job, &spec, maker(), &error)) fail_msg("%s", error.message);
  assert_int_equal(run_to_end(&job), FIRST_INPUTS);
  job_deinit(&job);
  supervisor_destroy(sup);
  spec_deinit(&spec);
  free(path);
}

static void test_folder(void **state)
{
  (void)state;
  scratch_expect_in("toy/finding-01/README.md", "contradicts the evaluator: unsat in words");
  scratch_expect_in("toy/finding-01/README.md", "`reduced.toy`:");
  scratch_expect_in("toy/finding-01/README.md", "nothing else can be left out");
  scratch_expect_in("toy/finding-01/README.md", "Constructs of the reduced input: `a`, `k`, `l`.");
  assert_true(scratch_has("toy/finding-01/input.toy"));
  assert_true(scratch_has("toy/finding-01/input.word"));
  scratch_expect_in("toy/finding-01/reduced.size", "3\n");
  scratch_expect_in("toy/finding-01/README.md", " reduced.size reduced.word\n");
  assert_false(scratch_has("toy/finding-02"));
  char *reduced = scratch_read("toy/finding-01/reduced.toy");
  assert_true(!strcmp(reduced, "akl") || !strcmp(reduced, "kla"));
  free(reduced);
}

static void test_resume(void **state)
{
  (void)state;
  SpecRows changes = {0};
  CampaignResume resume;
  CampaignJob job;
  Error error;
  VEC_PUSH(&changes, ((SpecRow){"inputs", "400"}));
  if (resume_init(&resume, scratch_path("toy"), 0, &changes, &error)) fail_msg("%s", error.message);
  Supervisor *sup = make_supervisor();
  job_init(&job, sup, (CampaignListener){.warn = fail_on_warning});
  if (job_resume(&job, &resume, maker(), &error)) fail_msg("%s", error.message);
  assert_int_equal(campaign_state(job.campaign).inputs, FIRST_INPUTS);
  assert_int_equal(run_to_end(&job), 400);
  assert_int_equal(campaign_state(job.campaign).groups->count, 1);
  job_deinit(&job);
  supervisor_destroy(sup);
  resume_deinit(&resume);
  VEC_FREE(&changes);
}

static Store *open_store(void)
{
  Store *store;
  Error error;
  if (store_open(&store, scratch_path("toy/campaign.db"), &(StoreOptions){0}, &error))
    fail_msg("%s", error.message);
  return store;
}

/* One document has it all: also what stood at the end, and how the language is shown. */
static void check_document(ReportData *data)
{
  assert_null(data->highlight); /* the toy is in no table */
  data->highlight = toy_pair_interface.highlight;
  json_t *document = report_document(data);
  const char *word, *end;
  int inputs;
  assert_int_equal(json_unpack(document, "{s:{s:s, s:n}, s:{s:s, s:i}}", "highlight", "word", &word,
                               "comment", "summary", "end", &end, "inputs", &inputs),
                   0);
  assert_string_equal(word, "[aeiou]");
  assert_string_equal(end, "all inputs are done");
  assert_int_equal(inputs, 400);
  json_t *now = report_summary(data, scratch_path("toy"));
  char *written = json_dumps(now, JSON_SHORT_REALS);
  json_t *again = json_loads(written, 0, NULL);
  free(written);
  json_decref(now);
  assert_true(json_equal(json_object_get(document, "summary"), again));
  json_decref(again);
  json_decref(document);
}

/* The number of the finding that stands for the only group. */
static void check_report(Store *store)
{
  ReportData *data;
  Error error;
  if (report_load(&data, store, 0, &error)) fail_msg("%s", error.message);
  assert_int_equal(data->inputs, 400);
  assert_true(data->findings > 0);
  assert_int_equal(data->groups.count, 1);
  assert_string_equal(data->groups.items[0].kind, "contradicts the evaluator");
  assert_true(data->ranking.count > 0);
  check_document(data);
  report_release(data);
}

static void test_report_and_replay(void **state)
{
  (void)state;
  Store *store = open_store();
  SpecRows none = {0};
  CampaignResume resume;
  CampaignSetup setup;
  FindingRecord *record;
  Replay replay;
  StrBuf text;
  Error error;
  bool made;
  strbuf_init(&text, 0);
  Supervisor *sup = make_supervisor();
  check_report(store);
  if (report_finding_load(&record, store, 1, 1, &error)) fail_msg("%s", error.message);
  if (resume_init(&resume, scratch_path("toy"), (uint64_t)record->campaign, &none, &error) ||
      setup_init(&setup, &resume.spec, maker(), &error) ||
      replay_input(record, store, &setup, &text, &made, &error) ||
      replay_run(&replay, sup, &setup, record, &text, &error))
    fail_msg("%s", error.message);
  assert_non_null(memmem(text.bytes, text.length, "kl", 2));
  assert_true(replay.same && replay.confirmed);
  assert_int_equal(replay.solvers.count, 2);
  assert_string_equal(replay.solvers.items[0].now, "unsat");
  assert_string_equal(replay.solvers.items[1].now, "sat");
  replay_deinit(&replay);
  setup_deinit(&setup);
  resume_deinit(&resume);
  report_finding_release(record);
  supervisor_destroy(sup);
  strbuf_deinit(&text);
  store_close(store);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_begin),
      cmocka_unit_test(test_folder),
      cmocka_unit_test(test_resume),
      cmocka_unit_test(test_report_and_replay),
  };
  return cmocka_run_group_tests_name("campaign_toy", tests, scratch_set_up, scratch_tear_down);
}
