#include "language/reducer.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"

void reduce_take_text(ReduceContext *context, StrBuf *text)
{
  assert(text != &context->text);
  StrBuf old = context->text;
  context->text = *text;
  *text = old;
  context->statistics.bytes = context->text.length;
}

void reduce_pad_text(StrBuf *text)
{
  strbuf_text(text);
  size_t limit = text->limit;
  text->limit = 0;
  strbuf_reserve(text, FILE_PADDING);
  text->limit = limit;
  memset(text->bytes + text->length, 0, FILE_PADDING);
}
