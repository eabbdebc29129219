/* Messages for names and applications that have no meaning; used by resolve.c. */
#ifndef SMT_TEXT_RESOLVE_H
#define SMT_TEXT_RESOLVE_H

#include "smt/term/signature.h"
#include "smt/text/parse.h"

/* A name nobody declared: with the nearest one of the same kind that somebody did. */
Status resolve_unknown(Parser *parser, const Head *head, bool applied, uint64_t offset);
/* A known name that cannot be applied to these arguments: says what does not fit. */
Status resolve_mismatch(Parser *parser, const Head *head, const Application *application,
                        uint32_t offset);

/* The functions that a name can mean, the script's before the theories'. */
typedef struct {
  uint32_t scoped; /* position + 1 in scope.funs */
  Fun theory;
} FunCandidates;

static inline FunCandidates resolve_candidates(Parser *parser, Symbol name)
{
  return (FunCandidates){scope_binding(&parser->scope, name)->fun,
                         bank_theory_fun(parser->bank, name)};
}

static inline Fun resolve_next_candidate(Parser *parser, FunCandidates *candidates)
{
  if (candidates->scoped) {
    const ScopedFun *scoped = &parser->scope.funs.items[candidates->scoped - 1];
    candidates->scoped = scoped->outer;
    return scoped->fun;
  }
  Fun fun = candidates->theory;
  if (fun) candidates->theory = funs_info(&parser->bank->funs, fun)->next;
  return fun;
}

static inline bool resolve_all_digits(const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] < '0' || text[i] > '9') return false;
  return length > 0;
}

/* resolve_literal.c: an identifier with indices or a sort that stands for a value; *done is false if it is none. */
Status resolve_literal(Parser *parser, const Head *head, uint32_t offset, bool *done, Term *term);

#endif
