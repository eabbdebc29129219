/* Replays the inputs that are kept for one fuzz target (test/fuzz/corpus/TARGET): each is a file. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/vec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *path)
{
  FileText text;
  Error error;
  assert_int_equal(file_read(path, 0, &text, &error), STATUS_OK);
  LLVMFuzzerTestOneInput((const uint8_t *)text.bytes, text.length);
  file_text_free(&text);
}

static void test_corpus(void **state)
{
  (void)state;
  char folder[4096], path[4400];
  snprintf(folder, sizeof folder, "%s/test/fuzz/corpus/%s", getenv("ASSAY_SOURCE_ROOT"),
           FUZZ_TARGET);
  DIR *files = opendir(folder);
  assert_non_null(files);
  int count = 0;
  for (const struct dirent *entry; (entry = readdir(files));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    replay(path);
    count++;
  }
  closedir(files);
  assert_true(count > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
