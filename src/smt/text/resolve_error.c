/* What to say when an application cannot be resolved. Only runs once per input, so it takes the time
 * to find the argument to blame. */
#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/suggest.h"
#include "smt/text/print.h"
#include "smt/text/resolve.h"

enum { MAX_SUGGESTED_FROM = 200000 };

/* Could the name stand where the unknown one does: with arguments, with indices, or alone? */
static bool is_of_kind(Parser *parser, Symbol name, const Head *head, bool applied)
{
  if (scope_binding(&parser->scope, name)->local) return !applied && !head->index_count;
  FunCandidates candidates = resolve_candidates(parser, name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));) {
    const FunInfo *info = funs_info(&parser->bank->funs, fun);
    bool alone = !applied && !head->index_count;
    if ((info->arity > 0) == applied && !(alone && info->index_count)) return true;
  }
  return false;
}

Status resolve_unknown(Parser *parser, const Head *head, bool applied, uint64_t offset)
{
  Symbol name = head->name;
  const Bank *bank = parser->bank;
  const SymbolTable *symbols = &bank->symbols;
  Arena arena = {0};
  VEC(const char *) names = {0};
  for (Symbol s = 1; s < symbols_count(symbols) && s < MAX_SUGGESTED_FROM; s++) {
    if (!is_of_kind(parser, s, head, applied)) continue;
    VEC_PUSH(&names,
             arena_copy_string(&arena, symbols_text(symbols, s), symbols_length(symbols, s)));
  }
  char *word =
      arena_copy_string(&arena, symbols_text(symbols, name), symbols_length(symbols, name));
  enum { SHORTEST = 3 }; /* of shorter words everything is near */
  size_t length = symbols_length(symbols, name);
  const char *near = length < SHORTEST ? NULL : suggest_name(word, names.items, names.count);
  if (word[0] == '-' && length > 1 && strspn(word + 1, "0123456789.") == length - 1) near = "(- N)";
  strbuf_clear(&parser->text);
  print_symbol(&parser->text, bank, name);
  Status status = parse_fail(parser, STATUS_SCOPE, offset, "unknown symbol '%s'%s%s%s",
                             strbuf_text(&parser->text), near ? "; did you mean '" : "",
                             near ? near : "", near ? "'?" : "");
  VEC_FREE(&names);
  arena_deinit(&arena);
  return status;
}

/* Appends "2 or 3" and the like: all the numbers that candidates take. */
static void describe_counts(Parser *parser, Symbol name, bool indices, StrBuf *out)
{
  uint64_t seen = 0;
  bool more = false;
  FunCandidates candidates = resolve_candidates(parser, name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));) {
    const FunInfo *info = funs_info(&parser->bank->funs, fun);
    uint32_t count = indices ? info->index_count : info->arity;
    if (count < 64) seen |= UINT64_C(1) << count;
    more |= !indices && (info->assoc != ASSOC_NONE);
  }
  bool first = true;
  for (uint32_t i = 0; i < 64; i++) {
    if (!(seen >> i & 1)) continue;
    strbuf_printf(out, "%s%u", first ? "" : " or ", i);
    first = false;
  }
  if (more) strbuf_add_text(out, " or more");
}

/* The first argument that does not fit the function, counted from 1; 0 if all fit by themselves. The
 * sort expected there goes to *expected, or 0 if it cannot be said. */
static uint32_t blame_argument(Parser *parser, Fun fun, const Application *app, Sort *expected)
{
  Bank *bank = parser->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  assert(info->index_count <= NUMERAL_SLOTS && (info->arity > 0 || app->arg_count == 0));
  SignatureBinding binding;
  signature_clear(&binding);
  for (uint32_t i = 0; i < info->index_count && i < app->index_count; i++)
    binding.numerals.value[i] = app->indices[i];
  uint32_t later = 0;
  for (uint32_t i = 0; i < app->arg_count; i++) {
    uint32_t param = i < info->arity ? i : info->arity - 1;
    Sort pattern = funs_rank(&bank->funs, fun)[param];
    SignatureBinding before = binding;
    if (signature_match(bank, pattern, app->args[i], &binding, &later)) continue;
    *expected = signature_instantiate(bank, pattern, &before);
    return i + 1;
  }
  return 0;
}

