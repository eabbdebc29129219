#include "language/smt/reduce/render.h"

#include <assert.h>
#include <string.h>

/* The memory of texts is emptied when it is larger. */
enum { MEMORY_MAX = 64 << 20 };

typedef struct {
  CommandKind kind;
  uint32_t a, b;
  size_t start, length; /* in texts */
  TextHash hash;
} Known;

struct Renderer {
  Printer *printer;
  StrBuf texts;
  VEC(Known) known;
  Index index; /* of known, + 1 */
  StrBuf scratch;
};

Renderer *renderer_create(const Bank *bank, const PrintOptions *options)
{
  assert(bank);
  Renderer *renderer = mem_alloc_zero(1, sizeof *renderer);
  renderer->printer = printer_create(bank, options);
  strbuf_init(&renderer->texts, 0);
  strbuf_init(&renderer->scratch, 0);
  return renderer;
}

void renderer_destroy(Renderer *renderer)
{
  printer_destroy(renderer->printer);
  strbuf_deinit(&renderer->texts);
  strbuf_deinit(&renderer->scratch);
  VEC_FREE(&renderer->known);
  index_free(&renderer->index);
  free(renderer);
}

/* --- commands --- */

static uint32_t command_key(const Command *command)
{
  return hash_finish(hash_mix(hash_mix(command->kind, command->a), command->b));
}

static const Known *find_known(const Renderer *renderer, const Command *command)
{
  IndexProbe probe = index_probe(&renderer->index, command_key(command));
  for (uint32_t id; index_next(&probe, &id);) {
    const Known *known = &renderer->known.items[id - 1];
    if (known->kind == command->kind && known->a == command->a && known->b == command->b)
      return known;
  }
  return NULL;
}

static void forget(Renderer *renderer)
{
  strbuf_clear(&renderer->texts);
  renderer->known.count = 0;
  index_free(&renderer->index);
}

static const Known *learn(Renderer *renderer, const Script *script, const Command *command)
{
  if (renderer->texts.length > MEMORY_MAX) forget(renderer);
  Known known = {
      .kind = command->kind, .a = command->a, .b = command->b, .start = renderer->texts.length};
  printer_command(renderer->printer, &renderer->texts, script, command);
  known.length = renderer->texts.length - known.start;
  known.hash = text_hash(renderer->texts.bytes + known.start, known.length);
  VEC_PUSH(&renderer->known, known);
  index_insert(&renderer->index, command_key(command), (uint32_t)renderer->known.count);
  return &renderer->known.items[renderer->known.count - 1];
}

static TextHash print_command(Renderer *renderer, const Script *script, const Command *command,
                              StrBuf *out)
{
  if (command->count) { /* a list is not in the key */
    strbuf_clear(&renderer->scratch);
    printer_command(renderer->printer, &renderer->scratch, script, command);
    strbuf_add(out, renderer->scratch.bytes, renderer->scratch.length);
    return text_hash(renderer->scratch.bytes, renderer->scratch.length);
  }
  const Known *known = find_known(renderer, command);
  if (!known) known = learn(renderer, script, command);
  strbuf_add(out, renderer->texts.bytes + known->start, known->length);
  return known->hash;
}

bool renderer_print(Renderer *renderer, const Script *script, StrBuf *out, TextHash *hash)
{
  strbuf_clear(out);
  *hash = (TextHash){{3, 4}};
  for (size_t i = 0; i < script->commands.count && !out->overflow; i++) {
    TextHash one = print_command(renderer, script, &script->commands.items[i], out);
    *hash = text_hash_add(text_hash_add(*hash, one.words[0]), one.words[1]);
  }
  return !out->overflow;
}
