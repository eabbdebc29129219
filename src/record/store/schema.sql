-- The schema of a store, as a list of versions: a new store runs all of them, an older one those that it
-- lacks. What has been released is never changed here; a new version comes behind it, below its own line
-- "-- version N". This is SQLite's dialect; postgresql.c says which words PostgreSQL has for these types.
--
-- BLOB is for bytes that others have made (inputs, outputs, names of solvers): they may hold anything. TEXT is
-- for words of our own. Where bytes were too many, `length` says how many there were.

-- version 1

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name BLOB NOT NULL,
  seed INTEGER NOT NULL, -- 64 bits; above 2^63 it shows as negative
  started_ms INTEGER NOT NULL -- since 1970
) STRICT;

-- What the campaign was told to do; does not change.
CREATE TABLE setting (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  name TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (campaign, name)
) STRICT, WITHOUT ROWID;

-- Where the campaign stands: what it needs to go on.
CREATE TABLE state (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  worker INTEGER NOT NULL,
  name TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (campaign, worker, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE solver (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  name BLOB NOT NULL,
  version BLOB NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

-- What inputs are made of: the arms of the agents.
CREATE TABLE construct (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  name BLOB NOT NULL,
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

-- One input each. Seed, number and scale are enough to make it again; with its parent, if it is a mutation, and with the
-- construct that was placed and how often, if one was.
CREATE TABLE instance (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  worker INTEGER NOT NULL,
  at_ms INTEGER NOT NULL, -- of the campaign's own time
  seed INTEGER NOT NULL,
  parent INTEGER, -- number of the input that it is a mutant of
  construct INTEGER, -- that was placed in the parent or, without one, in a new input
  placed INTEGER NOT NULL, -- how often
  scale INTEGER NOT NULL, -- of what was generated at that time, a number of the language's own
  size INTEGER NOT NULL,
  margin REAL,
  reward REAL,
  options BLOB, -- of solvers, that were drawn for its runs; NULL: none
  PRIMARY KEY (campaign, number),
  FOREIGN KEY (campaign, parent) REFERENCES instance (campaign, number),
  FOREIGN KEY (campaign, construct) REFERENCES construct (campaign, number)
) STRICT, WITHOUT ROWID;

-- Kept only for inputs that matter.
CREATE TABLE instance_text (
  campaign INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  length INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (campaign, instance),
  FOREIGN KEY (campaign, instance) REFERENCES instance (campaign, number)
) STRICT;

-- One solver on one input.
CREATE TABLE run (
  campaign INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  solver INTEGER NOT NULL,
  attempt INTEGER NOT NULL, -- from 0: the same run may be made again
  outcome TEXT NOT NULL,
  exit_code INTEGER NOT NULL, -- -1: did not exit by itself
  signal INTEGER NOT NULL,
  wall_ns INTEGER NOT NULL,
  cpu_ns INTEGER NOT NULL,
  peak_bytes INTEGER NOT NULL,
  limit_ns INTEGER NOT NULL, -- that it was given; 0: none
  instructions INTEGER,
  counter INTEGER, -- the solver's own measure of work
  PRIMARY KEY (campaign, instance, solver, attempt),
  FOREIGN KEY (campaign, instance) REFERENCES instance (campaign, number),
  FOREIGN KEY (campaign, solver) REFERENCES solver (campaign, number)
) STRICT, WITHOUT ROWID;

-- What a solver printed, where that matters.
CREATE TABLE output (
  campaign INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  solver INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  stream TEXT NOT NULL, -- stdout, stderr
  length INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (campaign, instance, solver, attempt, stream),
  FOREIGN KEY (campaign, instance, solver, attempt)
    REFERENCES run (campaign, instance, solver, attempt)
) STRICT;

-- Findings that may well be the same defect.
CREATE TABLE finding_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL,
  signature BLOB NOT NULL,
  part INTEGER NOT NULL, -- from 0: findings with one signature that are known to be different
  example INTEGER, -- finding that shows it best; NULL: any
  UNIQUE (campaign, kind, signature, part)
) STRICT;

CREATE TABLE finding (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  place INTEGER NOT NULL, -- among the findings of the instance
  group_id INTEGER NOT NULL REFERENCES finding_group (id),
  at_ms INTEGER NOT NULL,
  accused INTEGER NOT NULL, -- solvers, bit by number
  concerned INTEGER NOT NULL,
  query INTEGER NOT NULL, -- number of the check-sat from 1; 0: the whole run
  line INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,
  evidence BLOB NOT NULL,
  UNIQUE (campaign, instance, place),
  FOREIGN KEY (campaign, instance) REFERENCES instance (campaign, number)
) STRICT;
CREATE INDEX finding_by_group ON finding (group_id);

-- The script that shows it if that is not the input, the reduced one, a report to send.
CREATE TABLE finding_text (
  finding INTEGER NOT NULL REFERENCES finding (id),
  role TEXT NOT NULL,
  length INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (finding, role)
) STRICT;

-- The best margin so far, whenever it grew.
CREATE TABLE best (
  campaign INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  margin REAL NOT NULL,
  PRIMARY KEY (campaign, instance),
  FOREIGN KEY (campaign, instance) REFERENCES instance (campaign, number)
) STRICT, WITHOUT ROWID;

-- What an agent of a worker knew of its arms at a time.
CREATE TABLE arm (
  campaign INTEGER NOT NULL,
  agent INTEGER NOT NULL,
  worker INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  construct INTEGER NOT NULL,
  successes REAL NOT NULL,
  failures REAL NOT NULL,
  pulls INTEGER NOT NULL,
  rewards REAL NOT NULL,
  PRIMARY KEY (campaign, agent, worker, at_ms, construct),
  FOREIGN KEY (campaign, agent) REFERENCES agent (campaign, number),
  FOREIGN KEY (campaign, construct) REFERENCES construct (campaign, number)
) STRICT, WITHOUT ROWID;
