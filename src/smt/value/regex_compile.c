/* From regular expressions as values to nodes. */
#include <assert.h>

#include "smt/value/regex_derive.h"
#include "smt/value/regex_list.h"

/* Whether an object gets a node of its own. Unions inside unions do not (the same holds for
 * intersections): a deep nest of them is one flat union, where a flat one at each level would take
 * quadratic space. */
enum { WANTED = 1, INLINED = 2 };

typedef struct {
  Deriver *deriver;
  RegexList list;
  uint8_t *use;    /* by position in the list */
  Node *nodes;     /* the same: of what is WANTED */
  uint32_t *stamp; /* the same: the union that an INLINED one was last added to */
  U32Vec stack, parts;
} Compiler;

static bool is_inlined(const RegexObject *part, const RegexObject *whole)
{
  return part->kind == whole->kind && (whole->kind == REGEX_UNION || whole->kind == REGEX_INTER);
}

static void find_use(Compiler *c)
{
  assert(c->list.items.count > 1);
  uint32_t root = (uint32_t)c->list.items.count - 1;
  c->use[root] = WANTED;
  for (uint32_t i = root; i > 0; i--) {
    const RegexObject *whole = c->list.items.items[i].regex;
    for (uint32_t p = 0; p < whole->count; p++) {
      uint32_t part = regex_list_find(&c->list, whole->parts[p]);
      c->use[part] |= is_inlined(whole->parts[p], whole) ? INLINED : WANTED;
    }
  }
}

/* Adds the nodes of all parts of the union at `position` to c->parts. */
static bool collect_parts(Compiler *c, uint32_t position)
{
  assert(position < c->list.items.count && c->stack.count == 0);
  c->parts.count = 0;
  VEC_PUSH(&c->stack, position);
  while (c->stack.count > 0) {
    const RegexObject *whole = c->list.items.items[c->stack.items[--c->stack.count]].regex;
    if (!nodes_spend(&c->deriver->nodes, whole->count, c->parts.count * sizeof(Node))) return false;
    for (uint32_t p = 0; p < whole->count; p++) {
      uint32_t part = regex_list_find(&c->list, whole->parts[p]);
      if (!is_inlined(whole->parts[p], whole)) {
        VEC_PUSH(&c->parts, c->nodes[part]);
      } else if (c->stamp[part] != position) {
        c->stamp[part] = position;
        VEC_PUSH(&c->stack, part);
      }
    }
  }
  return true;
}

static Node compile_string(NodeTable *nodes, const RegexObject *regex)
{
  assert(regex->kind == REGEX_STRING && regex->string);
  VEC_PUSH(&nodes->texts, ((Value){.kind = VALUE_STRING, .string = regex->string}));
  return nodes_string(nodes, (uint32_t)nodes->texts.count - 1, 0);
}

static Node compile_concat(Compiler *c, const RegexObject *regex)
{
  Node result = NODE_EMPTY;
  for (uint32_t p = regex->count; p-- > 0;)
    result = nodes_concat(&c->deriver->nodes, c->nodes[regex_list_find(&c->list, regex->parts[p])],
                          result);
  return result;
}

static Node compile_object(Compiler *c, uint32_t position)
{
  assert(position > 0 && position < c->list.items.count);
  NodeTable *nodes = &c->deriver->nodes;
  const RegexObject *regex = c->list.items.items[position].regex;
  Node part = regex->count > 0 ? c->nodes[regex_list_find(&c->list, regex->parts[0])] : 0;
  switch (regex->kind) {
  case REGEX_NONE: return NODE_NONE;
  case REGEX_STRING: return compile_string(nodes, regex);
  case REGEX_RANGE: return nodes_range(nodes, (uint32_t)regex->low, (uint32_t)regex->high);
  case REGEX_CONCAT: return compile_concat(c, regex);
  case REGEX_COMPLEMENT: return nodes_complement(nodes, part);
  case REGEX_LOOP: return nodes_loop(nodes, part, regex->low, regex->high);
  case REGEX_UNION:
  case REGEX_INTER:
    if (!collect_parts(c, position)) return 0;
    return nodes_combine(nodes, regex->kind == REGEX_UNION ? NODE_IS_UNION : NODE_IS_INTER,
                         c->parts.items, c->parts.count);
  }
  return 0;
}

static Node compile(Compiler *c)
{
  Node node = 0;
  find_use(c);
  for (uint32_t i = 1; i < c->list.items.count; i++) {
    if (!(c->use[i] & WANTED)) continue;
    node = compile_object(c, i);
    if (node == 0) return 0;
    c->nodes[i] = node;
  }
  return node;
}

/* Characters */

enum { BITS = 64 };

typedef struct {
  uint64_t words[STRING_ALPHABET / BITS]; /* a bit for each character; set up to top */
  uint64_t top;                           /* the last word with a bit: mostly the second */
} Bounds;

static void set_bound(Bounds *bounds, uint64_t character)
{
  uint64_t word = character / BITS;
  if (character >= STRING_ALPHABET) return;
  while (bounds->top < word) bounds->words[++bounds->top] = 0;
  bounds->words[word] |= UINT64_C(1) << (character % BITS);
}

/* Finds where expressions tell characters apart: before and after each range. */
static bool collect_bounds(Deriver *d, const RegexList *list)
{
  Bounds bounds;
  bounds.words[0] = 1;
  bounds.top = 0;
  for (size_t i = 1; i < list->items.count; i++) {
    const RegexObject *regex = list->items.items[i].regex;
    if (regex->kind == REGEX_RANGE) {
      set_bound(&bounds, regex->low);
      set_bound(&bounds, regex->high + 1);
    } else if (regex->kind == REGEX_STRING) {
      const StringObject *string = regex->string;
      if (!nodes_spend(&d->nodes, string->length, 0)) return false;
      for (uint64_t c = 0; c < string->length; c++) {
        set_bound(&bounds, string->chars[c]);
        set_bound(&bounds, string->chars[c] + UINT64_C(1));
      }
    }
  }
  for (uint32_t i = 0; i <= bounds.top; i++)
    for (uint64_t word = bounds.words[i]; word; word &= word - 1)
      VEC_PUSH(&d->bounds, i * BITS + (uint32_t)__builtin_ctzll(word));
  return true;
}

Node regex_compile(Deriver *deriver, const RegexObject *regex)
{
  Compiler c = {.deriver = deriver};
  regex_list_init(&c.list, regex);
  size_t size = c.list.items.count;
  c.use = mem_alloc_zero(size, sizeof *c.use);
  c.nodes = mem_alloc_zero(size, sizeof *c.nodes);
  c.stamp = mem_alloc_zero(size, sizeof *c.stamp);
  Node node = collect_bounds(deriver, &c.list) ? compile(&c) : 0;
  free(c.use);
  free(c.nodes);
  free(c.stamp);
  VEC_FREE(&c.stack);
  VEC_FREE(&c.parts);
  regex_list_deinit(&c.list);
  return node;
}
