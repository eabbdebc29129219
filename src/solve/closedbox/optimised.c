#include "solve/closedbox/optimised.h"

#include <assert.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"

#define COMPILE_NS UINT64_C(10000000000)

static bool compile(Supervisor *sup, const char *source, const char *library)
{
  /* Source that libtcc compiles too has to do the same with both, as far as it is defined at all, and a little further. */
  const char *argv[] = {"cc",
                        "-O2",
                        "-fwrapv",
                        "-fno-strict-aliasing",
                        "-fno-delete-null-pointer-checks",
                        "-ffp-contract=off",
                        "-shared",
                        "-fPIC",
                        "-fno-semantic-interposition",
                        "-w",
                        "-x",
                        "c",
                        source,
                        "-o",
                        library,
                        "-lm",
                        NULL};
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

/* --- boxes --- */

static void copy_boxes(const Boxes *boxes, Boxes *copy)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  boxes_put(&bytes, boxes);
  ByteReader in = {.bytes = bytes.bytes, .length = bytes.length};
  bool fine = boxes_get(&in, copy);
  assert(fine);
  (void)fine;
  strbuf_deinit(&bytes);
}

/* Compiles a source and puts the path of the library in its place; the source stays if the compiler refuses. */
static bool replace_source(Optimised *optimised, Supervisor *sup, char **path, BoxKind *kind,
                           uint32_t number)
{
  StrBuf library;
  if (!*path || *kind != BOX_SOURCE) return true;
  strbuf_init(&library, 0);
  strbuf_printf(&library, "%s/box%u.so", optimised->folder, number);
  bool fine = compile(sup, *path, strbuf_text(&library));
  if (fine) {
    free(*path);
    *path = mem_copy_string(library.bytes, library.length);
    *kind = BOX_LIBRARY;
  }
  strbuf_deinit(&library);
  return fine;
}

static bool has_source(const Boxes *boxes)
{
  for (size_t i = 0; i < boxes->files.count; i++)
    if (boxes->file_kinds.items[i] == BOX_SOURCE) return true;
  for (size_t i = 0; i < boxes->items.count; i++)
    if (boxes->items.items[i].path && boxes->items.items[i].kind == BOX_SOURCE) return true;
  return false;
}

static bool replace_sources(Optimised *optimised, Supervisor *sup, Boxes *boxes)
{
  uint32_t number = 0;
  bool fine = true;
  for (size_t i = 0; i < boxes->files.count && fine; i++)
    fine = replace_source(optimised, sup, &boxes->files.items[i], &boxes->file_kinds.items[i],
                          number++);
  for (size_t i = 0; i < boxes->items.count && fine; i++) {
    Box *box = &boxes->items.items[i];
    fine = replace_source(optimised, sup, &box->path, &box->kind, number++);
  }
  return fine;
}

bool optimised_add_boxes(Optimised *optimised, Supervisor *sup, const Boxes *boxes)
{
  assert(optimised->folder);
  assert(!optimised->has_boxes);
  if (!has_source(boxes)) return false;
  copy_boxes(boxes, &optimised->boxes);
  optimised->has_boxes = replace_sources(optimised, sup, &optimised->boxes);
  return optimised->has_boxes;
}

bool optimised_replace_sources(Optimised *optimised, Supervisor *sup, Boxes *boxes)
{
  assert(!optimised->folder);
  Error error;
  return has_source(boxes) &&
         temp_folder_make("assay-boxes", &optimised->folder, &error) == STATUS_OK &&
         replace_sources(optimised, sup, boxes);
}

void optimised_deinit(Optimised *optimised)
{
  boxes_deinit(&optimised->boxes);
  if (optimised->folder) temp_folder_remove(optimised->folder);
  free(optimised->folder);
  free(optimised->library);
  *optimised = (Optimised){0};
}
