#include "language/smt/reduce/reducer.h"

#include "language/smt/reduce/phases.h"
#include "language/smt/reduce/text.h"
#include "language/smt/reduce/text_edit.h"

/* Nothing but the original is left: does it show the behaviour each time? */
static bool shows_again(ReduceContext *context, const StrBuf *original, Error *error)
{
  if (context->stopped || reduce_shows(context, original) || context->stopped) return true;
  error_set(error, STATUS_USAGE, "it does not reproduce on the original; see --runs and --need");
  return false;
}

static Status reduce_terms(Work *work, const StrBuf *original, Error *error)
{
  Status status = work_read(work, error);
  if (status != STATUS_OK) return status;
  if (phases_begin(work, NULL)) {
    reduce_report(work->base, true);
    phases_run(work);
    return STATUS_OK;
  }
  if (!shows_again(work->base, original, error)) return error->status;
  if (work->base->stopped) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "the behaviour goes with the way the script is written; try --text");
}

static Status reduce_words(Work *work, const StrBuf *original, Error *error)
{
  if (!text_tidy(work) && !shows_again(work->base, original, error)) return error->status;
  if (!work->base->stopped) text_reduce(work);
  return STATUS_OK;
}

static Status reduce_script(ReduceContext *context, Error *error)
{
  Work work;
  StrBuf original;
  strbuf_init(&original, 0);
  strbuf_add(&original, context->text.bytes, context->text.length);
  work_init(&work, context);
  Status status = (context->any_text ? reduce_words : reduce_terms)(&work, &original, error);
  work_deinit(&work);
  strbuf_deinit(&original);
  return status;
}

const ReducerInterface smtlib_reducer = {.trivial = "(check-sat)\n", .reduce = reduce_script};
