/* A finding as an issue for the tracker of a solver: input, command, what comes, what should come, version. */
#include <string.h>
#include <sys/utsname.h>

#include "campaign/folder_shown.h"

/* The name of a solver without its path and parameters. */
static void add_solver_name(const CampaignFolder *folder, size_t number, StrBuf *out)
{
  const Profile *profile = folder->setup->solvers.items[number].profile;
  strbuf_add_text(out, profile->title ? profile->title : profile->name);
  if (folder->setup->versions && folder->setup->versions[number])
    strbuf_printf(out, " %s", folder->setup->versions[number]);
}

static const char *solver_words(const char *evidence)
{
  const char *colon = strstr(evidence, ": ");
  return colon ? colon + 2 : evidence;
}

static void add_title(const Shown *shown, StrBuf *out)
{
  size_t length = (size_t)(finding_model_mark(shown->evidence) - shown->evidence);
  StrBuf evidence;
  strbuf_init(&evidence, 0);
  strbuf_add(&evidence, shown->evidence, length);
  switch (shown->kind) {
  case FINDING_REFUTED: strbuf_add_text(out, "unsat for a satisfiable input"); break;
  case FINDING_COMPUTED:
    strbuf_add_text(out, strstr(shown->signature, ": unsat") ? "unsat for a satisfiable input"
                                                             : "sat for an unsatisfiable input");
    break;
  case FINDING_MODEL: strbuf_add_text(out, "wrong model"); break;
  case FINDING_CRASH:
  case FINDING_REJECTS:
    strbuf_printf(out, "%s: ", shown->kind == FINDING_CRASH ? "crash" : "error");
    folder_add_public(solver_words(strbuf_text(&evidence)), out);
    break;
  default: folder_add_public(strbuf_text(&evidence), out); break;
  }
  strbuf_deinit(&evidence);
}

static void add_actual(const Shown *shown, StrBuf *out)
{
  StrBuf evidence;
  strbuf_init(&evidence, 0);
  strbuf_add(&evidence, shown->evidence,
             (size_t)(finding_model_mark(shown->evidence) - shown->evidence));
  folder_add_public(strbuf_text(&evidence), out);
  strbuf_deinit(&evidence);
}

static void add_version(const CampaignFolder *folder, const FindingGroup *group, const Shown *shown,
                        StrBuf *out)
{
  struct utsname system;
  for (size_t i = 0; i < folder->setup->solvers.count; i++) {
    if (!(shown->accused & SOLVER_BIT(i))) continue;
    strbuf_add_text(out, "- ");
    add_solver_name(folder, i, out);
    if (uname(&system) == 0) strbuf_printf(out, ", %s %s", system.sysname, system.machine);
    strbuf_add_char(out, '\n');
  }
  strbuf_add_text(out, group->in_defaults
                           ? "- It shows with the solver's own defaults.\n"
                           : "- It was not seen without the options of the command.\n");
  folder_add_experimental(folder, shown, "- ", out);
  if (group->remarks && *group->remarks) {
    strbuf_add_char(out, '\n');
    folder_add_public(group->remarks, out);
  }
}

void folder_issue(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  Shown shown = folder_shown(folder, group);
  strbuf_add_text(out, "# ");
  add_title(&shown, out);
  strbuf_printf(out, "\n\n## Input\n\n`%s`:\n\n```smt2\n", shown.file);
  strbuf_add(out, shown.text, shown.length);
  if (shown.length && shown.text[shown.length - 1] != '\n') strbuf_add_char(out, '\n');
  strbuf_add_text(out, "```\n\n## Command\n\n");
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    if (shown.accused & SOLVER_BIT(i)) folder_add_command(folder, &shown, i, false, out);
  strbuf_add_text(out, "\n## Actual result\n\n");
  add_actual(&shown, out);
  strbuf_add_text(out, "\n\n## Expected result\n\n");
  folder_add_expectation(&shown, out);
  strbuf_add_text(out, "\n\n## Version\n\n");
  add_version(folder, group, &shown, out);
  strbuf_printf(out, "\nFound by fuzzing with assay %s.\n", ASSAY_VERSION);
}
