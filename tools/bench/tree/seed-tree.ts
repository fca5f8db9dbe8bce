import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@drive/base';
import { migrate, openSqlite } from '../../../packages/server/src/platform/db/index.ts';
import { fillTree } from './fill.ts';
import { createSeededRandom } from './seeded-random.ts';
import { buildTree, type Shape, type Tree } from './shape.ts';
import { createAccounts, type SeededAccount } from './tree-accounts.ts';

export interface SeedOptions {
  /** Created if missing, refused if it contains a database. */
  readonly dataDirectory: string;
  readonly shape: Shape;
  readonly items: number;
  readonly seed: number;
  readonly withBytes: boolean;
}

export interface SeededFolder {
  readonly id: string;
  readonly path: string;
  /** Folders above it and itself. */
  readonly depth: number;
  readonly children: number;
  /** Everything below it. */
  readonly descendants: number;
  readonly bytes: number;
}

export interface SeededTree {
  readonly shape: Shape;
  /** Number of items without the root. */
  readonly items: number;
  readonly folders: number;
  readonly bytes: number;
  readonly owner: SeededAccount;
  readonly other: SeededAccount;
  /** Folders of the owner's tree; `shape.ts` has their purposes. */
  readonly inbox: SeededFolder;
  readonly largest: SeededFolder;
  readonly archive: SeededFolder;
  readonly depth20: SeededFolder | undefined;
  readonly deepest: SeededFolder;
}

const owner = { email: 'bench@example.com', password: 'a password for the bench' };
const other = { email: 'other@example.com', password: 'another one for the bench' };
const otherItems = 200;
const bytesOfARealFile = 4096;

/** Writes accounts and trees directly into the tables, because uploading a million files is not measured. */
export async function seedTree(options: SeedOptions): Promise<SeededTree> {
  const { dataDirectory, shape, items, seed, withBytes } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const file = join(dataDirectory, 'drive.db');
  if (existsSync(file)) throw new Error(`${dataDirectory} has a database already`);
  const database = openSqlite({ file });
  await migrate(database, systemClock);
  const [first, second] = await createAccounts(database, dataDirectory, [owner, other]);
  await database.close();

  const random = createSeededRandom(seed);
  const blobsDirectory = withBytes ? join(dataDirectory, 'blobs') : undefined;
  const most = withBytes ? bytesOfARealFile : undefined;
  const tree = buildTree(random, shape, items, most);
  const ids = fillTree(tree, { file, ownerId: first!.userId, blobsDirectory, random });
  const small = buildTree(random, 'bushy', otherItems, most);
  fillTree(small, { file, ownerId: second!.userId, blobsDirectory, random });

  const descendants = countDescendants(tree);
  const folder = (index: number): SeededFolder => {
    const path = pathOf(tree, index);
    return {
      id: ids[index]!,
      path: `/${path.join('/')}`,
      depth: path.length,
      children: tree.childFiles[index]! + tree.childFolders[index]!,
      descendants: descendants[index]!,
      bytes: tree.sizes[index]!,
    };
  };
  const { inbox, largest, archive, depth20, deepest } = tree.landmarks;
  const seeded: SeededTree = {
    shape,
    items,
    folders: tree.isFolder.reduce((sum, flag) => sum + flag, -1),
    bytes: tree.sizes[0]!,
    owner: first!.account,
    other: second!.account,
    inbox: folder(inbox),
    largest: folder(largest),
    archive: folder(archive),
    depth20: depth20 === undefined ? undefined : folder(depth20),
    deepest: folder(deepest),
  };
  writeFileSync(join(dataDirectory, 'tree.json'), `${JSON.stringify(seeded, null, 2)}\n`, { mode: 0o600 });
  return seeded;
}

function pathOf(tree: Tree, index: number): string[] {
  const names = [];
  for (let at = index; at > 0; at = tree.parents[at]!) names.push(tree.names[at]!);
  return names.toReversed();
}

function countDescendants({ parents }: Tree): Int32Array {
  const counts = new Int32Array(parents.length);
  for (let index = parents.length - 1; index > 0; index--) counts[parents[index]!]! += counts[index]! + 1;
  return counts;
}
