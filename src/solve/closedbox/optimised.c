#include "solve/closedbox/optimised.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"

#define COMPILE_NS UINT64_C(10000000000)

static bool compile(Supervisor *sup, const char *source, const char *library)
{
  const char *argv[] = {"cc",    "-O2", "-shared", "-fPIC", "-fno-semantic-interposition",
                        "-w",    "-x",  "c",       source,  "-o",
                        library, NULL};
  RunRequest request = {.argv = argv, .limits = {.wall_ns = COMPILE_NS}, .no_peak = true};
  RunResult result;
  supervisor_await(sup, supervisor_start(sup, &request), &result);
  bool fine = result.end == RUN_EXITED && result.exit_code == 0;
  run_result_deinit(&result);
  return fine;
}

bool optimised_init(Optimised *optimised, Supervisor *sup, const StrBuf *source)
{
  Error error;
  StrBuf path;
  *optimised = (Optimised){0};
  if (temp_folder_make("assay-boxes", &optimised->folder, &error) != STATUS_OK) return false;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/constraints.so", optimised->folder);
  optimised->library = mem_copy_string(path.bytes, path.length);
  strbuf_clear(&path);
  strbuf_printf(&path, "%s/constraints.c", optimised->folder);
  bool fine = file_write(strbuf_text(&path), source->bytes, source->length, &error) == STATUS_OK &&
              compile(sup, strbuf_text(&path), optimised->library);
  strbuf_deinit(&path);
  if (!fine) optimised_deinit(optimised);
  return fine;
}

void optimised_deinit(Optimised *optimised)
{
  if (optimised->folder) temp_folder_remove(optimised->folder);
  free(optimised->folder);
  free(optimised->library);
  *optimised = (Optimised){0};
}
