#include "campaign/trust.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/paths.h"
#include "base/seal.h"
#include "language/table.h"
#include "run/solver/doubt.h"

/* --- the seal --- */

static void add_part(StrBuf *out, const char *name, const char *value)
{
  strbuf_printf(out, "%s %zu ", name, value ? strlen(value) : 0);
  strbuf_add_text(out, value ? value : "");
  strbuf_add_char(out, '\n');
}

/* What settings of the language have read. */
static void find_files(const CampaignSpec *spec, TextList *files)
{
  const LanguageInterface *language =
      spec->language ? language_named(spec->language) : language_at(0);
  if (language) setting_add_files(language->settings, &spec->settings, files);
}

/* All that leads to programs and to files that are read or written, and what holds the programs back. */
static void add_sealed(const CampaignSpec *spec, const char *directory, const char *programs,
                       StrBuf *out)
{
  TextList files = {0};
  find_files(spec, &files);
  add_part(out, "solvers", spec->solvers);
  add_part(out, "target", spec->targets);
  add_part(out, "reference", spec->references);
  add_part(out, "versions", spec->versions);
  for (size_t i = 0; i < spec->profiles.count; i++)
    add_part(out, "profiles", spec->profiles.items[i]);
  for (size_t i = 0; i < spec->seeds.count; i++) add_part(out, "seeds", spec->seeds.items[i]);
  for (size_t i = 0; i < spec->known.count; i++) add_part(out, "known", spec->known.items[i]);
  for (size_t i = 0; i < files.count; i++) add_part(out, "language", files.items[i]);
  if (spec->prior) add_part(out, "prior", spec->prior);
  add_part(out, "out", spec->out);
  if (spec->isolate) add_part(out, "isolate", "");
  add_part(out, "directory", directory);
  add_part(out, "programs", programs);
  VEC_FREE(&files);
}

bool trust_seal(const CampaignSpec *spec, const char *directory, const char *programs,
                char seal[SEAL_TEXT])
{
  SealKey key;
  StrBuf text;
  if (!seal_key_of_user(&key)) return false;
  strbuf_init(&text, 0);
  add_sealed(spec, directory, programs, &text);
  seal_compute(&key, text.bytes, text.length, seal);
  strbuf_deinit(&text);
  return true;
}

static bool is_sealed(const CampaignResume *resume)
{
  char seal[SEAL_TEXT];
  CampaignSpec begun = resume->spec;
  begun.out = resume->out;
  return resume->seal && resume->programs &&
         trust_seal(&begun, resume->spec.directory, resume->programs, seal) &&
         strcmp(seal, resume->seal) == 0;
}

/* --- programs --- */

/* The lines "DIGEST OWNER" of a store; older ones have no owner. */
typedef struct {
  Digest digest;
  bool owned;
  uintmax_t owner;
} ProgramLine;

static bool next_line(const char **at, ProgramLine *line)
{
  char *end;
  if (!*at || !**at) return false;
  *line = (ProgramLine){.digest = strtoull(*at, &end, 16)};
  line->owned = *end == ' ';
  if (line->owned) line->owner = strtoumax(end, &end, 10);
  *at = strchr(end, '\n');
  if (*at) ++*at;
  return true;
}

/* Of a campaign of ours: has somebody put another program in place of one that we have named? */
static void doubt_owner(const char *expression, const char *directory, const ProgramLine *line,
                        StrBuf *lines)
{
  Expression parts;
  struct stat info;
  Error error;
  if (expression_parse(expression, &parts, &error) != STATUS_OK) return;
  const char *program = parts.name ? parts.program : parts.words.items[0];
  char *path = program && strchr(program, '/') ? path_from(directory, program) : NULL;
  if (path && line->owned && stat(path, &info) == 0 && info.st_uid != line->owner &&
      info.st_uid != 0 && info.st_uid != geteuid()) {
    strbuf_printf(lines, "%s: '%s' has got another owner since the campaign was begun (",
                  expression, path);
    solver_add_owner(lines, path);
    strbuf_add_text(lines, ")\n");
  }
  free(path);
  expression_deinit(&parts);
}

static void doubt_owners(const char *list, const char *directory, const char **programs,
                         StrBuf *lines)
{
  TextVec items = {0};
  Error error;
  ProgramLine line;
  if (list && expression_split_list(list, &items, &error) == STATUS_OK)
    for (size_t i = 0; i < items.count && next_line(programs, &line); i++)
      doubt_owner(items.items[i], directory, &line, lines);
  text_vec_free(&items);
}

/* --- both --- */

static void doubt_reading(const char *name, const TextList *paths, StrBuf *lines)
{
  for (size_t i = 0; i < paths->count; i++)
    strbuf_printf(lines, "%s: reads files in '%s'\n", name, paths->items[i]);
}

/* Nobody has sealed it: only what is installed here is trusted. */
static Status doubt_unsealed(const CampaignResume *resume, bool writes, StrBuf *lines, Error *error)
{
  const CampaignSpec *spec = &resume->spec;
  const char *const lists[] = {spec->solvers, spec->targets, spec->references, spec->versions};
  Profiles *installed = profiles_create();
  Status status = profiles_read_own(installed, error);
  for (size_t i = 0; status == STATUS_OK && i < sizeof lists / sizeof *lists; i++)
    if (lists[i]) solver_doubt_list(installed, lists[i], spec->directory, lines);
  for (size_t i = 0; i < spec->profiles.count; i++)
    strbuf_printf(lines, "profiles: solvers as '%s' describes them\n", spec->profiles.items[i]);
  /* What is read may end up in inputs and reports, which go to others. */
  doubt_reading("seeds", &spec->seeds, lines);
  doubt_reading("known", &spec->known, lines);
  if (spec->prior) strbuf_printf(lines, "prior: reads '%s'\n", spec->prior);
  TextList files = {0};
  find_files(spec, &files);
  doubt_reading("theory", &files, lines);
  VEC_FREE(&files);
  /* A folder that was given on the command line is where its files go. */
  if (writes && !resume->folder) strbuf_printf(lines, "out: writes files into '%s'\n", spec->out);
  profiles_destroy(installed);
  return status;
}

Status trust_doubts(const CampaignResume *resume, bool writes, StrBuf *lines, Error *error)
{
  const CampaignSpec *spec = &resume->spec;
  const char *programs = resume->programs;
  if (!is_sealed(resume)) return doubt_unsealed(resume, writes, lines, error);
  doubt_owners(spec->solvers ? spec->solvers : spec->targets, spec->directory, &programs, lines);
  doubt_owners(spec->references, spec->directory, &programs, lines);
  return STATUS_OK;
}

void trust_changes(const CampaignResume *resume, const CampaignSetup *setup, StrBuf *lines)
{
  const char *at = resume->programs;
  ProgramLine line;
  for (size_t i = 0; i < setup->solvers.count && next_line(&at, &line); i++) {
    const Solver *solver = &setup->solvers.items[i];
    Digest now = 0;
    Error error;
    if (digest_file(&now, solver->program, &error) != STATUS_OK || now == line.digest) continue;
    strbuf_printf(lines, "%s: '%s' is another program than when the campaign was begun\n",
                  solver->name, solver->program);
  }
}
