/* The report of a finding, ready to be sent to the developers of a solver. */
#include <stdio.h>
#include <string.h>

#include "campaign/folder.h"
#include "record/report/title.h"
#include "run/solver/command_line.h"

/* What the report shows: the reduced form if plain runs have shown it, else what was found. */
typedef struct {
  char file[32];    /* its name */
  const char *name; /* the same without the extension */
  const char *text;
  size_t length;
  const char *evidence, *answers;
  FindingKind kind;
  SolverSet accused;
  const Solver *solvers; /* with the options that it takes */
} Shown;

static Shown text_of(const FindingGroup *group, const char **name)
{
  const Reduction *reduction = &group->reduction;
  if (reduction->text && reduction->confirmed)
    return (Shown){.text = reduction->text,
                   .length = reduction->length,
                   .evidence = reduction->evidence,
                   .answers = reduction->answers,
                   .kind = reduction->kind,
                   .accused = reduction->accused};
  *name = group->script ? "script" : "input";
  Shown shown = {.text = group->text,
                 .length = group->length,
                 .evidence = group->evidence,
                 .answers = group->answers,
                 .kind = group->kind,
                 .accused = group->accused};
  if (group->script) {
    shown.text = group->script;
    shown.length = strlen(group->script);
  }
  return shown;
}

static const char *extension_of(const CampaignFolder *folder)
{
  return folder->setup->language->interface->extension;
}

static Shown shown_of(const CampaignFolder *folder, const FindingGroup *group)
{
  const char *name = "reduced";
  Shown shown = text_of(group, &name);
  shown.name = name;
  snprintf(shown.file, sizeof shown.file, "%s%s", name, extension_of(folder));
  shown.solvers = group->solvers.count ? group->solvers.items : folder->setup->solvers.items;
  return shown;
}

static const char *expectation(FindingKind kind)
{
  switch (kind) {
  case FINDING_MODEL: return "a model in which every assertion is true";
  case FINDING_COMPUTED:
  case FINDING_REFUTED:
  case FINDING_STATUS:
  case FINDING_MINORITY: return "the other answer";
  case FINDING_SPLIT: return "the same answer of all solvers";
  case FINDING_SELF: return "the same answer each time";
  case FINDING_CORE:
  case FINDING_CORE_DOUBT: return "a core that is unsatisfiable";
  case FINDING_REJECTS: return "an answer: the input is well-formed";
  case FINDING_SLOW: return "an answer in about the time that others take";
  default: return "an answer";
  }
}

static const char *certainty(const FindingGroup *group)
{
  if (group->count == 0) return "It did not reproduce in a second run.";
  if (group->alone) return "It was run again with nothing else running, with the same result.";
  return "It was run twice, with the same result.";
}

/* --- commands --- */

static void add_solver_command(const CampaignFolder *folder, const Shown *shown, size_t solver,
                               StrBuf *out)
{
  /* A model is asked for as in the campaign, since crashes and even answers may depend on it. */
  ScriptTraits traits = folder->setup->language->interface->traits(shown->text, shown->length);
  SolveRequest request = {.solver = &shown->solvers[solver],
                          .path = shown->file,
                          .traits = traits,
                          .print_models = traits.constants && !folder->setup->options.no_models};
  CommandLine line;
  InputFiles files = {0};
  if (traits.unpack) traits.unpack(shown->text, shown->length, &files);
  input_files_name(&files, shown->name);
  command_line_init(&line, &request, CALL_FILE, files.count ? NULL : shown->file,
                    files.count ? &files : NULL, false);
  strbuf_add_text(out, "    ");
  command_line_text(&line, out);
  strbuf_add_char(out, '\n');
  command_line_deinit(&line);
  input_files_deinit(&files);
}

static void add_vote_command(const CampaignFolder *folder, const Shown *shown, StrBuf *out)
{
  const CampaignOptions *options = &folder->setup->options;
  StrBuf list;
  strbuf_init(&list, 0);
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    strbuf_printf(&list, "%s%s", i ? "," : "", shown->solvers[i].name);
  strbuf_printf(out, "    assay vote --timeout %jums --solvers ",
                (uintmax_t)(options->limits.wall_ns / 1000000));
  shell_add_word(strbuf_text(&list), out);
  strbuf_printf(out, "%s %s\n", options->cores ? " --cores" : "", shown->file);
  strbuf_deinit(&list);
}

static void add_commands(const CampaignFolder *folder, const Shown *shown, StrBuf *out)
{
  strbuf_add_text(out, "To see it again:\n\n");
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    if (shown->accused & SOLVER_BIT(i)) add_solver_command(folder, shown, i, out);
  strbuf_add_text(out, "\nor, with all solvers and everything checked:\n\n");
  add_vote_command(folder, shown, out);
}

