#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "smt/text/theory.h"

/* The public codes are those of the library, with some more at the end. */
_Static_assert((int)ASSAY_SYNTAX == (int)STATUS_SYNTAX && (int)ASSAY_SORT == (int)STATUS_SORT &&
                   (int)ASSAY_SCOPE == (int)STATUS_SCOPE && (int)ASSAY_LIMIT == (int)STATUS_LIMIT &&
                   (int)ASSAY_IO == (int)STATUS_IO && (int)ASSAY_USAGE == (int)STATUS_USAGE &&
                   (int)ASSAY_UNDETERMINED == (int)STATUS_COUNT,
               "assay_status follows Status");
_Static_assert(sizeof((assay_error *)0)->message == sizeof((Error *)0)->message,
               "messages have the same room");

const char *assay_version(void)
{
  return ASSAY_VERSION;
}

assay_status api_fail(const Error *from, assay_error *error)
{
  assert(from->status != STATUS_OK);
  if (error) {
    *error = (assay_error){.status = (assay_status)from->status,
                           .line = from->line,
                           .column = from->column,
                           .offset = from->line ? from->offset : 0};
    memcpy(error->message, from->message, sizeof error->message);
  }
  return (assay_status)from->status;
}

assay_status api_refuse(assay_error *error, assay_status status, const char *format, ...)
{
  assert(status != ASSAY_OK);
  char message[sizeof((Error *)0)->message];
  Error own;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  error_set(&own, STATUS_USAGE, "%s", message);
  api_fail(&own, error);
  if (error) error->status = status;
  return status;
}

char *api_take_text(StrBuf *buf)
{
  return mem_copy_string(buf->bytes ? buf->bytes : "", buf->length);
}

void assay_free(char *text)
{
  free(text);
}

assay_status assay_context_create(assay_context **context, assay_error *error)
{
  assert(context);
  (void)error;
  *context = mem_alloc_zero(1, sizeof **context);
  **context = (assay_context){theory_create_bank(), profiles_create()};
  return ASSAY_OK;
}

void assay_context_destroy(assay_context *context)
{
  if (!context) return;
  bank_destroy(context->theories);
  profiles_destroy(context->profiles);
  free(context);
}

char *api_copy_text(const char *text, size_t length)
{
  assert(text || length == 0);
  char *copy = mem_alloc_zero(length + FILE_PADDING, 1);
  if (length) memcpy(copy, text, length);
  return copy;
}

assay_status assay_context_add_theories(assay_context *context, const char *text, size_t length,
                                        assay_error *error)
{
  assert(context);
  Error own;
  char *copy = api_copy_text(text, length);
  Bank *grown = bank_copy(context->theories); /* so that an error leaves the context as it was */
  Status status = theory_read(grown, copy, length, &own);
  free(copy);
  if (status != STATUS_OK) {
    bank_destroy(grown);
    return api_fail(&own, error);
  }
  bank_destroy(context->theories);
  context->theories = grown;
  return ASSAY_OK;
}

assay_status assay_context_add_profiles(assay_context *context, const char *text, size_t length,
                                        assay_error *error)
{
  assert(context);
  Error own;
  Status status = profiles_read(context->profiles, text, length, &own);
  return status == STATUS_OK ? ASSAY_OK : api_fail(&own, error);
}
