/* A disk that forgets: a layer below SQLite that knows what was written and what was synced. When the power goes, what
 * was not synced is on the disk in part and in any order: each sector of a write is there or not, a file that was made
 * or removed may be so or not.
 *
 *   PowerDisk *disk = power_create(&random);     SQLite uses it from now on
 *   ... databases are opened and written ...
 *   power_lose(disk, folder);                    their files as they might be found after the power went now
 *   power_destroy(disk);
 *
 * Programs go on meanwhile and see everything that they wrote. Locks and shared memory are not part of it. */
#ifndef TEST_SUPPORT_POWER_H
#define TEST_SUPPORT_POWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

typedef struct PowerDisk PowerDisk;

/* Called before each change of a file. */
typedef void PowerHook(void *user);

PowerDisk *power_create(Random *random);
void power_destroy(PowerDisk *disk);
void power_set_hook(PowerDisk *disk, PowerHook *hook, void *user);
/* A disk that breaks its promises: syncing does nothing. */
void power_set_lying(PowerDisk *disk, bool lying);
/* Databases that are opened from now on use the disk, or not. */
void power_use(PowerDisk *disk, bool use);

/* Puts the files into a folder that exists, by the last parts of their names. */
void power_lose(PowerDisk *disk, const char *folder);

#endif
