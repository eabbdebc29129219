/* Versions of a schema: one text that both creates a store and brings an older one up to date. */
#ifndef RECORD_STORE_SCHEMA_H
#define RECORD_STORE_SCHEMA_H

#include "record/store/database.h"

/* The last version of a text, whose parts begin with lines "-- version N", counted from 1; a line may go on with
 * ", not needed to read". */
uint32_t schema_version(const char *text);

/* Brings the store to the last version of the text, in one transaction. A store that is newer is an error, as
 * is one that lacks something if it may not be written. */
Status schema_update(Database *db, const char *text, bool writable, Error *error);

#endif
