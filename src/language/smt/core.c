#include "language/smt/core.h"

#include <assert.h>

#include "language/smt/derive.h"

/* What is shown of a list, and how long the scripts may get. */
enum { SHOWN = 80, SCRIPT_MAX = 256 << 20 };

/* A script that is gone through command by command, and a place in the responses to it. */
typedef struct {
  Bank *bank;
  Parser *parser;
  Script script;
  const Outcome *outcome;
  uint32_t query;    /* number of the last one */
  size_t command;    /* its position */
  size_t next, last; /* responses [next, last) may be about it */
  Cores *cores;
} Reader;

/* --- responses --- */

/* After an error nothing counts. Neither do lists after sat, which are models. */
static void see_query(Reader *reader)
{
  const Outcome *outcome = reader->outcome;
  reader->command = reader->script.commands.count - 1;
  reader->next = reader->last = 0;
  size_t i = reader->query++;
  if (i >= outcome->answers.count) return;
  const OutcomeAnswer *answer = &outcome->answers.items[i];
  if (answer->is_void || answer->kind != SAYS_UNSAT) return;
  reader->next = (size_t)answer->response + 1;
  reader->last = i + 1 < outcome->answers.count ? outcome->answers.items[i + 1].response
                                                : outcome->responses.count;
  for (size_t j = reader->next; j < reader->last; j++)
    if (outcome->responses.items[j].kind == RESPONSE_ERROR) reader->last = j;
}

static const Response *next_list(Reader *reader)
{
  while (reader->next < reader->last) {
    const Response *response = &reader->outcome->responses.items[reader->next++];
    if (response->detail == ANSWER_NAMES || response->detail == ANSWER_EMPTY) return response;
  }
  return NULL;
}

static char *shorten(const char *text, uint64_t length)
{
  StrBuf line;
  strbuf_init(&line, 0);
  for (uint64_t i = 0; i < length && line.length < SHOWN; i++) {
    bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t';
    bool needless = blank && (text[i + 1] == ')' || line.bytes[line.length - 1] == ' ' ||
                              line.bytes[line.length - 1] == '(');
    if (!needless) strbuf_add_char(&line, blank ? ' ' : text[i]);
  }
  if (line.length == SHOWN) {
    while (((unsigned char)line.bytes[line.length - 1] & 0xC0) == 0x80) line.length--;
    strbuf_add_text(&line, "...");
  }
  char *copy = mem_copy_string(strbuf_text(&line), line.length);
  strbuf_deinit(&line);
  return copy;
}

/* --- claims --- */

static void add_core(Reader *reader, const Response *list, bool assumptions, const U32Vec *names,
                     const U32Vec *assumed, Symbol stranger)
{
  assert(reader->query && reader->command < reader->script.commands.count);
  Core core = {.query = reader->query, .assumptions = assumptions};
  StrBuf script;
  strbuf_init(&script, SCRIPT_MAX);
  if (stranger)
    core.stranger = mem_copy_string(symbols_text(&reader->bank->symbols, stranger),
                                    symbols_length(&reader->bank->symbols, stranger));
  else
    smtlib_derive_core(reader->bank, &reader->script, reader->command, names, assumed, &script);
  if (!script.overflow) {
    core.shown = shorten(reader->outcome->run.out.bytes + list->start, list->end - list->start);
    if (!stranger) core.script = mem_copy_string(strbuf_text(&script), script.length);
    core.length = script.length;
    VEC_PUSH(reader->cores, core);
  }
  strbuf_deinit(&script);
}

static bool contains(const uint32_t *items, size_t count, uint32_t item)
{
  for (size_t i = 0; i < count; i++)
    if (items[i] == item) return true;
  return false;
}

static void collect_names(Reader *reader, U32Vec *names)
{
  for (size_t i = 0; i < reader->command; i++) {
    Symbol name = smtlib_derive_name_of(reader->bank, &reader->script.commands.items[i]);
    if (name) VEC_PUSH(names, name);
  }
}

/* A name that no assertion has; 0 if there is none. Names that the script gives to something else, or
 * that it declares, as assumptions may be, are no reason for an accusation. */
