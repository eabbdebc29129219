/* Real scripts, if the environment variable ASSAY_CORPUS names a folder with some.
 *
 * The folder holds index.csv with the columns file, logic, status, accepted_by and bytes, where
 * accepted_by is a list of solvers, and perhaps a folder seeds with more scripts. What all solvers
 * accept must be accepted here; what only one accepts may use something of its own. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/round_trip.h"

enum { PATH_SIZE = 8192, LEAST_PERCENT = 98 };

typedef struct {
  size_t files;
  size_t rejected;
  size_t changed; /* accepted, but not the same after printing and reading */
} Tally;

static const char *corpus(void)
{
  const char *folder = getenv("ASSAY_CORPUS");
  struct stat info;
  return folder && *folder && stat(folder, &info) == 0 && S_ISDIR(info.st_mode) ? folder : NULL;
}

/* Reads a script and puts it through the printer. What goes wrong is printed. */
static void try_file(const char *path, Tally *tally)
{
  FileText text;
  Error error;
  tally->files++;
  if (file_read(path, 0, &text, &error) != STATUS_OK) fail_msg("%s", error.message);
  Bank *bank = theory_create_bank();
  Script script = {0};
  StrBuf why;
  strbuf_init(&why, 0);
  if (script_read(bank, text.bytes, text.length, &script, &error) != STATUS_OK) {
    printf("rejected: %s:%u:%u: %s\n", path, error.line, error.column, error.message);
    tally->rejected++;
  } else if (!round_trip_all(bank, &script, false, 0, &why)) {
    printf("changed: %s: %s\n", path, strbuf_text(&why));
    tally->changed++;
  }
  strbuf_deinit(&why);
  script_deinit(&script);
  bank_destroy(bank);
  file_text_free(&text);
}

/* The next field of a line, unquoted in place. Quoted fields have no quotes within. */
static char *next_field(char **line)
{
  char *field = *line;
  char *end = field + strcspn(field, *field == '"' ? "" : ",\r\n");
  if (*field == '"') {
    field++;
    end = field + strcspn(field, "\"");
    if (*end) *end++ = 0;
  }
  *line = *end ? end + 1 : end;
  *end = 0;
  return field;
}

/* Tries the files of index.csv that several solvers accept, or those that one does. */
static Tally try_index(const char *folder, bool several)
{
  Tally tally = {0};
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/index.csv", folder);
  FILE *index = fopen(path, "r");
  if (!index) fail_msg("cannot read '%s'", path);
  char line[PATH_SIZE / 2];
  bool header = true;
  while (fgets(line, sizeof line, index)) {
    char *at = line;
    const char *file = next_field(&at);
    next_field(&at); /* logic */
    next_field(&at); /* status */
    const char *accepted_by = next_field(&at);
    if (!header && *file && (strchr(accepted_by, ' ') != NULL) == several) {
      snprintf(path, sizeof path, "%s/%s", folder, file);
      try_file(path, &tally);
    }
    header = false;
  }
  fclose(index);
  printf("%zu files, %zu rejected, %zu changed by printing\n", tally.files, tally.rejected,
         tally.changed);
  return tally;
}

static void test_what_all_solvers_accept(void **state)
{
  (void)state;
  if (!corpus()) skip();
  Tally tally = try_index(corpus(), true);
  assert_int_equal(tally.rejected, 0);
  assert_int_equal(tally.changed, 0);
}

static void test_what_one_solver_accepts(void **state)
{
  (void)state;
  if (!corpus()) skip();
  Tally tally = try_index(corpus(), false);
  if (tally.rejected * 100 > tally.files * (100 - LEAST_PERCENT))
    fail_msg("more than %d%% are rejected", 100 - LEAST_PERCENT);
  assert_int_equal(tally.changed, 0);
}

/* All scripts of a folder and the folders in it. */
static void try_folder(const char *folder, Tally *tally)
{
  DIR *directory = opendir(folder);
  if (!directory) return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] == '.') continue;
    char path[PATH_SIZE];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (stat(path, &info) != 0) continue;
    const char *end = strrchr(entry->d_name, '.');
    if (S_ISDIR(info.st_mode))
      try_folder(path, tally);
    else if (end && strcmp(end, ".smt2") == 0)
      try_file(path, tally);
  }
  closedir(directory);
}

static void test_seeds(void **state)
{
  (void)state;
  if (!corpus()) skip();
  char path[PATH_SIZE];
  Tally tally = {0};
  snprintf(path, sizeof path, "%s/seeds", corpus());
  try_folder(path, &tally);
  printf("%zu files, %zu rejected, %zu changed by printing\n", tally.files, tally.rejected,
         tally.changed);
  assert_int_equal(tally.rejected, 0);
  assert_int_equal(tally.changed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_all_solvers_accept),
      cmocka_unit_test(test_what_one_solver_accepts),
      cmocka_unit_test(test_seeds),
  };
  return cmocka_run_group_tests_name("corpus", tests, NULL, NULL);
}
