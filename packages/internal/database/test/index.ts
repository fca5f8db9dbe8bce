export { openTestDatabase, type TestDatabase } from './test-database.ts';
export { queryPostgres, startPostgres, type TemporaryPostgres } from './temporary-postgres.ts';
export { createChance, tearBytes } from './torn-bytes.ts';
