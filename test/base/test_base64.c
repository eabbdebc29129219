#include <string.h>

#include "base/base64.h"
#include "testing.h"

static void check(const char *bytes, size_t length, const char *text)
{
  StrBuf encoded, decoded;
  strbuf_init(&encoded, 0);
  strbuf_init(&decoded, 0);
  base64_encode(bytes, length, &encoded);
  assert_string_equal(strbuf_text(&encoded), text);
  assert_true(base64_decode(encoded.bytes, encoded.length, &decoded));
  assert_int_equal(decoded.length, length);
  if (length) assert_memory_equal(decoded.bytes, bytes, length);
  strbuf_deinit(&encoded);
  strbuf_deinit(&decoded);
}

/* The examples of RFC 4648, and bytes of all values. */
static void test_round_trip(void **state)
{
  (void)state;
  check("", 0, "");
  check("f", 1, "Zg==");
  check("fo", 2, "Zm8=");
  check("foo", 3, "Zm9v");
  check("foob", 4, "Zm9vYg==");
  check("fooba", 5, "Zm9vYmE=");
  check("foobar", 6, "Zm9vYmFy");
  check("\xff\x00\xfb", 3, "/wD7");
}

static void test_rejected(void **state)
{
  (void)state;
  const char *texts[] = {"Zg", "Zg=", "Zg=v", "Z===", "====", "Zm9v\n", "Zm9*", "Zg==Zg=="};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    StrBuf out;
    strbuf_init(&out, 0);
    assert_false(base64_decode(texts[i], strlen(texts[i]), &out));
    strbuf_deinit(&out);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
