import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './database.ts';

/** Many row ids as one bound value, so that the statement does not depend on their number. */
export const rowIdList = (dialect: Dialect, rowIds: readonly number[]): string =>
  dialect === 'sqlite' ? `[${rowIds.join()}]` : `{${rowIds.join()}}`;

export const isAmong = (dialect: Dialect, column: string, list: string): RawBuilder<boolean> =>
  dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(cast(${list} as bigint[]))`;
