#include "solve/closedbox/box.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/process/launch.h"

bool boxes_are_declared(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++)
    if (command_declares_box(script->commands.items[i].kind)) return true;
  return false;
}

int boxes_find(const Boxes *boxes, Fun fun)
{
  for (size_t i = 0; i < boxes->items.count; i++)
    if (boxes->items.items[i].fun == fun) return (int)i;
  return -1;
}

void boxes_deinit(Boxes *boxes)
{
  for (size_t i = 0; i < boxes->items.count; i++) {
    free(boxes->items.items[i].name);
    free(boxes->items.items[i].path);
    free(boxes->items.items[i].symbol);
  }
  for (size_t i = 0; i < boxes->files.count; i++) free(boxes->files.items[i]);
  VEC_FREE(&boxes->items);
  VEC_FREE(&boxes->files);
  VEC_FREE(&boxes->file_kinds);
}

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

/* --- declarations --- */

static char *symbol_copy(const Bank *bank, Symbol symbol)
{
  return mem_copy_string(symbols_text(&bank->symbols, symbol),
                         symbols_length(&bank->symbols, symbol));
}

static Status describe_box(Box *box, const Bank *bank, Error *error)
{
  const Sort *rank = funs_rank(&bank->funs, box->fun);
  if (box->arity == 0 || box->arity > BOX_MAX_ARITY)
    return error_set(error, STATUS_LIMIT, "'%s' has %u arguments, and a closed box has 1 to %d",
                     box->name, box->arity, BOX_MAX_ARITY);
  for (uint32_t i = 0; i <= box->arity; i++) {
    box->sorts[i] = rank[i];
    box->layouts[i] = layout_of_sort(bank, rank[i]);
    if (box->layouts[i].kind == LAYOUT_NONE)
      return error_set(error, STATUS_SORT, "%s of '%s' has a sort without a C type",
                       i < box->arity ? "an argument" : "the result", box->name);
    if (i < box->arity) box->words += box->layouts[i].words;
  }
  return STATUS_OK;
}

static Status add_box(Boxes *boxes, const Bank *bank, const Command *command, Error *error)
{
  const FunInfo *info = funs_info(&bank->funs, command->a);
  Box box = {.fun = command->a,
             .arity = info->arity,
             .name = symbol_copy(bank, info->name),
             .symbol = symbol_copy(bank, info->name)};
  if (command->b) {
    box.kind = BOX_PROGRAM;
    box.path = symbol_copy(bank, command->b);
    box.scripted = true;
  }
  Status status = describe_box(&box, bank, error);
  VEC_PUSH(&boxes->items, box);
  return status;
}

/* --- options --- */

static bool ends_with(const char *text, size_t length, const char *end)
{
  size_t size = strlen(end);
  return length >= size && memcmp(text + length - size, end, size) == 0;
}

static BoxKind kind_of_path(const char *path, size_t length)
{
  if (ends_with(path, length, ".c")) return BOX_SOURCE;
  if (ends_with(path, length, ".so")) return BOX_LIBRARY;
  /* libm.so.6 and the like */
  for (size_t i = 0; i + 4 <= length; i++)
    if (memcmp(path + i, ".so.", 4) == 0) return BOX_LIBRARY;
  return BOX_PROGRAM;
}

static Status name_box(Boxes *boxes, const char *text, const char *equals, Error *error)
{
  size_t length = (size_t)(equals - text);
  for (size_t i = 0; i < boxes->items.count; i++) {
    Box *box = &boxes->items.items[i];
    if (strlen(box->name) != length || memcmp(box->name, text, length) != 0) continue;
    const char *path = equals + 1, *colon = strrchr(path, ':');
    if (colon && kind_of_path(path, (size_t)(colon - path)) == BOX_PROGRAM) colon = NULL;
    size_t size = colon ? (size_t)(colon - path) : strlen(path);
    if (size == 0 || (colon && !colon[1])) break;
    free(box->path);
    box->path = mem_copy_string(path, size);
    box->kind = kind_of_path(path, size);
    box->scripted = false;
    if (colon) {
      free(box->symbol);
      box->symbol = copy(colon + 1);
    }
    return STATUS_OK;
  }
  return error_set(error, STATUS_USAGE,
                   "--box '%s' is not NAME=FILE or NAME=FILE:SYMBOL with a NAME that the script "
                   "declares by declare-cb or declare-oracle-fun",
                   text);
}

