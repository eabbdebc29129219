/* Scripts of tests: from texts and files, and back to text. What cannot be read fails the test. */
#ifndef TEST_SUPPORT_SCRIPTS_H
#define TEST_SUPPORT_SCRIPTS_H

#include "base/strbuf.h"
#include "smt/text/script.h"

Script read_script(Bank *bank, const char *text);
/* The same, and the script uses no more than the logic has. */
Script read_script_within(Bank *bank, const char *logic, const char *text);
/* Only whether it can be read and is within the logic. */
void assert_within_logic(const char *logic, const char *text);

/* Appends the script, printed with let. */
void add_script_text(StrBuf *out, Bank *bank, const Script *script);

/* Calls for each sample file that can be read, with a bank of its own; others are wrong on purpose. Who
 * takes the script over leaves an empty one. */
typedef void (*UseSample)(Bank *bank, Script *script, const char *path);
void for_each_sample(UseSample use);

#endif
