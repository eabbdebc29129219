#include "solve/closedbox/native.h"

#include <assert.h>
#include <libtcc.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/strbuf.h"

/* Where Debian has the headers and the runtime of libtcc. */
#define TCC_FOLDER "/usr/lib/x86_64-linux-gnu/tcc"

struct Native {
  TCCState *state;
  StrBuf messages;
};

/* The first message says what is wrong; others follow from it. Its first lines say what included the file. */
static void take_message(void *context, const char *message)
{
  Native *native = context;
  const char *line = strrchr(message, '\n');
  if (native->messages.length == 0)
    strbuf_add_text(&native->messages, line && line[1] ? line + 1 : message);
}

static Native *create(void)
{
  Native *native = mem_alloc_zero(1, sizeof *native);
  strbuf_init(&native->messages, 600);
  native->state = tcc_new();
  if (!native->state) mem_exhausted(0);
  tcc_set_error_func(native->state, native, take_message);
  tcc_set_lib_path(native->state, TCC_FOLDER);
  tcc_set_options(native->state, "-w");
  tcc_set_output_type(native->state, TCC_OUTPUT_MEMORY);
  return native;
}

void native_destroy(Native *native)
{
  if (!native) return;
  tcc_delete(native->state);
  strbuf_deinit(&native->messages);
  free(native);
}

static Status finish(Native *made, int failed, Native **native, Error *error)
{
  if (!failed) failed = tcc_add_library(made->state, "m") < 0;
  if (!failed) failed = tcc_relocate(made->state, TCC_RELOCATE_AUTO) < 0;
  if (!failed) {
    *native = made;
    return STATUS_OK;
  }
  Status status = error_set(error, STATUS_SYNTAX, "%s", strbuf_text(&made->messages));
  native_destroy(made);
  return status;
}

Status native_compile(const char *source, Native **native, Error *error)
{
  Native *made = create();
  return finish(made, tcc_compile_string(made->state, source) < 0, native, error);
}

Status native_compile_file(const char *path, Native **native, Error *error)
{
  Native *made = create();
  return finish(made, tcc_add_file(made->state, path) < 0, native, error);
}

void *native_symbol(Native *native, const char *name)
{
  assert(native && name);
  return tcc_get_symbol(native->state, name);
}
