import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';
import type { Caller } from '../../platform/http/index.ts';
import { ownerIsEnabled } from '../accounts/index.ts';

/** What a stream was opened with. */
export type StreamCredential = Pick<Caller, 'kind' | 'credentialId'>;

/** Far below what a statement may have as parameters. */
const BATCH = 1000;

/**
 * Those of the credentials that still open something: keys that are not revoked and sessions that have neither ended nor
 * run out, of accounts that are not disabled. One statement for up to 1,000 of them.
 */
export async function findLive<C extends StreamCredential>(
  reader: Reader,
  credentials: readonly C[],
  now: number,
): Promise<ReadonlySet<C>> {
  const live = new Set<C>();
  for (let start = 0; start < credentials.length; start += BATCH) {
    const batch = credentials.slice(start, start + BATCH);
    const idsOf = (kind: Caller['kind']): number[] =>
      batch.filter((credential) => credential.kind === kind).map(({ credentialId }) => credentialId);
    const rows = await reader
      .selectFrom('api_keys')
      .select(['row_id', sql<Caller['kind']>`'key'`.as('kind')])
      .where('row_id', 'in', orNone(idsOf('key')))
      .where('revoked_at', 'is', null)
      .where(ownerIsEnabled('api_keys.user_id'))
      .unionAll(
        reader
          .selectFrom('sessions')
          .select(['row_id', sql<Caller['kind']>`'session'`.as('kind')])
          .where('row_id', 'in', orNone(idsOf('session')))
          .where('expires_at', '>', now)
          .where(ownerIsEnabled('sessions.user_id')),
      )
      .execute();
    const found = new Set(rows.map(({ kind, row_id: rowId }) => `${kind} ${rowId}`));
    for (const credential of batch)
      if (found.has(`${credential.kind} ${credential.credentialId}`)) live.add(credential);
  }
  return live;
}

/** No row has the id 0, and a list in SQL is never empty. */
const orNone = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids);
