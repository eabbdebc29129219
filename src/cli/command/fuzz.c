/* assay fuzz: a campaign that looks for inputs on which solvers are slow or wrong. */
#include <assert.h>
#include <inttypes.h>

#include "campaign/job.h"
#include "cli/command/fuzz_config.h"
#include "cli/command/fuzz_report.h"
#include "cli/command/fuzz_show.h"
#include "cli/command/fuzz_suggest.h"
#include "cli/command/fuzz_workers.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/shared/consent.h"
#include "cli/shared/input.h"
#include "cli/shared/solvers.h"

static const Option options[] = {
    {OPTION_CHOICE(FuzzOptions, spec.objective, spec_objective_words), .name = "objective",
     .initial = "time", .initial_note = "bugs with --solvers, else time",
     .help =
         "what to look for: inputs that cost the targets much more time or memory than the "
         "references, inputs on which a solver is wrong, or inputs on which a process costs more "
         "that has been asked before"},
    {OPTION_STRING(FuzzOptions, spec.targets), .name = "target", .alias = "target-solvers",
     .value_name = "LIST",
     .help = "solvers that should be slow, as for 'assay run', separated by commas"},
    {OPTION_STRING(FuzzOptions, spec.references), .name = "reference", .alias = "reference-solvers",
     .value_name = "LIST",
     .help = "solvers that should be fast; none: the cost of the targets itself counts"},
    {OPTION_STRING(FuzzOptions, spec.solvers), .name = "solvers", .letter = 's',
     .value_name = "LIST", .help = "look for bugs of these solvers, separated by commas"},
    {OPTION_DURATION(FuzzOptions, spec.timeout_ms), .name = "timeout", .alias = "query-timeout",
     .letter = 't', .value_name = "TIME", .initial = "5s", .low = 1, .high = 86400000,
     .help = "end a solver after TIME"},
    {OPTION_SIZE(FuzzOptions, spec.memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_DURATION(FuzzOptions, spec.time_ms), .name = "time", .alias = "global-timeout",
     .value_name = "TIME", .initial = "10m", .high = OPTION_YEAR_MS,
     .help = "end the campaign after TIME; 0 is never"},
    {OPTION_DURATION(FuzzOptions, spec.solver_time_ms), .name = "solver-time", .value_name = "TIME",
     .initial = "0", .high = OPTION_YEAR_MS,
     .help = "end it when solvers have used TIME of CPU time, whatever else the machine does; 0 is "
             "never"},
    {OPTION_UNSIGNED(FuzzOptions, spec.inputs), .name = "inputs", .value_name = "N",
     .initial_note = "no limit", .help = "end it after N inputs"},
    {OPTION_UNSIGNED(FuzzOptions, spec.jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024,
     .help = "N inputs at a time; with 1 the inputs follow from the seed and the results"},
    {OPTION_CHOICE(FuzzOptions, spec.strategy, spec_strategy_words), .name = "strategy",
     .value_name = "NAME", .initial = "default",
     .help = "how inputs are chosen; the default is bandit2, and bandit1 for bugs"},
    {OPTION_CHOICE(FuzzOptions, spec.agent, spec_agent_words), .name = "agent",
     .initial = "thompson", .help = "how agents choose"},
    {OPTION_STRING(FuzzOptions, decay), .name = "decay", .value_name = "G", .initial = "1",
     .help = "what remains of an arm's rewards with each new one, above 0 and up to 1"},
    {OPTION_STRING(FuzzOptions, epsilon), .name = "epsilon", .value_name = "E", .initial = "0.1",
     .help = "how often the agent egreedy takes any arm, 0 to 1"},
    {OPTION_STRING(FuzzOptions, repeat), .name = "repeat", .value_name = "P", .initial = "0.5",
     .help = "for margins: place the construct of a mutation once more with probability P, and so "
             "on; below 1, 0 is once"},
    {OPTION_FLAG(FuzzOptions, spec.no_enrich), .name = "no-enrich",
     .help = "with bandit2: only mutations of the best and inputs that are new, as published; no "
             "new inputs with constructs that hard ones have"},
    {OPTION_CHOICE(FuzzOptions, spec.cost, spec_cost_words), .name = "cost", .initial = "cpu",
     .help = "what counts: seconds of CPU time, seconds, MiB, or the solver's own counter of its "
             "work"},
    {OPTION_UNSIGNED(FuzzOptions, spec.counter_limit), .name = "counter-limit", .value_name = "N",
     .initial_note = "none", .help = "with --cost counter: what stands for the time limit"},
    {OPTION_CHOICE(FuzzOptions, spec.penalty, spec_penalty_words), .name = "penalty",
     .initial = "par2",
     .help = "what an input costs that is not decided: twice the limit, or the limit and what was "
             "used"},
    {OPTION_FLAG(FuzzOptions, spec.no_unknown), .name = "no-unknown",
     .help = "an input on which a solver says unknown has no margin; the default of B"},
    {OPTION_UNSIGNED(FuzzOptions, spec.runs), .name = "runs", .value_name = "K", .low = 1,
     .high = 100, .initial = "2", .help = "run solvers K times before an input counts as the best"},
    {OPTION_FLAG(FuzzOptions, spec.mean), .name = "mean",
     .help = "the mean of the K runs counts, not the best"},
    {OPTION_STRING(FuzzOptions, least), .name = "min-gain", .old = "least", .value_name = "X",
     .initial_note = "0.005 s of CPU time, 0.05 s of time, 1 MiB; with --objective cleanup 0.1 s, "
                     "0.2 s, 8 MiB",
     .help = "a margin that is not better by X is not better"},
    {OPTION_UNSIGNED(FuzzOptions, spec.least_percent), .name = "min-gain-percent",
     .old = "least-percent", .value_name = "N", .high = 1000, .initial = "2",
     .help = "and by N percent"},
    {OPTION_UNSIGNED(FuzzOptions, spec.reference_percent), .name = "reference-percent",
     .value_name = "N", .low = 1, .high = 100, .initial = "10",
     .help = "after an input that no solver decides references run first, with N percent of the "
             "limit (and 0.25 s at least), and what they do not decide is dropped; when that "
             "happens to most inputs, they get twice as much. 100: never"},
    {OPTION_UNSIGNED(FuzzOptions, spec.queries), .name = "queries", .value_name = "N", .low = 2,
     .high = EXPRESSION_QUERIES_MAX, .initial = "16",
     .help = "with --objective cleanup: a process of the target is asked the same N times"},
    {OPTION_UNSIGNED(FuzzOptions, spec.candidates), .name = "candidates", .value_name = "N",
     .low = 1, .high = CANDIDATES_MAX, .initial = "16",
     .help = "with --objective bugs: make N candidates of several sizes for each new input, and "
             "run one "
             "that is likely to cost the solvers little; 1 is the first"},
    {OPTION_FLAG(FuzzOptions, spec.no_themes), .name = "no-themes",
     .help = "with --objective bugs: new inputs of the whole logic and one form only, not of many "
             "small parts of it"},
    {OPTION_UNSIGNED(FuzzOptions, spec.adapt), .name = "adapt", .value_name = "N",
     .high = 1000000000, .initial_note = "never",
     .help = "generate larger inputs after N without a gain, and smaller ones after a gain"},
    {OPTION_FLAG(FuzzOptions, spec.size_agents), .name = "size-agents",
     .help = "for margins: agents choose how large each new input is, by its number of assertions "
             "and its depth; from a quarter to twice what is given, and one more or less"},
    {OPTION_CHOICE(FuzzOptions, spec.reward, spec_reward_words), .name = "reward", .initial = "any",
     .help = "with --objective bugs: reward a construct for each finding, or only for one of a "
             "new group"},
    {OPTION_LIST(FuzzOptions, spec.seeds), .name = "seeds", .value_name = "PATH",
     .help = "begin with this file, or all inputs below this folder; new inputs are mutations of "
             "them, in turn with the files. Without --logic the logic is that of the files"},
    {OPTION_UNSIGNED(FuzzOptions, spec.seed_count), .name = "seed-count", .value_name = "N",
     .low = 1, .high = UINT32_MAX, .initial_note = "all",
     .help = "of the seeds use N, drawn at random"},
    {OPTION_STRING(FuzzOptions, spec.prior), .name = "prior", .value_name = "STORE",
     .help = "begin with what campaigns of the same solvers in STORE, a folder, file or URL, have "
             "learnt about constructs"},
    {OPTION_FLAG(FuzzOptions, spec.no_models), .name = "no-models",
     .help = "with --objective bugs: do not ask for models"},
    {OPTION_FLAG(FuzzOptions, spec.cores), .name = "cores",
     .help = "with --objective bugs: ask for unsat cores"},
    {OPTION_UNSIGNED(FuzzOptions, spec.slow), .name = "slow", .value_name = "FACTOR", .low = 2,
     .high = 1000000, .initial_note = "no solver is called slow",
     .help = "with --objective bugs: a solver that takes FACTOR times as long as another one that "
             "decides, or does not end, is a finding"},
    {OPTION_DURATION(FuzzOptions, spec.slow_least_ms), .name = "slow-least", .value_name = "TIME",
     .initial = "1s", .help = "with --slow, and at least TIME more than it"},
    {OPTION_FLAG(FuzzOptions, spec.compare_modes), .name = "compare-modes",
     .help = "with --objective bugs and another --mode: run solvers plain, too, to find what they "
             "say only in that mode"},
    {OPTION_FLAG(FuzzOptions, spec.no_option_runs), .name = "no-option-runs",
     .help = "for bugs: run no input with options of solvers"},
    {OPTION_FLAG(FuzzOptions, spec.tweak), .name = "fuzz-options",
     .help = "with --objective bugs: draw options of the solvers for each input, from those that "
             "their profiles call safe; a finding names those that it needs"},
    {OPTION_DURATION(FuzzOptions, spec.reduce_ms), .name = "reduce-time", .value_name = "TIME",
     .initial = "60s", .low = 1, .high = 86400000,
     .help = "make each finding and the best input smaller for at most TIME"},
    {OPTION_FLAG(FuzzOptions, spec.no_reduce), .name = "no-reduce",
     .help = "do not make findings and the best input smaller"},
    {OPTION_FLAG(FuzzOptions, spec.keep_all), .name = "keep-all",
     .help = "with --objective bugs: keep every input with a confirmed finding, known ones too, in "
             "the folder 'revealing' and in the store"},
    {OPTION_LIST(FuzzOptions, spec.known), .name = "known", .value_name = "PATH",
     .initial_note = "./known, if it is there",
     .help = "findings that are known: count them, and do not report them again. A file in YAML, "
             "or a folder of them"},
    {OPTION_STRING(FuzzOptions, spec.versions), .name = "versions", .value_name = "LIST",
     .help = "with --objective bugs: try what is found of a solver with these versions of it, too, "
             "z3@/opt/old/z3,z3@/opt/new/z3; reports say which show it"},
    {OPTION_FLAG(FuzzOptions, spec.unrestricted), .name = "unrestricted",
     .help = "do not leave out what one of the solvers does not have; otherwise each is asked "
             "once for each logic, which takes seconds"},
    {OPTION_STRING(FuzzOptions, spec.out), .name = "out", .letter = 'o', .value_name = "DIR",
     .initial_note = "fuzz-LOGIC-SEED", .help = "write all results into DIR, which is made"},
    {OPTION_STRING(FuzzOptions, spec.store), .name = "store", .value_name = "FILE|URL",
     .initial_note = "campaign.db in DIR",
     .help = "record everything there: an SQLite file, or postgresql://..."},
    {OPTION_STRING(FuzzOptions, config), .name = "config", .value_name = "FILE",
     .help = "take options from a YAML file, by their long names; those on the command line win"},
    {OPTION_STRING(FuzzOptions, resume), .name = "resume", .value_name = "DIR|FILE|URL",
     .help = "resume the campaign that is there, with its own options; --time, --solver-time and "
             "--inputs count "
             "from its beginning"},
    {OPTION_UNSIGNED(FuzzOptions, campaign), .name = "campaign", .value_name = "N",
     .initial_note = "the only one", .help = "with --resume: its number in the store"},
    WORKERS_OPTIONS(FuzzOptions),
    CONSENT_OPTION(FuzzOptions, trust),
    {OPTION_FLAG(FuzzOptions, json), .name = "json", .help = "print a summary as JSON at the end"},
    {OPTION_FLAG(FuzzOptions, events), .name = "events",
     .help = "print what happens as lines of JSON, for programs, and nothing else"},
    {OPTION_FLAG(FuzzOptions, quiet), .name = "quiet", .letter = 'q',
     .help = "show nothing while it runs, only the report at the end"},
    {OPTION_STRING(FuzzOptions, spec.language), .name = "language", .value_name = "NAME",
     .initial_note = "SMT-LIB", .help = "the language of the inputs"},
    SOLVERS_MODE_OPTION(FuzzOptions, spec.mode),
    SOLVERS_ISOLATE_OPTION(FuzzOptions, spec.isolate),
    SOLVERS_PROFILES_OPTION(FuzzOptions, spec.profiles),
    GEN_OPTIONS(FuzzOptions, gen) INPUT_THEORY_OPTION(FuzzOptions, theories),
};

static const char *const common[] = {
    "objective", "logic",   "solvers",   "target", "reference", "timeout", "memory",   "time",
    "inputs",    "jobs",    "seeds",     "known",  "depth",     "seed",    "out",      "resume",
    "config",    "workers", "no-reduce", "json",   "events",    "quiet",   "language", NULL};

static const OptionExtras extras = {fuzz_language_extra, offsetof(FuzzOptions, extras)};

static const Example examples[] = {
    {"assay fuzz --logic QF_FP --target z3 --reference cvc5 --timeout 5s --time 10m",
     "what is hard for z3 and easy for cvc5?"},
    {"assay fuzz --logic QF_SLIA --solvers z3,cvc5 --time 1h -j 2",
     "answers that differ, wrong models, crashes"},
    {"assay fuzz --logic QF_BV --target z3@/opt/new/z3 --reference z3@/opt/old/z3",
     "what has become slower?"},
    {"assay fuzz --objective cleanup --logic QF_NIA --target cvc5 --cost memory",
     "what a process does not give back"},
    {"assay fuzz --objective memory --logic QF_ABV --target cvc5 --seeds bench",
     "memory, beginning with files"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the campaign ran, and no solver was found to be wrong"},
    {EXIT_FINDING, "a solver was found to be wrong"},
    {EXIT_ENVIRONMENT, "a solver or a file is not there, results could not be written, or the "
                       "campaign could do nothing useful"},
};

/* One call of the command. */
typedef struct {
  const FuzzOptions *given;
  CampaignJob job;
  FuzzShow show;
} FuzzCall;

/* --- while it runs --- */

static void take_event(void *user, const CampaignEvent *event)
{
  FuzzCall *call = user;
  fuzz_show_take(&call->show, event);
}

static void take_warning(void *user, const char *message)
{
  FuzzCall *call = user;
  fuzz_show_warn(&call->show, message);
}

static void take_progress(void *user, const char *message)
{
  FuzzCall *call = user;
  fuzz_show_progress(&call->show, message);
}

static bool is_paused(void *user)
{
  const FuzzCall *call = user;
  return fuzz_show_is_paused(&call->show);
}

static bool is_interrupted(void *user)
{
  (void)user;
  return solvers_interrupted();
}

/* --- at the end --- */

static int exit_code(const CampaignJob *job)
{
  const char *message = job_trouble(job);
  if (message) command_error(&command_fuzz, EXIT_ENVIRONMENT, "%s", message);
  if (job_failed(job)) return EXIT_ENVIRONMENT;
  if (groups_confirmed(campaign_state(job->campaign).groups)) return EXIT_FINDING;
  return message ? EXIT_ENVIRONMENT : EXIT_FINE;
}

static void print_report(const FuzzCall *call)
{
  const CampaignJob *job = &call->job;
  fuzz_report_print(job->report, job->folder.path, call->given->common.color);
  if (job->end == END_INTERRUPTED)
    printf("to resume: assay fuzz --resume %s\n",
           job->setup.spec->store ? job->setup.spec->store : job->folder.path);
}

static int report(FuzzCall *call)
{
  CampaignJob *job = &call->job;
  const FuzzOptions *given = call->given;
  json_t *summary;
  Error error;
  if (job_finish(job, &summary, &error) != STATUS_OK) return command_refuse(&command_fuzz, &error);
  if (given->json && !given->events) json_print_pretty(stdout, json_incref(summary));
  if (!given->json && !given->events) print_report(call);
  fflush(stdout);
  int code = exit_code(job);
  if (given->events)
    fuzz_events_end(&call->show.events, summary, code);
  else
    json_decref(summary);
  return code;
}

/* Short runs leave nothing to a solver that takes long to start: unless somebody chose the limit of bug campaigns,
 * first runs, which get two fifths of it, have the start on top. What is wrong with the spec is said when it is used. */
static void allow_for_start(const FuzzCall *call, CampaignSpec *spec)
{
  enum { SMALL_MS = 50 };
  OptionTable table = command_fuzz.options;
  const Option *timeout = option_find(table, "timeout");
  uint64_t start_ns;
  Error error;
  assert(timeout);
  if (spec->objective != SPEC_BUGS || option_was_given(table, timeout, call->given)) return;
  Status status = setup_start_cost(spec, call->job.sup, &start_ns, &error);
  if (status != STATUS_OK || start_ns < SMALL_MS * UINT64_C(1000000)) return;
  spec->timeout_ms += start_ns * 5 / 2 / 1000000;
  if (!call->given->quiet && !call->given->events)
    fprintf(stderr, "a solver takes %.2g s to start: runs end after %.2g s (--timeout)\n",
            (double)start_ns / 1e9, (double)spec->timeout_ms / 1e3);
}

/* `resume` NULL: it begins. */
static Status start(FuzzCall *call, CampaignSpec *spec, const CampaignResume *resume, Error *error)
{
  LanguageMaker maker = {.make = fuzz_language_make};
  if (resume) return job_resume(&call->job, resume, maker, error);
  allow_for_start(call, spec);
  return job_begin(&call->job, spec, maker, error);
}

static CampaignListener listener_of(FuzzCall *call)
{
  return (CampaignListener){.take = take_event,
                            .warn = take_warning,
                            .progress = take_progress,
                            .interrupted = is_interrupted,
                            .paused = is_paused,
                            .user = call};
}

/* By this process, or by others that are watched. */
static int run_started(FuzzCall *call)
{
  CampaignJob *job = &call->job;
  bool others = false, left = false;
  Error error;
  Status status = fuzz_workers_wanted(call->given, job, &others, &error);
  if (status == STATUS_OK && others && call->given->workers.dry_run)
    return fuzz_workers_print(call->given, job);
  if (status == STATUS_OK && others)
    status = fuzz_workers_run(call->given, job, &call->show, &left, &error);
  else if (status == STATUS_OK)
    job_run(job);
  fuzz_show_end(&call->show);
  if (status != STATUS_OK) return command_refuse(&command_fuzz, &error);
  return left ? EXIT_FINE : report(call);
}

static int run_job(FuzzCall *call, CampaignSpec *spec, const CampaignResume *resume)
{
  Supervisor *sup = solvers_supervisor(&command_fuzz);
  Error error;
  int code;
  if (!sup) return EXIT_ENVIRONMENT;
  job_init(&call->job, sup, listener_of(call));
  if (start(call, spec, resume, &error) != STATUS_OK) {
    code = command_refuse(&command_fuzz, &error);
  } else {
    solvers_catch_signals(sup);
    fuzz_show_begin(&call->show, call->given, &call->job);
    code = run_started(call);
    solvers_release_signals();
  }
  job_deinit(&call->job);
  supervisor_destroy(sup);
  return code;
}

/* Takes part once. *lost: it has lost what it held, and may begin anew. */
static int join_once(FuzzCall *call, const CampaignResume *resume, Supervisor *sup, bool *lost)
{
  LanguageMaker maker = {.make = fuzz_language_make};
  Error error;
  int code = EXIT_FINE;
  job_init(&call->job, sup, listener_of(call));
  if (job_join(&call->job, resume, maker, (uint32_t)call->given->workers.lease_ms, &error) !=
      STATUS_OK) {
    code = command_refuse(&command_fuzz, &error);
  } else {
    solvers_catch_signals(sup);
    fuzz_show_begin(&call->show, call->given, &call->job);
    job_run_joined(&call->job);
    fuzz_show_end(&call->show);
    solvers_release_signals();
    if (job_failed(&call->job)) code = EXIT_ENVIRONMENT;
  }
  *lost = call->job.exchange.lost && !solvers_interrupted();
  job_deinit(&call->job);
  return code;
}

/* There is nothing to do: a task that comes late has not failed. */
static void tell_end(const CampaignResume *resume)
{
  fprintf(stderr,
          "assay fuzz: campaign %" PRId64
          " is over (%s); 'assay fuzz --resume' resumes it with more --time or --inputs\n",
          resume->campaign, resume->end);
}

static int join(FuzzCall *call)
{
  enum { TIMES = 10 };
  const FuzzOptions *given = call->given;
  CampaignResume resume = {0};
  Error error;
  bool lost = true;
  int code = EXIT_FINE;
  if (!given->spec.store)
    return command_usage_error(&command_fuzz, "--join needs the --store that the campaign is in");
  Supervisor *sup = solvers_supervisor(&command_fuzz);
  if (!sup) return EXIT_ENVIRONMENT;
  SpecRows none = {0};
  if (resume_init(&resume, given->spec.store, given->workers.join, &none, &error) == STATUS_OK)
    code = consent_campaign(&command_fuzz, &resume, true, given->trust);
  else
    code = command_refuse(&command_fuzz, &error);
  if (code == EXIT_FINE && resume.end) {
    tell_end(&resume);
    lost = false;
  }
  for (int i = 0; i < TIMES && lost && code == EXIT_FINE; i++)
    code = join_once(call, &resume, sup, &lost);
  resume_deinit(&resume);
  supervisor_destroy(sup);
  return code;
}

static int begin(FuzzCall *call)
{
  FuzzSpec spec;
  Error error;
  if (call->given->workers.dry_run) return fuzz_workers_print(call->given, NULL);
  Status status = fuzz_spec_init(&spec, &command_fuzz.options, call->given, &error);
  int code =
      status == STATUS_OK ? run_job(call, &spec.spec, NULL) : command_refuse(&command_fuzz, &error);
  fuzz_spec_deinit(&spec);
  return code;
}

static int go_on(FuzzCall *call)
{
  FuzzChanges changes;
  CampaignResume resume = {0};
  Error error;
  Status status = fuzz_changes_init(&changes, &command_fuzz.options, call->given, &error);
  if (status == STATUS_OK)
    status =
        resume_init(&resume, call->given->resume, call->given->campaign, &changes.rows, &error);
  int code = status == STATUS_OK
                 ? consent_campaign(&command_fuzz, &resume, true, call->given->trust)
                 : command_refuse(&command_fuzz, &error);
  if (code == EXIT_FINE) code = run_job(call, NULL, &resume);
  resume_deinit(&resume);
  fuzz_changes_deinit(&changes);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  (void)positionals;
  FuzzConfig config;
  FuzzCall call = {.given = &config.options};
  if (fuzz_suggest_is_wanted(values)) return fuzz_suggest();
  int code = fuzz_config_init(&config, &command_fuzz, values);
  Error error;
  if (code == EXIT_FINE && workers_check(&config.options.workers, &error) != STATUS_OK)
    code = command_refuse(&command_fuzz, &error);
  if (code == EXIT_FINE)
    code = call.given->workers.join ? join(&call)
           : call.given->resume     ? go_on(&call)
                                    : begin(&call);
  fuzz_config_deinit(&config);
  return code;
}

const Subcommand command_fuzz = {
    .name = "fuzz",
    .group = GROUP_FINDINGS,
    .summary = "look for inputs on which solvers are slow or wrong",
    .usage = "--logic NAME --target LIST [--reference LIST] [OPTION]...\n"
             "--logic NAME --solvers LIST [OPTION]...\n"
             "--resume DIR [--time TIME] [--solver-time TIME] [--inputs N]\n"
             "--store FILE|URL --join NUMBER",
    .description =
        "Makes inputs, runs the solvers on them, and learns from the results which constructs of "
        "the language are worth placing: two agents, one that chooses between new inputs and "
        "mutations of the best one, and one that picks the construct of a mutation.\n"
        "\n"
        "By default it looks for the input with the largest margin: what it costs the fastest "
        "target minus what it costs the slowest reference. With --solvers it looks for "
        "inputs on which a solver is wrong, as 'assay vote' finds it. Wrong "
        "answers and crashes are reported in both cases. At the end the best input is run once "
        "more with "
        "nothing else "
        "running, and constructs are ranked by what they brought.\n"
        "\n"
        "With --objective cleanup the one target is compared with itself: one process that is "
        "asked the same --queries times with as many processes that are asked once; of memory, "
        "with one of these.\n"
        "\n"
        "With --objective bugs the defaults are --depth 2 --num-asserts 2 --num-vars 2 "
        "--num-ufs 2 --max-width 64 --timeout 250ms --mode best --reward new. Most bugs show on "
        "small inputs, "
        "of "
        "which solvers decide hundreds in the time of a large one.\n"
        "\n"
        "Inputs, findings with a report for each, and a summary are written into a folder as "
        "soon as they are there, and every input and run is recorded in a store. Ctrl-C ends the "
        "campaign with the results so far; --resume resumes it, also after a crash or a kill.\n"
        "\n" SOLVERS_MODE_HELP " What is found is confirmed by plain runs in any case.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE_AND(options, &extras),
    .common = common,
    .positionals = {.completion = COMPLETE_NOTHING},
    .options_size = sizeof(FuzzOptions),
    .run = run,
};
