/* The terminal while a screen of ours is on it: another buffer of the terminal, no echo, keys one by one, no cursor.
 *
 * It is given back as it was by terminal_close, when the process exits, when a signal ends it (a defect of ours, too), and
 * while it is stopped by Ctrl-Z. There is one terminal for a process. Keys that make signals make them all the same. */
#ifndef CLI_SCREEN_TERMINAL_H
#define CLI_SCREEN_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Are standard output and error a terminal that understands us, and is it ours at the moment? */
bool terminal_is_usable(void);
/* Does it show UTF-8, by the locale of the environment? */
bool terminal_is_utf8(void);

/* Takes it; signals from here on until terminal_close are handled as above. Only if it is usable. */
void terminal_open(void);
void terminal_close(void);

/* Takes it again if somebody else has it, which may be the case after Ctrl-Z; false: not now. *taken: what was shown is gone. */
bool terminal_take(bool *taken);
void terminal_size(size_t *columns, size_t *rows);
/* All bytes, if it is ours now. */
void terminal_write(const char *bytes, size_t length);
/* Is there a keyboard? */
bool terminal_has_keys(void);
/* Waits for a key, at most so long; 0: none. `wake` is a descriptor that ends the wait, too. */
char terminal_key(int wake, int timeout_ms);

#endif
