import { sql } from 'kysely';
import type { Caller } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { userIsAdmitted } from '../accounts/index.ts';

export type LiveCredential = Pick<Caller, 'kind' | 'credentialId'>;

/** Credentials in one statement, far below the limit of parameters. */
const BATCH = 1000;

/** Returns the credentials that are valid: keys not revoked or expired, sessions not ended or expired, of accounts not disabled or suspended. */
export async function findValid<C extends LiveCredential>(
  reader: Reader,
  credentials: readonly C[],
  now: number,
): Promise<ReadonlySet<C>> {
  const valid = new Set<C>();
  for (let start = 0; start < credentials.length; start += BATCH) {
    const batch = credentials.slice(start, start + BATCH);
    const idsOf = (kind: Caller['kind']): number[] =>
      batch.filter((credential) => credential.kind === kind).map(({ credentialId }) => credentialId);
    const rows = await reader
      .selectFrom('api_keys')
      .select(['row_id', sql<Caller['kind']>`'key'`.as('kind')])
      .where('row_id', 'in', orNone(idsOf('key')))
      .where('revoked_at', 'is', null)
      .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', now)]))
      .where(userIsAdmitted('api_keys.user_id'))
      .unionAll(
        reader
          .selectFrom('sessions')
          .select(['row_id', sql<Caller['kind']>`'session'`.as('kind')])
          .where('row_id', 'in', orNone(idsOf('session')))
          .where('expires_at', '>', now)
          .where(userIsAdmitted('sessions.user_id')),
      )
      .execute();
    const found = new Set(rows.map(({ kind, row_id: rowId }) => `${kind} ${rowId}`));
    for (const credential of batch)
      if (found.has(`${credential.kind} ${credential.credentialId}`)) valid.add(credential);
  }
  return valid;
}

/** SQL has no empty lists; no row has the id 0. */
const orNone = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids);
