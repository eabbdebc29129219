/* libFuzzer target: any bytes are read as a learnt model of selection. What is accepted must choose something. The
 * digests of the parts, which changed bytes would not fit, are made to fit first. */
#include "base/digest.h"
#include "solve/select/selector_file.h"
#include "solve/select/selector_internal.h"
#include "target.h"

/* As selector_file.c has them: a name, a version, the digest of the table; then length and digest of each part. */
enum { HEAD = 28, TABLE_DIGEST = 20, ENTRY = 16, PARTS = RANKERS + 4, TABLE = PARTS * ENTRY };

static void fit_digests(char *bytes, size_t size)
{
  if (size < HEAD + TABLE) return;
  size_t at = HEAD + TABLE;
  for (size_t i = 0; i < PARTS; i++) {
    char *entry = bytes + HEAD + i * ENTRY;
    uint64_t length;
    memcpy(&length, entry, sizeof length);
    if (length > size - at) return;
    Digest digest = digest_bytes(0, bytes + at, length);
    memcpy(entry + 8, &digest, sizeof digest);
    at += length;
  }
  Digest digest = digest_bytes(0, bytes + HEAD, TABLE);
  memcpy(bytes + TABLE_DIGEST, &digest, sizeof digest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Error error = {0};
  char *bytes = target_text(data, size);
  fit_digests(bytes, size);
  Selector *selector = selector_load(target_file((const uint8_t *)bytes, size), &error);
  free(bytes);
  if (!selector) return 0;
  static const char *const LOGICS[] = {NULL, "QF_BV", "QF_LIA"};
  for (size_t i = 0; i < 3; i++) {
    if (selector_need(selector, LOGICS[i], true, &error) != STATUS_OK) continue;
    size_t count = names_count(selector_features(selector));
    if (count > 10000 || names_count(selector_solvers(selector)) > 1000) continue;
    float *features = calloc(count + 1, sizeof *features);
    Selection *selection = selection_create(selector);
    selection_predict(selection, &(SelectorInput){.logic = LOGICS[i], .features = features}, 10);
    SelectionReason reasons[4];
    selection_explain(selection, reasons, 4);
    selection_destroy(selection);
    free(features);
  }
  selector_destroy(selector);
  return 0;
}
