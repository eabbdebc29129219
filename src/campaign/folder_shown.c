#include "campaign/folder_shown.h"

#include <stdio.h>
#include <string.h>

#include "record/report/title.h"
#include "run/solver/command_line.h"

/* --- the text --- */

static Shown text_of(const FindingGroup *group, const char **name)
{
  const Reduction *reduction = &group->reduction;
  if (reduction->text && reduction->confirmed)
    return (Shown){.text = reduction->text,
                   .length = reduction->length,
                   .signature = reduction->signature,
                   .evidence = reduction->evidence,
                   .answers = reduction->answers,
                   .kind = reduction->kind,
                   .accused = reduction->accused};
  *name = group->script ? "script" : "input";
  Shown shown = {.text = group->text,
                 .length = group->length,
                 .signature = group->signature,
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

Shown folder_shown(const CampaignFolder *folder, const FindingGroup *group)
{
  const char *name = "reduced";
  Shown shown = text_of(group, &name);
  shown.name = name;
  snprintf(shown.file, sizeof shown.file, "%s%s", name,
           folder->setup->language->interface->extension);
  shown.solvers = group->solvers.count ? group->solvers.items : folder->setup->solvers.items;
  return shown;
}

/* --- the command --- */

void folder_add_command(const CampaignFolder *folder, const Shown *shown, size_t solver, bool local,
                        StrBuf *out)
{
  /* A model is asked for as in the campaign, since crashes and even answers may depend on it. */
  ScriptTraits traits = folder->setup->language->interface->traits(shown->text, shown->length);
  Solver called = shown->solvers[solver];
  char *slash = strrchr(called.program, '/');
  if (!local && slash) called.program = slash + 1;
  SolveRequest request = {.solver = &called,
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

/* --- what should have come --- */

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

void folder_add_expectation(const Shown *shown, StrBuf *out)
{
  const char *mark = finding_model_mark(shown->evidence);
  const char *model = *mark ? mark + strlen(FINDING_MODEL_MARK) : NULL;
  switch (shown->kind) {
  case FINDING_REFUTED:
    strbuf_add_text(out, "sat");
    if (model) strbuf_printf(out, ", since this model satisfies it: `%s`", model);
    break;
  case FINDING_COMPUTED:
    strbuf_printf(out, "%s, by evaluation: the input has no constants",
                  strstr(shown->signature, ": unsat") ? "sat" : "unsat");
    break;
  case FINDING_MODEL:
    strbuf_add_text(out, expectation(shown->kind));
    if (model) strbuf_printf(out, ". The model that was printed: `%s`", model);
    break;
  default: strbuf_add_text(out, expectation(shown->kind)); break;
  }
}

/* --- what is experimental --- */

static void add_constructs(const ExaminerInterface *kind, const Examination *examination,
                           const Profile *profile, const char *mark, StrBuf *out)
{
  const ProfileWords *names = &profile->experimental;
  bool found = false;
  for (uint32_t i = 0; i < names->items_count; i++) {
    if (!kind->uses(examination, names->items[i])) continue;
    strbuf_add_text(out, found ? ", " : mark);
    strbuf_printf(out, "%s`%s`", found ? "" : "It needs ", names->items[i]);
    found = true;
  }
  if (found)
    strbuf_printf(out, ", which the documentation of %s calls experimental.\n", profile->name);
}

void folder_add_experimental(const CampaignFolder *folder, const Shown *shown, const char *mark,
                             StrBuf *out)
{
  const ExaminerInterface *kind = folder->setup->language->interface->examiner;
  if (!kind || !kind->uses) return;
  FileText text = {.bytes = mem_alloc_zero(shown->length + FILE_PADDING, 1),
                   .length = shown->length};
  memcpy(text.bytes, shown->text, shown->length);
  Facts facts = {0};
  Error error;
  Examiner *examiner = kind->create(&(ExamineLimits){0});
  Examination *examination = kind->begin(examiner, &text, &facts, &error);
  for (size_t i = 0; i < folder->setup->solvers.count; i++)
    if (shown->accused & SOLVER_BIT(i))
      add_constructs(kind, examination, shown->solvers[i].profile, mark, out);
  kind->end(examination);
  kind->destroy(examiner);
  facts_deinit(&facts);
  free(text.bytes);
}

void folder_add_public(const char *text, StrBuf *out)
{
  title_add_public(out, (TitlePart){text, strlen(text)});
}
