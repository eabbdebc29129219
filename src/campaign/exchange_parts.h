/* What exchange.c and exchange_write.c have in common. */
#ifndef CAMPAIGN_EXCHANGE_PARTS_H
#define CAMPAIGN_EXCHANGE_PARTS_H

#include "campaign/exchange.h"

/* The lease is lost: sets the error that says so. */
void exchange_note_loss(Exchange *exchange, Error *error);
Status exchange_pull_groups(Exchange *exchange, Error *error);
void exchange_forget_findings(Exchange *exchange);
/* How the sums of an agent fade. */
StoreDecay exchange_decay;

#endif
