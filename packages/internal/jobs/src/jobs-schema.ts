import type { Generated } from 'kysely';

/** The table, which the migrations of the program create. */
export interface JobsTable {
  row_id: Generated<number>;
  id: Generated<string | null>;
  type: string;
  /** Unique among unfinished jobs. */
  key: string | null;
  payload: string;
  /** When it is due; while it runs, when its lease ends. */
  run_at: number;
  attempts: Generated<number>;
  /** The process that runs it; null while it waits. */
  claimed_by: string | null;
  created_at: number;
  /** Set after the last attempt: kept for administrators. */
  failed_at: number | null;
  last_error: string | null;
}

/** The part of the program's schema that this package uses. */
export interface JobsSchema {
  jobs: JobsTable;
}
