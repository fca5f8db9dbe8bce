import { missingSearchIndexes } from '../../modules/files/index.ts';
import type { Database } from '../../platform/db/index.ts';

/** What an operator of a Postgres can do for searches in large drives; undefined: nothing. */
export async function adviseSearch({
  dialect,
  reader,
}: Pick<Database, 'dialect' | 'reader'>): Promise<string | undefined> {
  const missing = dialect === 'sqlite' ? [] : await missingSearchIndexes(reader);
  if (missing.length === 0) return undefined;
  const what = missing.length === 1 ? 'the index' : 'the indexes';
  return `searches in large drives are slow: ${what} ${missing.join(' and ')} ${
    missing.length === 1 ? 'is' : 'are'
  } missing; see “Searches” in docs/operating.md`;
}
