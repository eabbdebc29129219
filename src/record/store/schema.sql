-- The schema of a store, as a list of versions: a new store runs all of them, an older one those that it
-- lacks. What has been released is never changed here; a new version comes behind it, below its own line
-- "-- version N". This is SQLite's dialect; postgresql.c says which words PostgreSQL has for these types. What follows
-- "-- postgresql: " is for PostgreSQL only.
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

-- version 2, not needed to read

-- A campaign that several processes take part in: what they share. Times are of the database's own clock, in
-- milliseconds since 1970.
CREATE TABLE share (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  epoch_ms INTEGER NOT NULL, -- when the campaign's own time was 0
  next_number INTEGER NOT NULL, -- of inputs
  next_worker INTEGER NOT NULL,
  input_limit INTEGER NOT NULL, -- 0: none
  granted INTEGER NOT NULL, -- inputs that workers may do or have done
  version INTEGER NOT NULL, -- of groups and the best input: grows with each change
  ending INTEGER NOT NULL, -- 1: workers are to end
  best INTEGER, -- number of the best input
  best_margin REAL,
  best_record BLOB,
  PRIMARY KEY (campaign)
) STRICT;

-- A process that takes part. Who gives no sign of life for the time of its lease has lost all that it holds.
CREATE TABLE worker (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  state TEXT NOT NULL, -- working, idle, ended, lost
  host BLOB NOT NULL,
  process INTEGER NOT NULL,
  task BLOB NOT NULL, -- of the cluster, such as 17_3; empty: none
  joined_ms INTEGER NOT NULL,
  beat_ms INTEGER NOT NULL, -- its last sign of life
  lease_ms INTEGER NOT NULL,
  doing BLOB NOT NULL,
  inputs INTEGER NOT NULL,
  granted INTEGER NOT NULL,
  solver_ns INTEGER NOT NULL,
  counts BLOB NOT NULL, -- what else adds up over workers
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

-- Numbers of inputs that were given to a worker together. Those up to `drawn` have been used, but for `open` ones, which
-- are being done; each of these is an input, or a candidate that was not run.
CREATE TABLE block (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  state TEXT NOT NULL, -- free, taken, done
  worker INTEGER, -- that has it or had it
  drawn INTEGER NOT NULL, -- the last that was used; first - 1: none
  open BLOB NOT NULL, -- numbers, separated by spaces
  PRIMARY KEY (campaign, first)
) STRICT, WITHOUT ROWID;
CREATE INDEX block_by_state ON block (campaign, state);

-- What all agents know, as sums; each worker adds to one of a few rows of an arm, so that not all wait for each other.
CREATE TABLE arm_sum (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  agent INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  shard INTEGER NOT NULL,
  at REAL NOT NULL, -- successes and failures have faded up to this time of the agent
  successes REAL NOT NULL,
  failures REAL NOT NULL,
  pulls INTEGER NOT NULL,
  missed INTEGER NOT NULL, -- pulls that led to no input
  rewards REAL NOT NULL,
  PRIMARY KEY (campaign, agent, arm, shard)
) STRICT, WITHOUT ROWID;

-- Groups of findings as workers exchange them, by their number from 1.
CREATE TABLE shared_group (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  version INTEGER NOT NULL, -- of the share, when it was written
  bytes BLOB NOT NULL,
  PRIMARY KEY (campaign, number)
) STRICT;

-- Work that is done once by any worker.
CREATE TABLE unit (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  state TEXT NOT NULL, -- open, taken, done
  worker INTEGER, -- that has it or did it
  taken INTEGER NOT NULL, -- how often it was
  name BLOB NOT NULL,
  result BLOB NOT NULL,
  PRIMARY KEY (campaign, kind, number)
) STRICT;
CREATE INDEX unit_by_state ON unit (campaign, kind, state);

-- In PostgreSQL what inputs and runs refer to is checked for all rows of a statement together: for each row by itself it
-- takes most of the time of writing. Nothing that is referred to is ever removed.
-- postgresql: ALTER TABLE instance DROP CONSTRAINT instance_campaign_fkey,
-- postgresql:   DROP CONSTRAINT instance_campaign_parent_fkey, DROP CONSTRAINT instance_campaign_construct_fkey;
-- postgresql: ALTER TABLE run DROP CONSTRAINT run_campaign_instance_fkey, DROP CONSTRAINT run_campaign_solver_fkey;
-- postgresql: CREATE FUNCTION assay.check_instances() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
-- postgresql:   IF EXISTS (SELECT 1 FROM (SELECT DISTINCT campaign FROM fresh) n
-- postgresql:       WHERE NOT EXISTS (SELECT 1 FROM assay.campaign c WHERE c.id = n.campaign))
-- postgresql:     OR EXISTS (SELECT 1 FROM fresh n WHERE n.parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM
-- postgresql:       assay.instance i WHERE i.campaign = n.campaign AND i.number = n.parent))
-- postgresql:     OR EXISTS (SELECT 1 FROM (SELECT DISTINCT campaign, construct FROM fresh WHERE construct IS NOT NULL) n
-- postgresql:       WHERE NOT EXISTS (SELECT 1 FROM assay.construct c WHERE c.campaign = n.campaign AND c.number = n.construct))
-- postgresql:   THEN RAISE foreign_key_violation USING MESSAGE = 'an input violates a foreign key'; END IF;
-- postgresql:   RETURN NULL; END $$;
-- postgresql: CREATE FUNCTION assay.check_runs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
-- postgresql:   IF EXISTS (SELECT 1 FROM (SELECT DISTINCT campaign, instance FROM fresh) n WHERE NOT EXISTS (SELECT 1 FROM
-- postgresql:       assay.instance i WHERE i.campaign = n.campaign AND i.number = n.instance))
-- postgresql:     OR EXISTS (SELECT 1 FROM (SELECT DISTINCT campaign, solver FROM fresh) n WHERE NOT EXISTS (SELECT 1 FROM
-- postgresql:       assay.solver s WHERE s.campaign = n.campaign AND s.number = n.solver))
-- postgresql:   THEN RAISE foreign_key_violation USING MESSAGE = 'a run violates a foreign key'; END IF;
-- postgresql:   RETURN NULL; END $$;
-- postgresql: CREATE TRIGGER check_instances AFTER INSERT ON instance REFERENCING NEW TABLE AS fresh
-- postgresql:   FOR EACH STATEMENT EXECUTE FUNCTION assay.check_instances();
-- postgresql: CREATE TRIGGER check_runs AFTER INSERT ON run REFERENCING NEW TABLE AS fresh
-- postgresql:   FOR EACH STATEMENT EXECUTE FUNCTION assay.check_runs();

-- version 3, not needed to read

-- The state of a unit may also be kept: its result is safe elsewhere. The first that is open is asked for often.
DROP INDEX unit_by_state;
CREATE INDEX unit_by_state ON unit (campaign, kind, state, number);

-- version 4, not needed to read

-- What an input was made of that was given from outside: the names of seeds. Mutations of other inputs have none of their own.
CREATE TABLE origin (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  instance INTEGER NOT NULL,
  name BLOB NOT NULL,
  PRIMARY KEY (campaign, instance),
  FOREIGN KEY (campaign, instance) REFERENCES instance (campaign, number)
) STRICT;
