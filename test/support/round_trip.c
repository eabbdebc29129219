#include "support/round_trip.h"

#include <inttypes.h>

#include "smt/text/parser.h"

const char *round_trip_style(const PrintOptions *options)
{
  static const char *const names[][2] = {{"let, flat", "let, pretty"},
                                         {"define, flat", "define, pretty"},
                                         {"tree, flat", "tree, pretty"}};
  return names[options->share][options->pretty];
}

/* What the handles of the second reading stand for in the first. */
typedef struct {
  Bank *bank;
  U32Vec funs;  /* by Fun: the function of the first reading, or 0 for itself */
  U32Vec added; /* by Fun: 1 for a definition that the printer made */
  U32Vec terms; /* by Term */
} Meaning;

static void mark(U32Vec *map, uint32_t key, uint32_t value)
{
  while (map->count <= key) VEC_PUSH(map, 0);
  map->items[key] = value;
}

static uint32_t lookup(const U32Vec *map, uint32_t key)
{
  return key < map->count ? map->items[key] : 0;
}

/* A definition made by the printer is called $N, which the script does not use. */
static bool is_added(const Bank *bank, const Command *command, const Command *expected)
{
  if (command->kind != CMD_DEFINE_FUN) return false;
  const FunInfo *info = funs_info(&bank->funs, command->a);
  const SymbolTable *symbols = &bank->symbols;
  if (symbols_text(symbols, info->name)[0] != '$' || info->arity) return false;
  return !expected || expected->kind != CMD_DEFINE_FUN ||
         funs_info(&bank->funs, expected->a)->name != info->name;
}

/* The function that a defined one is once the definitions in its body are expanded. */
static Fun expand_fun(Meaning *meaning, Fun fun)
{
  Bank *bank = meaning->bank;
  if (lookup(&meaning->funs, fun)) return meaning->funs.items[fun];
  FunInfo info = *funs_info(&bank->funs, fun);
  if (info.origin != FUN_DEFINED) return fun;
  Term body = lookup(&meaning->terms, info.definition);
  Fun expanded = fun;
  if (body != info.definition) {
    U32Vec rank = {0};
    VEC_APPEND(&rank, funs_rank(&bank->funs, fun), info.arity + 1);
    info.definition = body;
    info.op = 0;
    expanded = bank_script_fun(bank, &info, rank.items);
    VEC_FREE(&rank);
  }
  mark(&meaning->funs, fun, expanded);
  return expanded;
}

static Op expand_operator(Meaning *meaning, Op op)
{
  Bank *bank = meaning->bank;
  OperatorInfo info = *bank_operator(bank, op);
  if (op < OP_FIRST_APPLICATION || info.kind != OPERATOR_APPLY) return op;
  Fun fun = expand_fun(meaning, info.fun);
  return fun == info.fun ? op : bank_apply_operator(bank, fun, NULL, 0, info.as);
}

static Term expand_term(Meaning *meaning, Term term, U32Vec *args)
{
  Bank *bank = meaning->bank;
  const TermNode node = *bank_node(bank, term);
  if (node.op < OP_FORALL) return term;
  Fun fun = bank_fun(bank, term);
  if (fun && lookup(&meaning->added, fun))
    return lookup(&meaning->terms, funs_info(&bank->funs, fun)->definition);
  Op op = expand_operator(meaning, node.op);
  bool same = op == node.op;
  args->count = 0;
  for (uint32_t i = 0; i < node.count; i++) {
    Term arg = bank_args(bank, term)[i];
    VEC_PUSH(args, meaning->terms.items[arg]);
    same &= meaning->terms.items[arg] == arg;
  }
  return same ? term : bank_term(bank, op, node.sort, args->items, node.count);
}

/* Arguments and the bodies of definitions come before what uses them, recursive ones excepted. */
static void expand_terms(Meaning *meaning)
{
  size_t count = meaning->bank->terms.count;
  U32Vec args = {0};
  VEC_RESERVE(&args, 1);
  VEC_RESERVE(&meaning->terms, count);
  VEC_PUSH(&meaning->terms, 0);
  for (Term term = 1; term < count; term++)
    VEC_PUSH(&meaning->terms, expand_term(meaning, term, &args));
  VEC_FREE(&args);
}

/* Finds the definitions that were added, and pairs recursive functions. */
static void pair_functions(Meaning *meaning, const Script *first, const Script *second)
{
  size_t at = 0;
  for (size_t i = 0; i < second->commands.count; i++) {
    const Command *command = &second->commands.items[i];
    const Command *expected = at < first->commands.count ? &first->commands.items[at] : NULL;
    if (is_added(meaning->bank, command, expected)) {
      mark(&meaning->added, command->a, 1);
      continue;
    }
    at++;
    bool recursive = command->kind == CMD_DEFINE_FUN_REC || command->kind == CMD_DEFINE_FUNS_REC;
    if (!recursive || !expected || expected->count != command->count) continue;
    for (uint32_t f = 0; f < command->count; f++)
      mark(&meaning->funs, script_list(second, command)[f], script_list(first, expected)[f]);
  }
}

static bool holds_term(CommandKind kind)
{
  return kind == CMD_ASSERT || kind == CMD_ASSERT_SOFT || kind == CMD_MINIMIZE ||
         kind == CMD_MAXIMIZE;
}

