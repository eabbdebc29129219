#include "run/solver/outcome_signs.h"

#include <assert.h>
#include <string.h>

bool sign_is_remark(const Sign *sign)
{
  assert(sign->text);
  return sign->start < sign->end && sign->text[sign->start] == ';';
}

static bool fits(const ProfilePattern *pattern, const char *text, size_t length)
{
  if (pattern->contains)
    return memmem(text, length, pattern->contains, strlen(pattern->contains)) != NULL;
  size_t wanted = strlen(pattern->begins);
  for (size_t at = 0; at + wanted <= length;) {
    if (memcmp(text + at, pattern->begins, wanted) == 0) return true;
    const char *end = memchr(text + at, '\n', length - at);
    if (!end) return false;
    at = (size_t)(end - text) + 1;
  }
  return false;
}

static ProfileMeaning meaning_in(const Profile *profile, const char *text, size_t length)
{
  for (uint32_t i = 0; i < profile->patterns_count; i++)
    if (fits(&profile->patterns[i], text, length)) return profile->patterns[i].means;
  return MEANS_NOTHING;
}

static ProfileMeaning meaning_of(const Solver *solver, const Sign *sign)
{
  const char *text = sign->text + sign->start;
  size_t length = (size_t)(sign->end - sign->start);
  ProfileMeaning own = meaning_in(solver->profile, text, length);
  return own != MEANS_NOTHING ? own : meaning_in(solver->generic, text, length);
}

/* Models and the like are full of names from the script, which must not be taken for signs. */
static bool is_loose(const Response *response)
{
  return response->kind == RESPONSE_ERROR || response->kind == RESPONSE_TEXT ||
         response->answer == SAYS_TIMEOUT;
}

/* Is it an error that makes answers after it void? Of standard error, where nothing has a place, every error is. */
static bool see(const Solver *solver, const RunOutput *output, const Response *response,
                bool has_place, Signs *signs)
{
  if (!is_loose(response)) return false;
  Sign sign = {output->bytes, response->start, response->end, output->length};
  ProfileMeaning meaning = meaning_of(solver, &sign);
  Sign *first = &signs->first[meaning];
  if (!first->text || (sign_is_remark(first) && !sign_is_remark(&sign))) *first = sign;
  if (response->kind != RESPONSE_ERROR || (has_place && meaning == MEANS_IGNORED)) return false;
  if (signs->error.text) return true;
  signs->error = sign;
  signs->error_means = meaning;
  return true;
}

void signs_find(const Solver *solver, const RunResult *run, const Responses *responses,
                bool unsupported_voids, Signs *signs)
{
  *signs = (Signs){.first_void = UINT64_MAX};
  for (size_t i = 0; i < responses->count; i++) {
    const Response *response = &responses->items[i];
    bool unsupported = response->kind == RESPONSE_UNSUPPORTED;
    bool voids =
        see(solver, &run->out, response, true, signs) || (unsupported && unsupported_voids);
    signs->has_unsupported |= unsupported;
    if (signs->first_void == UINT64_MAX && voids) signs->first_void = i;
  }
  Responses remarks = {0};
  bool had_error = signs->error.text != NULL;
  response_reader_find(solver->profile->answers)->split(run->err.bytes, run->err.length, &remarks);
  for (size_t i = 0; i < remarks.count; i++)
    (void)see(solver, &run->err, &remarks.items[i], false, signs);
  VEC_FREE(&remarks);
  signs->error_in_stderr = !had_error && signs->error.text;
  if (signs->error_in_stderr) signs->first_void = 0;
}
