/* What a command is expected to say. Where it says something else the test fails and shows all of it. */
#ifndef TEST_SUPPORT_EXPECT_H
#define TEST_SUPPORT_EXPECT_H

#include "support/run_command.h"

/* The command ended with this exit code, its output has `out` in it and standard error `err` ("" is in everything).
 * As neither is a terminal, nothing may steer one: no escape sequences in the output, no line of progress that is
 * written over. */
void expect_parts(const CommandResult *result, int code, const char *out, const char *err);

/* The same of a result that nothing else is asked about: it is freed. */
void expect(CommandResult result, int code, const char *out, const char *err);

/* The same where `out` and `err` are all that was said. */
void expect_exactly(CommandResult result, int code, const char *out, const char *err);

/* The text, which may be NULL for none, has the part in it, or does not. */
void expect_in(const char *text, const char *part);
void expect_not_in(const char *text, const char *part);

#endif
