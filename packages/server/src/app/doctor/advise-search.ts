import { findTrigrams } from '../../modules/files/index.ts';
import type { Database } from '../../platform/db/index.ts';

/** What an operator of a Postgres can do for searches in large drives; undefined: nothing. */
export async function adviseSearch({
  dialect,
  reader,
}: Pick<Database, 'dialect' | 'reader'>): Promise<string | undefined> {
  if (dialect === 'sqlite' || (await findTrigrams(reader)) !== undefined) return undefined;
  return 'searches in large drives are slow: the index items_trigrams is missing; see “Searches” in docs/operating.md';
}