static bool holds_terms(CommandKind kind)
{
  return kind == CMD_CHECK_SAT_ASSUMING || kind == CMD_GET_VALUE;
}

static bool holds_fun(CommandKind kind)
{
  return kind >= CMD_DECLARE_CONST && kind <= CMD_DEFINE_FUNS_REC;
}

static bool same_command(Meaning *meaning, const Script *first, const Command *a,
                         const Script *second, const Command *b)
{
  bool expand = meaning->terms.count > 0;
  uint32_t value = b->a;
  if (expand && holds_term(b->kind)) value = lookup(&meaning->terms, value);
  if (expand && holds_fun(b->kind)) value = expand_fun(meaning, value);
  if (a->kind != b->kind || a->a != value || a->b != b->b || a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++) {
    value = script_list(second, b)[i];
    if (expand && holds_terms(b->kind)) value = lookup(&meaning->terms, value);
    if (expand && holds_fun(b->kind)) value = expand_fun(meaning, value);
    if (script_list(first, a)[i] != value) return false;
  }
  return true;
}

static bool same_scripts(Meaning *meaning, const Script *first, const Script *second, StrBuf *why)
{
  size_t at = 0;
  for (size_t i = 0; i < second->commands.count; i++) {
    const Command *command = &second->commands.items[i];
    bool extra = command->kind == CMD_DEFINE_FUN && lookup(&meaning->added, command->a);
    if (extra) continue;
    if (at < first->commands.count &&
        same_command(meaning, first, &first->commands.items[at], second, command)) {
      at++;
      continue;
    }
    strbuf_printf(why, "command %zu (%s) reads back differently", at + 1,
                  command_name(command->kind));
    return false;
  }
  if (at == first->commands.count) return true;
  strbuf_printf(why, "only %zu of %zu commands are read back", at, first->commands.count);
  return false;
}

static bool compare(Bank *bank, const Script *first, const Script *second,
                    const PrintOptions *options, StrBuf *why)
{
  Meaning meaning = {.bank = bank};
  if (options->share == SHARE_DEFINE) {
    pair_functions(&meaning, first, second);
    expand_terms(&meaning);
  }
  bool same = same_scripts(&meaning, first, second, why);
  VEC_FREE(&meaning.funs);
  VEC_FREE(&meaning.added);
  VEC_FREE(&meaning.terms);
  return same;
}

/* Adds the line of the text that an error is in, or its beginning. */
static void show_line(StrBuf *why, const StrBuf *text, const Error *error)
{
  enum { SHOWN = 300 };
  size_t begin = error->offset < text->length ? (size_t)error->offset : text->length;
  while (begin > 0 && text->bytes[begin - 1] != '\n' && error->offset - begin < SHOWN) begin--;
  size_t end = begin;
  while (end < text->length && text->bytes[end] != '\n' && end - begin < 2 * SHOWN) end++;
  strbuf_printf(why, "%" PRIu32 ":%" PRIu32 ": %s\n", error->line, error->column, error->message);
  strbuf_add(why, text->bytes + begin, end - begin);
}

static void print(Bank *bank, const Script *script, const PrintOptions *options, StrBuf *text)
{
  Printer *printer = printer_create(bank, options);
  printer_script(printer, text, script);
  printer_destroy(printer);
}

/* Printing what was read gives the same text, except where definitions have been added. */
static bool prints_equal(Bank *bank, const Script *script, const PrintOptions *options,
                         size_t limit, const StrBuf *text, StrBuf *why)
{
  StrBuf again;
  strbuf_init(&again, limit);
  print(bank, script, options, &again);
  bool same = again.length == text->length &&
              (text->length == 0 || memcmp(again.bytes, text->bytes, text->length) == 0);
  if (!same) strbuf_add_text(why, "the text that was read is not printed the same way");
  strbuf_deinit(&again);
  return same;
}

bool round_trip(Bank *bank, const Script *script, const PrintOptions *options, size_t limit,
                StrBuf *why)
{
  StrBuf text;
  strbuf_init(&text, limit);
  print(bank, script, options, &text);
  Script second = {0};
  Error error = {0};
  bool fine = false;
  strbuf_text(&text);
  if (text.overflow) {
    strbuf_add_text(why, "the text is too large");
  } else if (script_read(bank, strbuf_text(&text), text.length, &second, &error) != STATUS_OK) {
    show_line(why, &text, &error);
  } else {
    fine = compare(bank, script, &second, options, why);
    if (fine && options->share != SHARE_DEFINE)
      fine = prints_equal(bank, &second, options, limit, &text, why);
  }
  script_deinit(&second);
  strbuf_deinit(&text);
  return fine;
}

bool round_trip_all(Bank *bank, const Script *script, bool tree, size_t limit, StrBuf *why)
{
  for (int share = SHARE_LET; share <= (tree ? SHARE_TREE : SHARE_DEFINE); share++)
    for (int pretty = 0; pretty < 2; pretty++) {
      PrintOptions options = {.share = (ShareStyle)share, .pretty = pretty != 0};
      strbuf_clear(why);
      strbuf_printf(why, "%s: ", round_trip_style(&options));
      if (!round_trip(bank, script, &options, limit, why)) return false;
    }
  return true;
}
