/* A folder for the files of a test program: one a program, made by its set-up and removed with all that is in it by its
 * tear-down.
 *
 *   return cmocka_run_group_tests_name("cli_x", tests, scratch_set_up, scratch_tear_down);
 *
 * Names are relative to the folder. What goes wrong with a file fails the test. */
#ifndef TEST_SUPPORT_SCRATCH_H
#define TEST_SUPPORT_SCRATCH_H

#include <stdbool.h>

/* For cmocka; a test with more to prepare calls them from its own. The tear-down fails if the folder cannot be removed. */
int scratch_set_up(void **state);
int scratch_tear_down(void **state);

/* The folder, for commands to run in. */
const char *scratch_folder(void);

/* The absolute path of a name; the next call but three takes its place. */
const char *scratch_path(const char *name);

/* Writes a file; its path, as above. */
const char *scratch_write(const char *name, const char *text);

/* The whole text of a file, which is there and not empty. The caller frees it. */
char *scratch_read(const char *name);

/* Is there a file or folder of this name? */
bool scratch_has(const char *name);

/* Removes a file, which is there. */
void scratch_remove(const char *name);

/* The file has exactly this text; it has the part in it; it does not. */
void scratch_expect(const char *name, const char *text);
void scratch_expect_in(const char *name, const char *part);
void scratch_expect_not_in(const char *name, const char *part);

#endif
