import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@drive/base';
import { migrate, openSqlite } from '../../../packages/server/src/platform/db/index.ts';
import { fillTree } from '../tree/fill.ts';
import { createSeededRandom } from '../tree/seeded-random.ts';
import { createAccounts, type SeededAccount } from '../tree/tree-accounts.ts';

export interface SeededFolders {
  readonly owner: SeededAccount;
  readonly thousand: string;
  readonly hundredThousand: string;
  /** By name. */
  readonly ids: Readonly<Record<string, string>>;
}

const sizes = { Small: 1000, Large: 100_000 } as const;
const types = ['pdf', 'jpg', 'txt', 'mp4', 'zip'];

/** First word of the names of a folder's files. */
export const rowsOf = (folder: string): string => `${folder.toLowerCase()}-item`;

/** Writes an account with two folders into a new database. */
export async function seedFolders(dataDirectory: string): Promise<SeededFolders> {
  mkdirSync(dataDirectory, { mode: 0o700 });
  const file = join(dataDirectory, 'drive.db');
  const database = openSqlite({ file });
  await migrate(database, systemClock);
  const owner = { email: 'bench@example.com', password: 'a password for the bench' };
  const [created] = await createAccounts(database, dataDirectory, [owner]);
  await database.close();
  if (created === undefined) throw new Error('no account');

  const names = ['', ...Object.keys(sizes)];
  const parents = names.map(() => 0);
  for (const [index, [folder, count]] of Object.entries(sizes).entries())
    for (let item = 0; item < count; item++) {
      names.push(`${rowsOf(folder)} ${String(item).padStart(6, '0')}.${types[item % types.length]}`);
      parents.push(index + 1);
    }
  const perFolder = [0, ...Object.values(sizes)];
  const isFolder = Uint8Array.from(names, (_, index) => Number(index < perFolder.length));
  const ids = fillTree(
    {
      names,
      parents: Int32Array.from(parents),
      isFolder,
      sizes: Float64Array.from(names, (_, index) => (index === 0 ? 0 : (perFolder[index] ?? 1) * 1000)),
      childFiles: Int32Array.from(names, (_, index) => perFolder[index] ?? 0),
      childFolders: Int32Array.from(names, (_, index) => (index === 0 ? Object.keys(sizes).length : 0)),
      landmarks: { inbox: 1, largest: 2, archive: 2, depth20: undefined, deepest: 2 },
    },
    { file, ownerId: created.userId, blobsDirectory: undefined, random: createSeededRandom(1) },
  );
  return {
    owner: created.account,
    thousand: 'Small',
    hundredThousand: 'Large',
    ids: Object.fromEntries(Object.keys(sizes).map((name, index) => [name, ids[index + 1] ?? ''])),
  };
}
