/* Files about processes in /proc. */
#ifndef RUN_PROCFS_H
#define RUN_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The file /proc/PID/NAME as a text, cut if it is longer; false if there is none. */
bool procfs_read(pid_t pid, const char *name, char *text, size_t size);

/* A number in the text of a file `stat`, counted as in proc(5), from 4 on; 0 without one. */
uint64_t procfs_stat_field(const char *text, unsigned field);
enum { PROCFS_STAT_BYTES = 1024, STAT_PARENT = 4, STAT_CHILD_USER = 16, STAT_CHILD_SYSTEM = 17 };

#endif
