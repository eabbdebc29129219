#include "support/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "testing.h"

static char folder[] = "/tmp/assay-test-XXXXXX";

int scratch_set_up(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

int scratch_tear_down(void **state)
{
  (void)state;
  CommandResult result = run_command((const char *[]){"rm", "-r", folder, NULL});
  int code = result.exit_code;
  if (code != 0) print_error("%s", result.err);
  command_result_free(&result);
  return code;
}

const char *scratch_folder(void)
{
  return folder;
}

const char *scratch_path(const char *name)
{
  static char paths[4][4096];
  static int next;
  next = (next + 1) % 4;
  int length = snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
  assert_true(length > 0 && (size_t)length < sizeof paths[next]);
  return paths[next];
}

const char *scratch_write(const char *name, const char *text)
{
  const char *path = scratch_path(name);
  Error error;
  if (file_write(path, text, strlen(text), &error)) fail_msg("%s", error.message);
  return path;
}

char *scratch_read(const char *name)
{
  FileText file;
  Error error;
  if (file_read(scratch_path(name), 0, &file, &error)) fail_msg("%s", error.message);
  if (file.length == 0) fail_msg("%s is empty", name);
  char *text = mem_copy_string(file.bytes, file.length);
  file_text_free(&file);
  return text;
}

bool scratch_has(const char *name)
{
  return access(scratch_path(name), F_OK) == 0;
}

void scratch_remove(const char *name)
{
  if (unlink(scratch_path(name)) != 0) fail_msg("%s cannot be removed", name);
}

void scratch_expect(const char *name, const char *text)
{
  char *found = scratch_read(name);
  assert_string_equal(found, text);
  free(found);
}

void scratch_expect_in(const char *name, const char *part)
{
  char *found = scratch_read(name);
  expect_in(found, part);
  free(found);
}

void scratch_expect_not_in(const char *name, const char *part)
{
  char *found = scratch_read(name);
  expect_not_in(found, part);
  free(found);
}
