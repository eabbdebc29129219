/* libFuzzer target: any bytes are what a solver has printed. Responses must be in order and within the text, and
 * whatever can be read of them is read. */
#include "base/strbuf.h"
#include "run/solver/response.h"
#include "smt/text/answer.h"
#include "smt/text/model.h"
#include "smt/text/theory.h"
#include "target.h"

static const char SCRIPT[] =
    "(set-logic ALL)(declare-datatype List ((nil) (cons (head Int) (tail List))))"
    "(declare-sort U 0)(declare-const i Int)(declare-const r Real)(declare-const b (_ BitVec 8))"
    "(declare-const f Float32)(declare-const s String)(declare-const a (Array Int Int))"
    "(declare-const l List)(declare-const u U)(declare-fun g (Int U) Bool)(assert (! (g i u) "
    ":named n))"
    "(declare-const q (Seq Int))(declare-const t (Set Int))                                       "
    " ";

/* Reads what a response of this kind has to say. */
static void read_answer(Bank *bank, const Answer *answer, const char *text, uint64_t length)
{
  bool says = answer->kind == ANSWER_NAMES || answer->kind == ANSWER_VALUES ||
              answer->kind == ANSWER_MODEL || answer->kind == ANSWER_EMPTY;
  if (!says) return;
  Error error = {0};
  Script script = {0};
  U32Vec names = {0}, terms = {0}, pairs = {0};
  Parser *parser =
      parser_create(bank, &(ParserOptions){.max_depth = 1000}, SCRIPT, sizeof SCRIPT - 1, &error);
  if (parser_read_script(parser, &script) != STATUS_OK)
    target_complain("the script is not accepted:", SCRIPT, &error);
  if (answer->kind == ANSWER_NAMES) {
    answer_read_names(bank, text, length, &names, &error);
    answer_read_terms(parser, text, length, &terms, &error);
  }
  if (answer->kind == ANSWER_VALUES) answer_read_values(parser, text, length, &pairs, &error);
  if (answer->kind == ANSWER_MODEL || answer->kind == ANSWER_EMPTY) {
    Model model = {0};
    if (model_read(parser, text, length, &model, &error) == STATUS_OK)
      for (size_t i = 0; i < model.definitions.count; i++)
        if (model_find(&model, model.definitions.items[i].fun) != &model.definitions.items[i])
          target_complain("a definition is not found:", text, &error);
    model_deinit(&model);
  }
  VEC_FREE(&names);
  VEC_FREE(&terms);
  VEC_FREE(&pairs);
  parser_destroy(parser);
  script_deinit(&script);
}

static void split_words(const char *text, size_t size)
{
  Responses responses = {0};
  StrBuf message;
  strbuf_init(&message, 0);
  response_words.split(text, size, &responses);
  for (size_t i = 0; i < responses.count; i++) {
    const Response *response = &responses.items[i];
    if (response->start > response->end || response->end > size) abort();
    response_words.message(text + response->start, response->end - response->start, &message);
  }
  VEC_FREE(&responses);
  strbuf_deinit(&message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { INPUTS_PER_BANK = 100 };
  static Bank *bank;
  static int used;
  if (used++ % INPUTS_PER_BANK == 0) {
    bank_destroy(bank);
    bank = theory_create_bank();
  }
  char *text = target_text(data, size);
  Answers answers = {0};
  StrBuf message;
  strbuf_init(&message, 0);
  answers_split(text, size, &answers);
  for (size_t i = 0; i < answers.count; i++) {
    const Answer *answer = &answers.items[i];
    if (answer->start >= answer->end || answer->end > size) abort();
    if (i > 0 && answer->start < answers.items[i - 1].end) abort();
    /* A copy, so that reading beyond its end is seen. */
    char *copy = target_text(data + answer->start, answer->end - answer->start);
    answer_message(copy, answer->end - answer->start, &message);
    read_answer(bank, answer, copy, answer->end - answer->start);
    free(copy);
  }
  split_words(text, size);
  strbuf_deinit(&message);
  VEC_FREE(&answers);
  free(text);
  return 0;
}