/* --- all --- */

static void add_solver(const CampaignFolder *folder, const Shown *shown, size_t number, StrBuf *out)
{
  const Solver *solver = &shown->solvers[number];
  strbuf_printf(out, "- `%s`", solver->name);
  if (folder->setup->versions[number])
    strbuf_printf(out, ", version %s", folder->setup->versions[number]);
  strbuf_printf(out, " (`%s`)\n", solver->program);
}

static void add_solvers(const CampaignFolder *folder, const Shown *shown, StrBuf *out)
{
  size_t count = folder->setup->solvers.count;
  for (int wrong = 1; wrong >= 0; wrong--) {
    const char *heading = wrong ? "Concerned:\n\n" : "\nAll others of the campaign:\n\n";
    for (size_t i = 0; i < count; i++) {
      if (((shown->accused & SOLVER_BIT(i)) != 0) != wrong) continue;
      strbuf_add_text(out, heading);
      add_solver(folder, shown, i, out);
      heading = "";
    }
  }
}

static void add_options(const FindingGroup *group, StrBuf *out)
{
  if (!group->options) return;
  strbuf_printf(out, "Options: `%s`. ", group->options);
  strbuf_add_text(out, group->count ? "Without them it does not show, and none of them can be left "
                                      "out.\n\n"
                                    : "They were drawn at random.\n\n");
}

static void add_reduction(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  const Reduction *reduction = &group->reduction;
  size_t before = group->script ? strlen(group->script) : group->length;
  if (reduction->text && reduction->confirmed)
    strbuf_printf(out, "`reduced%s` has %zu of %zu bytes; %s.", extension_of(folder),
                  reduction->length, before,
                  reduction->minimal ? "nothing else can be left out"
                                     : "reducing it was stopped early");
  else if (reduction->text)
    strbuf_printf(out,
                  "`reduced%s` is smaller, but reducing it was interrupted before plain "
                  "runs had shown it there once more.",
                  extension_of(folder));
  else if (reduction->reason)
    strbuf_printf(out, "It was not reduced: %s.", reduction->reason);
  else
    return;
  strbuf_add_text(out, "\n\n");
}

/* What else is to be said about the group. */
static void add_remarks(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  const Language *language = folder->setup->language;
  for (size_t i = 0; i < group->constructs.count; i++)
    strbuf_printf(out, "%s`%s`", i ? ", " : "Constructs of the reduced input: ",
                  language->interface->construct(language, group->constructs.items[i]).name);
  if (group->constructs.count) strbuf_add_text(out, ".\n\n");
  if (group->same_as)
    strbuf_printf(out, "It is likely the same as finding-%02zu.\n\n", group->same_as);
  if (!group->known) return;
  strbuf_printf(out, "It is known: %s", group->known->note ? group->known->note : "");
  strbuf_printf(out, " %s\n\n", group->known->link ? group->known->link : "");
}

static void add_text(const Shown *shown, StrBuf *out)
{
  strbuf_printf(out, "`%s`:\n\n```\n", shown->file);
  strbuf_add(out, shown->text, shown->length);
  if (shown->length && shown->text[shown->length - 1] != '\n') strbuf_add_char(out, '\n');
  strbuf_add_text(out, "```\n\n");
}

void folder_report(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  Shown shown = shown_of(folder, group);
  bool one = group->count == 1;
  strbuf_add_text(out, "# ");
  title_add(out, finding_name(group->kind), (TitlePart){group->signature, strlen(group->signature)},
            (TitlePart){group->evidence, strlen(group->evidence)});
  strbuf_printf(out, "\n\n%s\n\n", shown.evidence);
  add_text(&shown, out);
  strbuf_printf(out, "Answers: %s.\n\nExpected: %s.\n\n", shown.answers, expectation(shown.kind));
  add_solvers(folder, &shown, out);
  strbuf_add_char(out, '\n');
  add_options(group, out);
  add_commands(folder, &shown, out);
  strbuf_printf(out, "\n%s %zu input%s of this campaign show%s it.\n\n", certainty(group),
                group->count, one ? "" : "s", one ? "s" : "");
  add_reduction(folder, group, out);
  add_remarks(folder, group, out);
  strbuf_printf(out,
                "Found by assay %s: `input%s` is input %ju of a campaign in %s with seed %ju.\n",
                ASSAY_VERSION, extension_of(folder), (uintmax_t)group->number, folder->setup->logic,
                (uintmax_t)folder->setup->spec->seed);
}
