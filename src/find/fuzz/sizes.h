/* Agents that choose how large new inputs are: one for each dimension of the language, with an arm for each of its values. An
 * input rewards the values that it was made with if its margin is the best so far. Without dimensions there are none. */
#ifndef FIND_FUZZ_SIZES_H
#define FIND_FUZZ_SIZES_H

#include "find/bandit/agent.h"
#include "language/language.h"

/* What was chosen for an input. */
typedef struct {
  bool chosen;
  uint8_t values[LANGUAGE_DIMENSIONS_MAX];
} SizeChoice;

typedef struct {
  Agent agents[LANGUAGE_DIMENSIONS_MAX];
  size_t count;
} Sizes;

/* Agents of a kind for a language, with the decay and so on of another one. */
void sizes_init(Sizes *sizes, const Language *language, const Agent *like);
void sizes_deinit(Sizes *sizes);

/* Sets the scale of the language to what the agents choose. */
void sizes_choose(Sizes *sizes, Language *language, Random *random, SizeChoice *choice);
void sizes_reward(Sizes *sizes, const SizeChoice *choice, double reward);
uint64_t sizes_pulls(const Sizes *sizes);

/* Of a language without dimensions these are no bytes. */
void sizes_save(const Sizes *sizes, StrBuf *out);
void sizes_restore(Sizes *sizes, ByteReader *reader);
void size_choice_save(const Sizes *sizes, const SizeChoice *choice, StrBuf *out);
void size_choice_restore(const Sizes *sizes, SizeChoice *choice, ByteReader *reader);

#endif
