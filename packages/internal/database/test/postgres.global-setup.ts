import type { TestProject } from 'vitest/node';
import { startPostgres } from './temporary-postgres.ts';

/** Starts a temporary Postgres for the test run, provides its URL to the tests, and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('databaseKind', 'postgres');
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