static Status read_option(Boxes *boxes, const char *text, Error *error)
{
  const char *equals = strchr(text, '=');
  if (equals && equals > text && !memchr(text, '/', (size_t)(equals - text)))
    return name_box(boxes, text, equals, error);
  BoxKind kind = kind_of_path(text, strlen(text));
  if (kind == BOX_PROGRAM)
    return error_set(error, STATUS_USAGE,
                     "--box '%s' is neither a library (.so) nor C source (.c); a program needs the "
                     "name of its function: --box f=%s",
                     text, text);
  VEC_PUSH(&boxes->files, copy(text));
  VEC_PUSH(&boxes->file_kinds, kind);
  return STATUS_OK;
}

/* --- files --- */

static bool is_program(const char *path)
{
  char found[PATH_MAX];
  return launch_find(path, found, sizeof found) == 0 && access(found, X_OK) == 0;
}

static Status check_file(const Box *box, const char *path, BoxKind kind, Error *error)
{
  bool plain = kind == BOX_LIBRARY && !strchr(path, '/'); /* looked for by the loader */
  struct stat file;
  const char *reason = "";
  if (plain || (kind == BOX_PROGRAM && is_program(path))) return STATUS_OK;
  if (kind != BOX_PROGRAM) {
    if (stat(path, &file) != 0)
      reason = ": there is no such file";
    else if (S_ISDIR(file.st_mode))
      reason = ": it is a folder";
    else if (access(path, R_OK) == 0)
      return STATUS_OK;
  }
  return error_set(error, STATUS_IO, "cannot %s '%s'%s%s%s%s", kind == BOX_PROGRAM ? "run" : "read",
                   path, box ? " for the box '" : "", box ? box->name : "", box ? "'" : "", reason);
}

/* The program that a script names may not be here: a library or source that was given can stand for it. */
static void take_from_files(const Boxes *boxes, Box *box)
{
  if (!box->path || box->kind != BOX_PROGRAM || boxes->files.count == 0 || is_program(box->path))
    return;
  free(box->path);
  box->path = NULL;
  box->scripted = false;
  box->kind = BOX_LIBRARY;
}

static Status check_sources(Boxes *boxes, Error *error)
{
  for (size_t i = 0; i < boxes->files.count; i++) {
    Status status = check_file(NULL, boxes->files.items[i], boxes->file_kinds.items[i], error);
    if (status != STATUS_OK) return status;
  }
  for (size_t i = 0; i < boxes->items.count; i++) {
    Box *box = &boxes->items.items[i];
    take_from_files(boxes, box);
    if (!box->path && boxes->files.count == 0)
      return error_set(error, STATUS_USAGE,
                       "nothing computes '%s': say where it is with --box FILE or --box %s=FILE",
                       box->name, box->name);
    if (!box->path) continue;
    Status status = check_file(box, box->path, box->kind, error);
    if (status != STATUS_OK) return status;
    boxes->programs |= box->kind == BOX_PROGRAM;
  }
  return STATUS_OK;
}

Status boxes_init(Boxes *boxes, const Bank *bank, const Script *script, const char *const *texts,
                  size_t count, Error *error)
{
  *boxes = (Boxes){0};
  Status status = STATUS_OK;
  for (size_t i = 0; i < script->commands.count && status == STATUS_OK; i++)
    if (command_declares_box(script->commands.items[i].kind))
      status = add_box(boxes, bank, &script->commands.items[i], error);
  if (status == STATUS_OK && count > 0 && boxes->items.count == 0)
    status =
        error_set(error, STATUS_USAGE,
                  "--box '%s': the script declares no box; (declare-cb f (S...) S) does", texts[0]);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = read_option(boxes, texts[i], error);
  return status == STATUS_OK ? check_sources(boxes, error) : status;
}
