#include "support/scripts.h"

#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

Script read_script(Bank *bank, const char *text)
{
  Script script = {0};
  Error error;
  if (script_read(bank, text, strlen(text), &script, &error))
    fail_msg("%u:%u: %s in\n%s", error.line, error.column, error.message, text);
  return script;
}

Script read_script_within(Bank *bank, const char *logic, const char *text)
{
  Script script = read_script(bank, text);
  Logic declared, used = logic_infer(bank, &script);
  assert_true(logic_parse(logic, strlen(logic), &declared));
  if (!logic_includes(&declared, &used)) {
    StrBuf excess;
    strbuf_init(&excess, 0);
    logic_excess(&declared, &used, &excess);
    fail_msg("%s has no %s:\n%s", logic, strbuf_text(&excess), text);
  }
  return script;
}

void assert_within_logic(const char *logic, const char *text)
{
  Bank *bank = theory_create_bank();
  Script script = read_script_within(bank, logic, text);
  script_deinit(&script);
  bank_destroy(bank);
}

void add_script_text(StrBuf *out, Bank *bank, const Script *script)
{
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(bank, &options);
  printer_script(printer, out, script);
  printer_destroy(printer);
}

/* --- samples ------------------------------------------------------------------------------ */

static void use_file(const char *path, UseSample use)
{
  FileText text;
  Error error;
  Script script = {0};
  Bank *bank = theory_create_bank();
  if (file_read(path, 0, &text, &error)) fail_msg("%s", error.message);
  if (!script_read(bank, text.bytes, text.length, &script, &error)) use(bank, &script, path);
  script_deinit(&script);
  file_text_free(&text);
  bank_destroy(bank);
}

static uint32_t use_folder(const char *folder, UseSample use)
{
  uint32_t count = 0;
  DIR *directory = opendir(folder);
  if (!directory) fail_msg("cannot open '%s'", folder);
  for (struct dirent *entry; (entry = readdir(directory));) {
    char path[8192];
    const char *end = strrchr(entry->d_name, '.');
    if (!end || strcmp(end, ".smt2") != 0) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    use_file(path, use);
    count++;
  }
  closedir(directory);
  return count;
}

void for_each_sample(UseSample use)
{
  static const char *const folders[] = {"samples", "test/data/commands", "test/data/operators",
                                        "test/data/solver-bugs"};
  const char *root = getenv("ASSAY_SOURCE_ROOT");
  if (!root) fail_msg("the environment variable ASSAY_SOURCE_ROOT is not set");
  uint32_t count = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root, folders[i]);
    count += use_folder(path, use);
  }
  assert_true(count > 30);
}
