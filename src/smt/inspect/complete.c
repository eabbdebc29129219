/* Completion: names that can stand at a place and begin with what is written there. */
#include <assert.h>
#include <string.h>

#include "smt/inspect/inspect.h"
#include "smt/text/command.h"
#include "smt/text/logic.h"
#include "smt/text/print_rank.h"
#include "smt/text/scan.h"

/* What is looked for, and where found names go. */
typedef struct {
  const InspectOutline *outline;
  InspectSpan prefix;
  InspectCompletions *found;
  bool more;
} Request;

static bool begins(const Request *request, const char *name, size_t length)
{
  assert(request->prefix.start <= request->prefix.end &&
         request->prefix.end <= request->outline->length);
  size_t wanted = (size_t)(request->prefix.end - request->prefix.start);
  return length >= wanted &&
         memcmp(name, request->outline->text + request->prefix.start, wanted) == 0;
}

/* Adds a name that begins so. `detail` becomes the list's, or is freed. */
static void add(Request *request, const char *name, size_t length, const char *kind, char *detail)
{
  if (!begins(request, name, length)) {
    free(detail);
  } else if (request->found->count >= INSPECT_COMPLETIONS_MAX) {
    request->more = true;
    free(detail);
  } else {
    InspectCompletion completion = {mem_copy_string(name, length), kind, detail};
    VEC_PUSH(request->found, completion);
  }
}

static void add_word(Request *request, const char *name, const char *kind)
{
  add(request, name, strlen(name), kind, NULL);
}

static void add_commands(Request *request)
{
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++)
    add_word(request, command_name(kind), "command");
}

static void add_logics(Request *request)
{
  const char *const *logics = logic_common_names();
  for (size_t i = 0; logics[i]; i++) add_word(request, logics[i], "logic");
}

static void add_symbol(Request *request, const Bank *bank, Symbol symbol, const char *kind,
                       char *detail)
{
  add(request, symbols_text(&bank->symbols, symbol), symbols_length(&bank->symbols, symbol), kind,
      detail);
}

static char *rank_text(const Bank *bank, Fun fun)
{
  assert(fun && bank_has_fun(bank, fun));
  StrBuf text;
  strbuf_init(&text, 0);
  rank_print_sorts(&text, bank, fun);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

/* Each name once, with its first rank. */
static void add_operators(Request *request, const Bank *bank)
{
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_THEORY || bank_theory_fun(bank, info->name) != fun) continue;
    add_symbol(request, bank, info->name, "operator", rank_text(bank, fun));
  }
  static const char *const forms[] = {"let", "forall", "exists", "match", "as"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) add_word(request, forms[i], "keyword");
}

static void add_sorts(Request *request, const Bank *bank)
{
  for (SortCtor i = 1; i < bank->sorts.ctors.count; i++)
    if (bank->sorts.ctors.items[i].theory)
      add_symbol(request, bank, bank->sorts.ctors.items[i].name, "sort", NULL);
  for (size_t i = 0; i < bank->abbreviations.count; i++)
    add_symbol(request, bank, bank->abbreviations.items[i].name, "sort", NULL);
}

static const char *kind_name(InspectKind kind)
{
  static const char *const names[] = {
      [INSPECT_FUNCTION] = "function", [INSPECT_CONSTANT] = "constant",
      [INSPECT_SORT] = "sort",         [INSPECT_CONSTRUCTOR] = "constructor",
      [INSPECT_SELECTOR] = "selector", [INSPECT_NAMED] = "constant"};
  assert(kind < sizeof names / sizeof *names);
  return names[kind];
}

/* Names of the script, with bars where they have them. */
static void add_declared(Request *request, const U32Vec *declarations,
                         const InspectSpans *variables)
{
  const char *text = request->outline->text;
  for (size_t i = variables->count; i > 0; i--) {
    InspectSpan name = variables->items[i - 1];
    add(request, text + name.start, (size_t)(name.end - name.start), "variable", NULL);
  }
  for (size_t i = 0; i < declarations->count; i++) {
    const InspectDeclaration *declaration =
        &request->outline->declarations.items[declarations->items[i]];
    add(request, text + declaration->name.start,
        (size_t)(declaration->name.end - declaration->name.start), kind_name(declaration->kind),
        NULL);
  }
}

static bool is_name_byte(char c)
{
  return !scan_is_blank(c) && !strchr("()\"|;", c) && c;
}

bool inspect_complete(const Bank *theories, const InspectOutline *outline, uint64_t offset,
                      InspectCompletions *found, InspectSpan *span)
{
  assert(offset <= outline->length);
  U32Vec declarations = {0};
  InspectSpans variables = {0};
  *span = (InspectSpan){offset, offset};
  while (span->start > 0 && is_name_byte(outline->text[span->start - 1])) span->start--;
  InspectPlace place = inspect_visible(outline, offset, &declarations, &variables);
  Request request = {.outline = outline, .prefix = *span, .found = found};
  if (place == INSPECT_PLACE_TERM || place == INSPECT_PLACE_SORT)
    add_declared(&request, &declarations, &variables);
  switch (place) {
  case INSPECT_PLACE_COMMAND: add_commands(&request); break;
  case INSPECT_PLACE_LOGIC: add_logics(&request); break;
  case INSPECT_PLACE_TERM: add_operators(&request, theories); break;
  case INSPECT_PLACE_SORT: add_sorts(&request, theories); break;
  case INSPECT_PLACE_OTHER: break;
  }
  VEC_FREE(&declarations);
  VEC_FREE(&variables);
  return request.more;
}

void inspect_completions_free(InspectCompletions *completions)
{
  for (size_t i = 0; i < completions->count; i++) {
    free(completions->items[i].name);
    free(completions->items[i].detail);
  }
  VEC_FREE(completions);
}
