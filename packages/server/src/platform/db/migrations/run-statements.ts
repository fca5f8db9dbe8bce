import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';

/**
 * Runs SQL statements separated by semicolons, in which no semicolon is quoted. Types are those of SQLite, and `flag` for
 * 0 or 1.
 */
export async function runStatements(db: Kysely<any>, dialect: Dialect, statements: string): Promise<void> {
  for (const statement of statements.split(';'))
    if (statement.trim() !== '') await sql.raw(inDialect(statement.trim(), dialect)).execute(db);
}

function inDialect(statement: string, dialect: Dialect): string {
  // Every index of SQLite contains the row id.
  if (dialect === 'sqlite') return statement.replaceAll(/\bflag\b/g, 'integer').replaceAll(' include (row_id)', '');
  return (
    statement
      // A row id is never reused, also after the newest row is deleted.
      .replaceAll('primary key autoincrement', 'primary key generated always as identity')
      .replaceAll(/\binteger\b/g, 'bigint')
      .replaceAll(/\bflag\b/g, 'smallint')
      // Text is ordered by bytes, as on SQLite.
      .replaceAll(/\btext\b/g, 'text collate "C"')
  );
}
