/* assay fuzz: a campaign that looks for inputs on which solvers are slow or wrong. */
#include <string.h>

#include "cli/command/fuzz_config.h"
#include "cli/command/fuzz_folder.h"
#include "cli/command/fuzz_reduce.h"
#include "cli/command/fuzz_report.h"
#include "cli/command/fuzz_resume.h"
#include "cli/command/fuzz_setup.h"
#include "cli/command/fuzz_show.h"
#include "cli/command/fuzz_store.h"
#include "cli/option/commands.h"
#include "cli/shared/input.h"
#include "cli/shared/solvers.h"

static const Option options[] = {
    {OPTION_CHOICE(FuzzOptions, objective, fuzz_objective_words), .name = "objective",
     .initial = "time",
     .help = "what to look for: inputs that cost the targets much more time or memory than the "
             "references, or inputs on which a solver is wrong"},
    {OPTION_STRING(FuzzOptions, targets), .name = "target", .value_name = "LIST",
     .help = "solvers that should be slow, as for 'assay run', separated by commas"},
    {OPTION_STRING(FuzzOptions, references), .name = "reference", .value_name = "LIST",
     .help = "solvers that should be fast; none: the cost of the targets itself counts"},
    {OPTION_STRING(FuzzOptions, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .help = "with --objective bugs: the solvers"},
    {OPTION_DURATION(FuzzOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "5s", .low = 1, .high = 86400000,
     .help = "end a solver after TIME"},
    {OPTION_SIZE(FuzzOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_DURATION(FuzzOptions, time_ms), .name = "time", .value_name = "TIME", .initial = "10m",
     .high = 31536000000, .help = "end the campaign after TIME; 0 is never"},
    {OPTION_DURATION(FuzzOptions, solver_time_ms), .name = "solver-time", .value_name = "TIME",
     .initial = "0", .high = 31536000000,
     .help = "end it when solvers have used TIME of CPU time, whatever else the machine does; 0 is "
             "never"},
    {OPTION_UNSIGNED(FuzzOptions, inputs), .name = "inputs", .value_name = "N",
     .initial_note = "no limit", .help = "end it after N inputs"},
    {OPTION_UNSIGNED(FuzzOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024,
     .help = "N inputs at a time; with 1 the inputs follow from the seed and the results"},
    {OPTION_CHOICE(FuzzOptions, strategy, fuzz_strategy_words), .name = "strategy",
     .initial = "default",
     .help = "how inputs are chosen; the default is bandit2, and bandit1 for bugs"},
    {OPTION_CHOICE(FuzzOptions, agent, fuzz_agent_words), .name = "agent", .initial = "thompson",
     .help = "how agents choose"},
    {OPTION_STRING(FuzzOptions, decay), .name = "decay", .value_name = "G", .initial = "1",
     .help = "what remains of an arm's rewards with each new one, above 0 and up to 1"},
    {OPTION_STRING(FuzzOptions, epsilon), .name = "epsilon", .value_name = "E", .initial = "0.1",
     .help = "how often the agent egreedy takes any arm, 0 to 1"},
    {OPTION_STRING(FuzzOptions, repeat), .name = "repeat", .value_name = "P", .initial = "0.5",
     .help = "for margins: place the construct of a mutation once more with probability P, and so "
             "on; below 1, 0 is once"},
    {OPTION_FLAG(FuzzOptions, no_enrich), .name = "no-enrich",
     .help = "with bandit2: only mutations of the best and inputs that are new, as published; no "
             "new inputs with constructs that hard ones have"},
    {OPTION_CHOICE(FuzzOptions, cost, fuzz_cost_words), .name = "cost", .initial = "cpu",
     .help = "what counts: seconds of CPU time, seconds, MiB, or the solver's own counter of its "
             "work"},
    {OPTION_UNSIGNED(FuzzOptions, counter_limit), .name = "counter-limit", .value_name = "N",
     .initial_note = "none", .help = "with --cost counter: what stands for the time limit"},
    {OPTION_CHOICE(FuzzOptions, penalty, fuzz_penalty_words), .name = "penalty", .initial = "par2",
     .help = "what an input costs that is not decided: twice the limit, or the limit and what was "
             "used"},
    {OPTION_FLAG(FuzzOptions, no_unknown), .name = "no-unknown",
     .help = "an input on which a solver says unknown has no margin"},
    {OPTION_UNSIGNED(FuzzOptions, runs), .name = "runs", .value_name = "K", .low = 1, .high = 100,
     .initial = "2", .help = "run solvers K times before an input counts as the best"},
    {OPTION_FLAG(FuzzOptions, mean), .name = "mean",
     .help = "the mean of the K runs counts, not the best"},
    {OPTION_STRING(FuzzOptions, least), .name = "least", .value_name = "X",
     .initial_note = "0.005 s of CPU time, 0.05 s of time, 1 MiB",
     .help = "a margin that is not better by X is not better"},
    {OPTION_UNSIGNED(FuzzOptions, least_percent), .name = "least-percent", .value_name = "N",
     .high = 1000, .initial = "2", .help = "and by N percent"},
    {OPTION_UNSIGNED(FuzzOptions, adapt), .name = "adapt", .value_name = "N", .high = 1000000000,
     .initial_note = "never",
     .help = "generate larger inputs after N without a gain, and smaller ones after a gain"},
    {OPTION_CHOICE(FuzzOptions, reward, fuzz_reward_words), .name = "reward", .initial = "any",
     .help = "with --objective bugs: reward a construct for each finding, or only for one of a "
             "new group"},
    {OPTION_LIST(FuzzOptions, seeds), .name = "seeds", .value_name = "PATH",
     .help = "begin with this file, or all *.smt2 below this folder; new inputs are mutations of "
             "them. May be given several times"},
    {OPTION_FLAG(FuzzOptions, no_models), .name = "no-models",
     .help = "with --objective bugs: do not ask for models"},
    {OPTION_FLAG(FuzzOptions, cores), .name = "cores",
     .help = "with --objective bugs: ask for unsat cores"},
    {OPTION_FLAG(FuzzOptions, compare_modes), .name = "compare-modes",
     .help = "with --objective bugs and another --mode: run solvers plain, too, to find what they "
             "say only in that mode"},
    {OPTION_FLAG(FuzzOptions, tweak), .name = "fuzz-options",
     .help = "with --objective bugs: draw options of the solvers for each input, from those that "
             "their profiles call safe; a finding names those that it needs"},
    {OPTION_DURATION(FuzzOptions, reduce_ms), .name = "reduce-time", .value_name = "TIME",
     .initial = "60s", .low = 1, .high = 86400000,
     .help = "make each finding and the best input smaller for at most TIME"},
    {OPTION_FLAG(FuzzOptions, no_reduce), .name = "no-reduce", .help = "do not make them smaller"},
    {OPTION_LIST(FuzzOptions, known), .name = "known", .value_name = "PATH",
     .initial_note = "./known, if it is there",
     .help = "findings that are known: count them, and do not report them again. A file in YAML, "
             "or a folder of them; may be given several times"},
    {OPTION_FLAG(FuzzOptions, unrestricted), .name = "unrestricted",
     .help = "do not leave out what one of the solvers does not have; otherwise each is asked "
             "once, which takes half a minute"},
    {OPTION_STRING(FuzzOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .initial_note = "fuzz-LOGIC-SEED", .help = "write all results into DIR, which is made"},
    {OPTION_STRING(FuzzOptions, store), .name = "store", .value_name = "FILE|URL",
     .initial_note = "campaign.db in DIR",
     .help = "record everything there: an SQLite file, or postgresql://..."},
    {OPTION_STRING(FuzzOptions, config), .name = "config", .value_name = "FILE",
     .help = "take options from a YAML file, by their long names; those on the command line win"},
    {OPTION_STRING(FuzzOptions, resume), .name = "resume", .value_name = "DIR|FILE|URL",
     .help = "go on with the campaign that is there, as it was begun; --time, --solver-time and "
             "--inputs count "
             "from its beginning"},
    {OPTION_UNSIGNED(FuzzOptions, campaign), .name = "campaign", .value_name = "N",
     .initial_note = "the only one", .help = "with --resume: its number in the store"},
    {OPTION_FLAG(FuzzOptions, json), .name = "json", .help = "print a summary as JSON at the end"},
    SOLVERS_MODE_OPTION(FuzzOptions, mode),
    SOLVERS_PROFILES_OPTION(FuzzOptions, profiles),
    GEN_OPTIONS(FuzzOptions, gen),
    INPUT_THEORY_OPTION(FuzzOptions, theories),
};

static const Example examples[] = {
    {"assay fuzz --logic QF_FP --target z3 --reference cvc5 --timeout 5s --time 10m",
     "what is hard for z3 and easy for cvc5?"},
    {"assay fuzz --objective bugs --logic QF_SLIA --solvers z3,cvc5 --time 1h -j 2",
     "answers that differ, wrong models, crashes"},
    {"assay fuzz --logic QF_BV --target z3@/opt/new/z3 --reference z3@/opt/old/z3",
     "what has become slower?"},
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
  FuzzSetup setup;
  FuzzResume resume; /* of --resume */
  FuzzFolder folder;
  FuzzStore store;
  FuzzShow show;
  Supervisor *sup;
  Campaign *campaign;
} Job;

/* --- while it runs --- */

static void take_finding(Job *job, const CampaignEvent *event)
{
  CampaignState state = campaign_state(job->campaign);
  const FindingGroup *group = event->group;
  size_t number = (size_t)(group - state.groups->items);
  bool first_flaky = !event->finding->confirmed && group->count == 0 && group->flaky == 1;
  if (group->known || (!event->news && !first_flaky)) return;
  fuzz_folder_write_group(&job->folder, state.groups, number);
  if (event->news)
    fuzz_show_note(&job->show, "finding-%02zu: %s", number + 1, event->finding->signature);
}

static void take_reducing(Job *job, const CampaignEvent *event)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  if (event->group)
    fuzz_show_note(&job->show, "finding-%02zu: reducing it",
                   (size_t)(event->group - groups->items) + 1);
  else
    fuzz_show_note(&job->show, "the best input: reducing it");
}

static void take_reduced(Job *job, const CampaignEvent *event)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  if (!event->group) {
    if (event->text) fuzz_folder_write_reduced_best(&job->folder, event->text, event->length);
    return;
  }
  fuzz_folder_write_group(&job->folder, groups, (size_t)(event->group - groups->items));
}

static void take_event(void *user, const CampaignEvent *event)
{
  Job *job = user;
  CampaignState state;
  if (!fuzz_store_take(&job->store, job->campaign, event)) supervisor_wake(job->sup);
  switch (event->kind) {
  case EVENT_BEST:
    fuzz_folder_write_best(&job->folder, event->text, event->length);
    fuzz_show_note(&job->show, "margin %.3f %s: input %ju", event->margin,
                   cost_unit(job->setup.options.rule.cost), (uintmax_t)event->bred->number);
    break;
  case EVENT_FINDING: take_finding(job, event); break;
  case EVENT_REDUCING: take_reducing(job, event); break;
  case EVENT_REDUCED: take_reduced(job, event); break;
  case EVENT_SUSPECT:
    fuzz_folder_write_suspect(&job->folder, event->bred->number, event->text, event->length);
    fuzz_show_note(&job->show,
                   "suspect-%ju.smt2: solvers contradict each other or fail, and it was not judged",
                   (uintmax_t)event->bred->number);
    break;
  case EVENT_RESIZED:
    fuzz_show_note(&job->show, "%s inputs from now on", event->larger ? "larger" : "smaller");
    break;
  case EVENT_WARNING: fuzz_show_note(&job->show, "WARNING: %s", event->message); break;
  case EVENT_TICK:
    state = campaign_state(job->campaign);
    fuzz_show_state(&job->show, &state);
    break;
  default: break;
  }
}

/* --- at the end --- */

/* Why nothing useful came of it; NULL: something did. */
static const char *trouble(const Job *job, const CampaignState *state, CampaignEnd end)
{
  bool margin = job->setup.options.objective == OBJECTIVE_MARGIN;
  if (end == END_HOPELESS) return "nothing can come of this: see the warnings above";
  if (!state->inputs && end != END_INTERRUPTED)
    return "not one input was done: give it more --time, or less --timeout";
  if (margin && state->inputs && !state->best)
    return "no input got a result from all solvers: they reject them, fail, or do not decide";
  return NULL;
}

static int exit_code(const Job *job, const CampaignState *state, CampaignEnd end)
{
  const char *message = trouble(job, state, end);
  if (message) command_error(job->setup.command, EXIT_ENVIRONMENT, "%s", message);
  if (job->folder.failed || job->store.failed) return EXIT_ENVIRONMENT;
  if (groups_confirmed(state->groups)) return EXIT_FINDING;
  return message ? EXIT_ENVIRONMENT : EXIT_FINE;
}

static int report(Job *job, CampaignEnd end, bool confirmed)
{
  FuzzReport report = {.setup = &job->setup,
                       .state = campaign_state(job->campaign),
                       .end = end,
                       .confirmed = confirmed,
                       .folder = job->folder.path,
                       .versions = job->folder.versions};
  for (size_t i = 0; i < report.state.groups->count; i++)
    if (!report.state.groups->items[i].known)
      fuzz_folder_write_group(&job->folder, report.state.groups, i);
  json_t *summary = fuzz_report_json(&report);
  fuzz_folder_write_summary(&job->folder, summary);
  fuzz_store_finish(&job->store, job->campaign, end, summary);
  if (job->setup.given->json)
    json_print_pretty(stdout, summary);
  else
    fuzz_report_print(&report), json_decref(summary);
  if (end == END_INTERRUPTED && !job->setup.given->json)
    printf("to go on: assay fuzz --resume %s\n",
           job->setup.given->store ? job->setup.given->store : job->folder.path);
  fflush(stdout);
  return exit_code(job, &report.state, end);
}

static int begin(Job *job)
{
  int code = fuzz_folder_init(&job->folder, &job->setup);
  if (code != EXIT_FINE) return code;
  return fuzz_store_begin(&job->store, &job->setup, &job->folder, job->campaign);
}

static int go_on(Job *job)
{
  int code = fuzz_folder_reopen(&job->folder, &job->setup, job->resume.options.out);
  if (code == EXIT_FINE)
    code = fuzz_resume_store(&job->resume, &job->store, &job->setup, &job->folder, job->campaign);
  if (code != EXIT_FINE) return code;
  CampaignState state = campaign_state(job->campaign);
  fuzz_folder_adjust(&job->folder, &state);
  return EXIT_FINE;
}

static int run_campaign(Job *job, Supervisor *sup)
{
  CampaignSink sink = {.take = take_event, .user = job};
  if (!job->setup.given->no_reduce)
    job->setup.options.reducer = (Reducer){.reduce = fuzz_reduce,
                                           .user = &job->show,
                                           .time_ns = job->setup.given->reduce_ms * 1000000};
  job->campaign = campaign_create(sup, job->setup.language, &job->setup.options, sink);
  int code = fuzz_setup_seeds(&job->setup, job->campaign);
  if (code == EXIT_FINE) code = job->resume.command ? go_on(job) : begin(job);
  if (code == EXIT_FINE) {
    fuzz_show_init(&job->show, &job->setup);
    solvers_catch_signals(sup);
    CampaignEnd end = campaign_run(job->campaign);
    bool confirmed =
        end != END_INTERRUPTED && campaign_reduce(job->campaign) && campaign_confirm(job->campaign);
    fuzz_show_hide(&job->show);
    code = report(job, end, confirmed);
    solvers_release_signals();
  }
  fuzz_store_deinit(&job->store);
  if (job->folder.setup) fuzz_folder_deinit(&job->folder);
  campaign_destroy(job->campaign);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  (void)positionals;
  FuzzConfig config;
  const FuzzOptions *given = &config.options;
  Job job = {0};
  int code = fuzz_config_init(&config, &command_fuzz, values);
  if (code == EXIT_FINE && given->resume)
    code = fuzz_resume_init(&job.resume, &command_fuzz, given);
  if (code == EXIT_FINE)
    code = fuzz_setup_init(&job.setup, &command_fuzz, given->resume ? &job.resume.options : given);
  if (code == EXIT_FINE) {
    Supervisor *sup = solvers_supervisor(&command_fuzz);
    job.sup = sup;
    code = sup ? run_campaign(&job, sup) : EXIT_ENVIRONMENT;
    if (sup) supervisor_destroy(sup);
  }
  fuzz_setup_deinit(&job.setup);
  fuzz_resume_deinit(&job.resume);
  fuzz_config_deinit(&config);
  return code;
}

const Subcommand command_fuzz = {
    .name = "fuzz",
    .group = GROUP_FINDINGS,
    .summary = "look for inputs on which solvers are slow or wrong",
    .usage = "--logic NAME --target LIST [--reference LIST] [OPTION]...\n"
             "--objective bugs --logic NAME --solvers LIST [OPTION]...\n"
             "--resume DIR [--time TIME] [--solver-time TIME] [--inputs N]",
    .description =
        "Makes inputs, runs the solvers on them, and learns from the results which constructs of "
        "the language are worth placing: two agents, one that chooses between new inputs and "
        "mutations of the best one, and one that picks the construct of a mutation.\n"
        "\n"
        "By default it looks for the input with the largest margin: what it costs the fastest "
        "target less what it costs the slowest reference. With --objective bugs it looks for "
        "inputs on which a solver is wrong, as 'assay vote' finds it. What is found on the way is "
        "reported in both cases. At the end the best input is run once more with nothing else "
        "running, and constructs are ranked by what they brought.\n"
        "\n"
        "Inputs, findings with a report for each, and a summary are written into a folder as "
        "soon as they are there, and every input and run is recorded in a store. Ctrl-C ends the "
        "campaign with the results so far; after this or any other end --resume goes on where it "
        "stood.\n"
        "\n" SOLVERS_MODE_HELP " What is found is confirmed by plain runs in any case.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.completion = COMPLETE_NOTHING},
    .options_size = sizeof(FuzzOptions),
    .run = run,
};
