/* Files about processes in /proc. */
#ifndef RUN_PROCESS_PROCFS_H
#define RUN_PROCESS_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens the file /proc/PID/NAME, which stays that of this process; -1 if there is none. */
int procfs_open(pid_t pid, const char *name);
/* What is in an open file now, as a text, cut if it is longer; false if there is nothing. */
bool procfs_read_open(int fd, char *text, size_t size);
/* The same for a file that is needed once. */
bool procfs_read(pid_t pid, const char *name, char *text, size_t size);

/* A number in the text of a file `stat`, counted as in proc(5), from 4 on; 0 without one. */
uint64_t procfs_stat_field(const char *text, unsigned field);
enum { PROCFS_STAT_BYTES = 1024, STAT_PARENT = 4, STAT_CHILD_USER = 16, STAT_CHILD_SYSTEM = 17 };

#endif
