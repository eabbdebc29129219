/* The report of a finding, ready to be sent to the developers of a solver. */
#include <stdio.h>
#include <string.h>

#include "campaign/folder_shown.h"
#include "record/report/title.h"
#include "run/solver/command_line.h"

static const char *extension_of(const CampaignFolder *folder)
{
  return folder->setup->language->interface->extension;
}

static const char *certainty(const FindingGroup *group)
{
  if (group->count == 0) return "It did not reproduce in a second run.";
  if (group->alone) return "An isolated rerun gave the same result.";
  return "Two runs gave the same result.";
}

/* --- commands --- */

/* The limit of the campaign, where that of `assay vote` could be too short, or too long for something slow. */
static void add_timeout(uint64_t wall_ns, FindingKind kind, StrBuf *out)
{
  enum { USUAL_MS = 5000 };
  uint64_t ms = wall_ns / 1000000;
  if (ms && ms <= USUAL_MS && kind != FINDING_SLOW) return;
  bool seconds = ms % 1000 == 0;
  strbuf_printf(out, "--timeout %ju%s ", (uintmax_t)(seconds ? ms / 1000 : ms),
                seconds ? "s" : "ms");
}

static void add_vote_command(const CampaignFolder *folder, const Shown *shown, StrBuf *out)
{
  const CampaignOptions *options = &folder->setup->options;
  StrBuf list;
  strbuf_init(&list, 0);
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    strbuf_printf(&list, "%s%s", i ? "," : "", shown->solvers[i].name);
  strbuf_add_text(out, "    assay vote ");
  add_timeout(options->limits.wall_ns, shown->kind, out);
  strbuf_add_text(out, "--solvers ");
  shell_add_word(strbuf_text(&list), out);
  strbuf_printf(out, "%s %s\n", options->cores ? " --cores" : "", shown->file);
  strbuf_deinit(&list);
}

static void add_commands(const CampaignFolder *folder, const Shown *shown, StrBuf *out)
{
  strbuf_add_text(out, "To reproduce:\n\n");
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    if (shown->accused & SOLVER_BIT(i)) folder_add_command(folder, shown, i, true, out);
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
    const char *heading = wrong ? "Solvers concerned:\n\n" : "\nOther solvers of the campaign:\n\n";
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
  strbuf_add_text(out, group->count
                           ? "Without them it does not reproduce, and none of them can be left "
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
                  "`reduced%s` is smaller, but reducing was interrupted before plain "
                  "runs had confirmed it.",
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

static void add_title(const FindingGroup *group, StrBuf *out)
{
  StrBuf title;
  size_t evidence = (size_t)(finding_model_mark(group->evidence) - group->evidence);
  strbuf_init(&title, 0);
  title_add(&title, finding_name(group->kind),
            (TitlePart){group->signature, strlen(group->signature)},
            (TitlePart){group->evidence, evidence});
  folder_add_public(strbuf_text(&title), out);
  strbuf_deinit(&title);
}

/* Developers look first at what shows with a solver as it comes. */
static void add_defaults(const CampaignFolder *folder, const FindingGroup *group,
                         const Shown *shown, StrBuf *out)
{
  if (!group->count || !group->reduction.ended) return;
  strbuf_add_text(out, group->in_defaults
                           ? "Default mode: it reproduces without experimental options of the "
                             "solver.\n"
                           : "Default mode: it was not seen without the experimental options of "
                             "the command.\n");
  folder_add_experimental(folder, shown, "", out);
  strbuf_add_char(out, '\n');
  if (group->remarks && *group->remarks) strbuf_printf(out, "%s\n", group->remarks);
}

static void add_origin(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  StrBuf names;
  strbuf_init(&names, 0);
  if (folder->origin) folder->origin(folder->user, group->number, &names);
  if (names.length) {
    strbuf_add_text(out, "It was made of `");
    folder_add_public(strbuf_text(&names), out);
    strbuf_add_text(out, "`.\n");
  }
  strbuf_deinit(&names);
}

void folder_report(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  Shown shown = folder_shown(folder, group);
  bool one = group->count == 1;
  strbuf_add_text(out, "# ");
  add_title(group, out);
  strbuf_add_text(out, "\n\n");
  strbuf_add(out, shown.evidence, (size_t)(finding_model_mark(shown.evidence) - shown.evidence));
  strbuf_add_text(out, "\n\n");
  add_text(&shown, out);
  strbuf_printf(out, "Answers: %s.\n\nExpected: ", shown.answers);
  folder_add_expectation(&shown, out);
  strbuf_add_text(out, ".\n\n");
  add_solvers(folder, &shown, out);
  strbuf_add_char(out, '\n');
  add_options(group, out);
  add_defaults(folder, group, &shown, out);
  add_commands(folder, &shown, out);
  strbuf_printf(out, "\n%s %zu input%s of this campaign show%s it.\n\n", certainty(group),
                group->count, one ? "" : "s", one ? "s" : "");
  add_reduction(folder, group, out);
  add_remarks(folder, group, out);
  strbuf_printf(out,
                "Found by assay %s: `input%s` is input %ju of a campaign in %s with seed %ju.\n",
                ASSAY_VERSION, extension_of(folder), (uintmax_t)group->number, folder->setup->logic,
                (uintmax_t)folder->setup->spec->seed);
  add_origin(folder, group, out);
}
