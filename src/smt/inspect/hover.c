/* Hover: the term at a place is found by reading the script up to there, and watching the parser. */
#include <assert.h>

#include "smt/inspect/inspect.h"
#include "smt/inspect/walk.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/print_rank.h"

/* Texts of scripts are shown up to this many bytes. */
enum { SHOWN_MAX = 400 };

/* --- the term at a place --- */

/* The smallest term around the wanted place. */
typedef struct {
  uint64_t wanted;
  InspectSpan span;
  Term term; /* 0: none yet */
} Search;

static void see(void *user, uint64_t start, uint64_t end, Term term)
{
  assert(start < end && term);
  Search *search = user;
  if (search->term || start > search->wanted || search->wanted >= end) return;
  search->span = (InspectSpan){start, end};
  search->term = term;
}

/* Reads the commands up to and with the one at the place; those that are wrong are left out. */
static void find_term(Bank *bank, const InspectOutline *outline, const InspectExtent *last,
                      Search *search)
{
  assert(last && last < outline->extents.items + outline->extents.count);
  Error error;
  Script script = {0};
  ParserObserver observer = {see, search};
  ParserOptions options = {.observer = &observer};
  Parser *parser = parser_create(bank, &options, outline->text, outline->length, &error);
  bool more = true;
  for (const InspectExtent *extent = outline->extents.items; extent <= last; extent++) {
    if (!extent->closed) continue;
    parser_seek(parser, extent->span.start);
    if (parser_read_command(parser, &script, &more) == STATUS_OK && !more) break; /* (exit) */
  }
  parser_destroy(parser);
  script_deinit(&script);
}

/* --- what is shown --- */

static void add_cut(StrBuf *out, const char *text, InspectSpan span)
{
  assert(span.start <= span.end);
  uint64_t length = span.end - span.start;
  uint64_t shown = length < SHOWN_MAX ? length : SHOWN_MAX;
  while (shown < length && shown && ((uint8_t)text[span.start + shown] & 0xC0) == 0x80)
    shown--; /* whole characters */
  strbuf_add(out, text + span.start, (size_t)shown);
  if (shown < length) strbuf_add_text(out, " ...");
}

static void add_term(StrBuf *out, const Bank *bank, const char *text, const Search *search)
{
  strbuf_add_text(out, "```smt2\n");
  add_cut(out, text, search->span);
  strbuf_add_text(out, "\n```\nof sort `");
  print_sort_styled(out, bank, bank_sort(bank, search->term), true);
  strbuf_add_text(out, "`\n");
}

static void add_rank(StrBuf *out, const Bank *bank, Fun fun)
{
  assert(fun && bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  rank_print_name(out, bank, fun);
  strbuf_add_text(out, " : ");
  rank_print_sorts(out, bank, fun);
  const char *assoc = rank_assoc_name(bank, fun);
  if (assoc[0]) strbuf_printf(out, " %s", assoc);
  if (info->theory) {
    const Theory *theory = &bank->theories.items[info->theory];
    strbuf_add_text(out, "  ; ");
    strbuf_add(out, symbols_text(&bank->symbols, theory->name),
               symbols_length(&bank->symbols, theory->name));
  }
  strbuf_add_char(out, '\n');
}

/* The ranks of the theories' operators of this name. */
static void add_operator(StrBuf *out, const Bank *bank, const char *text, InspectSpan name)
{
  name = inspect_bare(text, name);
  Symbol symbol = symbols_find(&bank->symbols, text + name.start, (size_t)(name.end - name.start));
  Fun fun = symbol ? bank_theory_fun(bank, symbol) : 0;
  if (!fun) return;
  strbuf_add_text(out, "```smt2\n");
  for (; fun; fun = funs_info(&bank->funs, fun)->next) add_rank(out, bank, fun);
  strbuf_add_text(out, "```\n");
}

static void add_line_number(StrBuf *out, const char *text, uint64_t offset)
{
  uint64_t line = 1;
  for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + offset - at))); at++) line++;
  strbuf_printf(out, "line %llu", (unsigned long long)line);
}

/* The commands that declare the name at the place. */
static bool add_declarations(StrBuf *out, const InspectOutline *outline, uint64_t offset)
{
  InspectSpans spans = {0};
  bool found = false;
  inspect_find_definitions(outline, offset, &spans);
  for (size_t i = 0; i < spans.count && i < 3; i++) {
    const InspectExtent *extent = inspect_extent_at(outline, spans.items[i].start);
    const InspectExtent *here = inspect_extent_at(outline, offset);
    bool variable = extent == here;
    if (!extent || (variable && spans.items[i].start <= offset && offset <= spans.items[i].end))
      continue;
    strbuf_add_text(out, variable ? "\nfrom " : "\ndeclared in ");
    add_line_number(out, outline->text, spans.items[i].start);
    if (!variable) {
      strbuf_add_text(out, "\n```smt2\n");
      add_cut(out, outline->text, extent->span);
      strbuf_add_text(out, "\n```");
    }
    strbuf_add_char(out, '\n');
    found = true;
  }
  VEC_FREE(&spans);
  return found;
}

/* --- all together --- */

/* The name at the place, and where to look for a term: at the value of a variable that let binds, else here. */
static bool name_at(const InspectOutline *outline, const InspectExtent *extent, uint64_t offset,
                    InspectName *name, uint64_t *wanted)
{
  InspectWalk walk;
  bool found = false;
  inspect_walk_init(&walk, outline->text, extent->span);
  while (!found && inspect_walk_next(&walk, name) && name->span.start <= offset)
    found = offset <= name->span.end;
  *wanted = offset;
  if (found) *wanted = name->span.start;
  bool bound = found && name->role == ROLE_VARIABLE && walk.locals.count &&
               walk.locals.items[walk.locals.count - 1].group == WALK_PENDING;
  if (bound && scan_next(&walk.scan) != SCAN_END) *wanted = walk.scan.start;
  inspect_walk_deinit(&walk);
  return found;
}

bool inspect_hover(const Bank *theories, const InspectOutline *outline, uint64_t offset,
                   StrBuf *out, InspectSpan *span)
{
  assert(offset <= outline->length);
  const InspectExtent *extent = inspect_extent_at(outline, offset);
  if (!extent || !extent->list) return false;
  InspectName name = {0};
  Search search = {0};
  bool named = name_at(outline, extent, offset, &name, &search.wanted);
  Bank *bank = bank_copy(theories);
  find_term(bank, outline, extent, &search);
  size_t before = out->length;
  *span = named ? name.span : search.span;
  bool use =
      named && (name.role == ROLE_TERM || name.role == ROLE_SORT || name.role == ROLE_PATTERN);
  bool value = named && name.role == ROLE_VARIABLE && search.wanted != name.span.start;
  if (search.term && (!named || use || value)) add_term(out, bank, outline->text, &search);
  bool declared = use && add_declarations(out, outline, name.span.start);
  if (use && !declared && name.role == ROLE_TERM) add_operator(out, bank, outline->text, name.span);
  bank_destroy(bank);
  return out->length > before;
}
