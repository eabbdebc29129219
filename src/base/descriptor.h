/* Reading and writing open files: no signal interrupts it, and what is written is written to the end. */
#ifndef BASE_DESCRIPTOR_H
#define BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* One read: as many bytes as are there, at most `size`; 0 at the end, -1 with errno set on failure. */
ssize_t descriptor_read(int descriptor, char *bytes, size_t size);
/* The same at an offset, wherever the file stands. */
ssize_t descriptor_read_at(int descriptor, char *bytes, size_t size, off_t at);
/* All of the bytes; false with errno set on failure, when some may have been written. */
bool descriptor_write(int descriptor, const char *bytes, size_t length);

/* Takes the exclusive lock of a file. Processes that share the descriptor hold the lock, too: those that a killed process leaves for a
 * moment are waited for. False with errno EWOULDBLOCK: somebody else has it. */
bool descriptor_lock(int descriptor);

#endif
