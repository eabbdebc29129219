/* The responses of tools that print their result as a word: each line is a response. */
#include <string.h>
#include <strings.h>

#include "run/solver/response.h"

static const struct {
  const char *word;
  SolverAnswer answer;
} WORDS[] = {
    {"sat", SAYS_SAT},         {"satisfiable", SAYS_SAT}, {"violated", SAYS_SAT},
    {"falsified", SAYS_SAT},   {"unsat", SAYS_UNSAT},     {"unsatisfiable", SAYS_UNSAT},
    {"holds", SAYS_UNSAT},     {"verified", SAYS_UNSAT},  {"unknown", SAYS_UNKNOWN},
    {"timeout", SAYS_TIMEOUT},
};

/* The length of the word at the start of a line. */
static size_t word_length(const char *text, size_t length)
{
  size_t end = 0;
  while (end < length && text[end] != ' ' && text[end] != '\t' && text[end] != ':' &&
         text[end] != ',' && text[end] != '\r')
    end++;
  return end;
}

static bool is_word(const char *text, size_t length, const char *word)
{
  return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

static Response read_line(const char *line, size_t length)
{
  size_t word = word_length(line, length);
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (is_word(line, word, WORDS[i].word))
      return (Response){.kind = RESPONSE_ANSWER, .answer = WORDS[i].answer};
  ResponseKind kind = is_word(line, word, "error")         ? RESPONSE_ERROR
                      : is_word(line, word, "unsupported") ? RESPONSE_UNSUPPORTED
                                                           : RESPONSE_TEXT;
  return (Response){.kind = kind, .answer = SAYS_NOTHING};
}

static void split(const char *text, uint64_t length, Responses *responses)
{
  for (uint64_t at = 0; at < length;) {
    const char *newline = memchr(text + at, '\n', (size_t)(length - at));
    uint64_t end = newline ? (uint64_t)(newline - text) : length;
    uint64_t start = at, last = end;
    while (start < last && (text[start] == ' ' || text[start] == '\t')) start++;
    while (last > start && (text[last - 1] == ' ' || text[last - 1] == '\r')) last--;
    if (last > start) {
      Response response = read_line(text + start, (size_t)(last - start));
      response.start = start;
      response.end = last;
      VEC_PUSH(responses, response);
    }
    at = end + 1;
  }
}

/* Without the word error. */
static void message(const char *text, uint64_t length, StrBuf *out)
{
  size_t start = is_word(text, word_length(text, (size_t)length), "error") ? strlen("error") : 0;
  while (start < length && (text[start] == ' ' || text[start] == ':')) start++;
  strbuf_add(out, text + start, (size_t)length - start);
}

const ResponseReader response_words = {"words", split, message};