static Status report_argument(Parser *parser, const Head *head, const Application *app, Fun fun,
                              uint32_t argument, Sort expected, uint32_t offset)
{
  assert(argument > 0 && argument <= app->arg_count);
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_printf(out, "argument %u of '", argument);
  print_symbol(out, parser->bank, head->name);
  strbuf_add_text(out, "' has sort ");
  print_sort(out, parser->bank, app->args[argument - 1]);
  strbuf_add_text(out, ", expected ");
  if (!expected) strbuf_add_text(out, "the form ");
  uint32_t arity = funs_info(&parser->bank->funs, fun)->arity;
  assert(arity > 0);
  uint32_t param = argument <= arity ? argument - 1 : arity - 1;
  print_sort(out, parser->bank, expected ? expected : funs_rank(&parser->bank->funs, fun)[param]);
  return parse_fail(parser, STATUS_SORT, parse_part_offset(parser, offset, argument), "%s",
                    strbuf_text(out));
}

static Status report_sorts(Parser *parser, const Head *head, const Application *app,
                           uint32_t offset)
{
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_add_char(out, '\'');
  print_symbol(out, parser->bank, head->name);
  strbuf_add_text(out, app->arg_count ? "' cannot be applied to" : "' cannot be used like this");
  for (uint32_t i = 0; i < app->arg_count && out->length < 600; i++) {
    strbuf_add_char(out, ' ');
    print_sort(out, parser->bank, app->args[i]);
  }
  if (app->index_count) {
    strbuf_add_text(out, app->arg_count ? " with" : ":");
    strbuf_add_text(out, " indices");
    for (uint32_t i = 0; i < app->index_count && i < 8; i++) {
      if (numeral_is_plain(app->indices[i]))
        strbuf_printf(out, " %u", app->indices[i]);
      else
        strbuf_add_text(out, " ...");
    }
  }
  if (app->as) {
    strbuf_add_text(out, " as ");
    print_sort(out, parser->bank, app->as);
  }
  return parse_fail(parser, STATUS_SORT, offset, "%s", strbuf_text(out));
}

static Status report_counts(Parser *parser, const Head *head, const Application *app, bool indices,
                            uint32_t offset)
{
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_add_char(out, '\'');
  print_symbol(out, parser->bank, head->name);
  strbuf_add_text(out, "' takes ");
  size_t counts = out->length;
  describe_counts(parser, head->name, indices, out);
  bool one = out->length == counts + 1 && out->bytes[counts] == '1';
  const char *unit = indices ? (one ? "index" : "indices") : (one ? "argument" : "arguments");
  strbuf_printf(out, " %s, but is given %u", unit, indices ? app->index_count : app->arg_count);
  return parse_fail(parser, STATUS_SORT, offset, "%s", strbuf_text(out));
}

Status resolve_mismatch(Parser *parser, const Head *head, const Application *app, uint32_t offset)
{
  Fun fitting = 0, blamed = 0;
  uint32_t argument = 0;
  Sort expected = 0;
  bool index_count_fits = false;
  FunCandidates candidates = resolve_candidates(parser, head->name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));) {
    const FunInfo *info = funs_info(&parser->bank->funs, fun);
    index_count_fits |= info->rule || info->index_count == app->index_count;
    if (!signature_fits_arity(parser->bank, fun, app->index_count, app->arg_count)) continue;
    fitting = fun;
    if (info->rule) continue;
    Sort wanted = 0;
    uint32_t bad = blame_argument(parser, fun, app, &wanted);
    /* The candidate that got furthest is the one that was meant. */
    if (bad <= argument) continue;
    argument = bad;
    expected = wanted;
    blamed = fun;
  }
  if (!fitting) return report_counts(parser, head, app, !index_count_fits, offset);
  if (blamed && !app->as)
    return report_argument(parser, head, app, blamed, argument, expected, offset);
  return report_sorts(parser, head, app, offset);
}