static Symbol find_stranger(Reader *reader, const U32Vec *listed)
{
  U32Vec names = {0};
  collect_names(reader, &names);
  Symbol stranger = 0;
  for (size_t i = 0; i < listed->count && !stranger; i++) {
    if (contains(names.items, names.count, listed->items[i])) continue;
    StrBuf list;
    U32Vec terms = {0};
    Error error;
    strbuf_init(&list, 0);
    strbuf_add_text(&list, "(|");
    strbuf_add(&list, symbols_text(&reader->bank->symbols, listed->items[i]),
               symbols_length(&reader->bank->symbols, listed->items[i]));
    strbuf_add_text(&list, "|)");
    if (answer_read_terms(reader->parser, strbuf_text(&list), list.length, &terms, &error) !=
        STATUS_OK)
      stranger = listed->items[i];
    VEC_FREE(&terms);
    strbuf_deinit(&list);
  }
  VEC_FREE(&names);
  return stranger;
}

static void take_core(Reader *reader, const Response *list)
{
  const char *text = reader->outcome->run.out.bytes + list->start;
  const Command *query = &reader->script.commands.items[reader->command];
  U32Vec names = {0}, assumed = {0};
  Error error;
  if (answer_read_names(reader->bank, text, list->end - list->start, &names, &error) == STATUS_OK) {
    VEC_APPEND(&assumed, script_list(&reader->script, query), query->count);
    add_core(reader, list, false, &names, &assumed, find_stranger(reader, &names));
  }
  VEC_FREE(&assumed);
  VEC_FREE(&names);
}

/* The name of an assertion, as z3 lists them, too: the assertion is in force anyway. */
static bool is_asserted(Reader *reader, const U32Vec *names, Term term)
{
  Fun fun = bank_fun(reader->bank, term);
  return fun && contains(names->items, names->count, funs_info(&reader->bank->funs, fun)->name);
}

static void take_assumptions(Reader *reader, const Response *list)
{
  const char *text = reader->outcome->run.out.bytes + list->start;
  const Command *query = &reader->script.commands.items[reader->command];
  const uint32_t *assumptions = script_list(&reader->script, query);
  U32Vec listed = {0}, failed = {0}, names = {0};
  Error error;
  bool known = query->kind == CMD_CHECK_SAT_ASSUMING &&
               answer_read_terms(reader->parser, text, list->end - list->start, &listed, &error) ==
                   STATUS_OK;
  collect_names(reader, &names);
  for (size_t i = 0; known && i < listed.count; i++) {
    if (contains(assumptions, query->count, listed.items[i]))
      VEC_PUSH(&failed, listed.items[i]);
    else
      known = is_asserted(reader, &names, listed.items[i]);
  }
  if (known) add_core(reader, list, true, NULL, &failed, 0);
  VEC_FREE(&names);
  VEC_FREE(&failed);
  VEC_FREE(&listed);
}

/* --- the script --- */

static void see_command(Reader *reader)
{
  const Response *list;
  switch (reader->script.commands.items[reader->script.commands.count - 1].kind) {
  case CMD_CHECK_SAT:
  case CMD_CHECK_SAT_ASSUMING: see_query(reader); break;
  case CMD_GET_UNSAT_CORE:
    if ((list = next_list(reader))) take_core(reader, list);
    break;
  case CMD_GET_UNSAT_ASSUMPTIONS:
    if ((list = next_list(reader))) take_assumptions(reader, list);
    break;
  /* Their responses may look the same. */
  case CMD_GET_ASSERTIONS:
  case CMD_GET_ASSIGNMENT:
  case CMD_GET_MODEL:
  case CMD_GET_VALUE: reader->last = reader->next; break;
  /* What is changed after the query does not belong to it. */
  case CMD_ASSERT:
  case CMD_PUSH:
  case CMD_POP:
  case CMD_RESET:
  case CMD_RESET_ASSERTIONS: reader->last = reader->next; break;
  default: break;
  }
}

void smtlib_read_cores(const Examination *examination, const Outcome *outcome, Cores *cores)
{
  Error error;
  Reader reader = {.bank = examination->bank, .outcome = outcome, .cores = cores};
  reader.parser = parser_create(examination->bank, NULL, examination->text->bytes,
                                examination->text->length, &error);
  for (bool more = true; more && cores->count < CORES_MAX;) {
    if (parser_read_command(reader.parser, &reader.script, &more) != STATUS_OK) break;
    if (more) see_command(&reader);
  }
  script_deinit(&reader.script);
  parser_destroy(reader.parser);
}
