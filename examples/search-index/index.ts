// The server and the key, which needs the scope files:read, come from DRIVE_BASE_URL and DRIVE_API_KEY.
//
// node index.ts                 keeps names.json up to date until Ctrl-C
// node index.ts --once          catches up and ends
// node index.ts --find WORD     prints the paths whose name contains WORD; needs no server
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CursorExpiredError, DriveClient, NotFoundError, type Item, type WatchedChange } from '@drive/sdk';

interface Entry {
  readonly name: string;
  /** null in the root. */
  readonly parentId: string | null;
  readonly isTrashed: boolean;
}

const file = process.env['INDEX_FILE'] ?? 'names.json';
const entries = new Map<string, Entry>();
/** The end of the changes that are in the index. */
let cursor = '';

const keep = ({ id, name, parentId, deletedAt }: Pick<Item, 'id' | 'name' | 'parentId' | 'deletedAt'>): void =>
  void entries.set(id, { name, parentId, isTrashed: deletedAt !== null });

/**
 * The names and the cursor are replaced together, so a kill at any point leaves an index to go on from. A large drive needs a
 * database instead of a file: both belong in one transaction.
 */
function store(): void {
  writeFileSync(`${file}.new`, JSON.stringify({ cursor, entries: [...entries] }));
  renameSync(`${file}.new`, file);
}

function load(): void {
  if (!existsSync(file)) return;
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { cursor: string; entries: [string, Entry][] };
  ({ cursor } = stored);
  for (const [id, entry] of stored.entries) entries.set(id, entry);
}

/** The path of an item; undefined if it, or a folder above it, is gone or in the trash. */
function pathOf(id: string): string | undefined {
  const entry = entries.get(id);
  if (entry === undefined || entry.isTrashed) return undefined;
  if (entry.parentId === null) return `/${entry.name}`;
  const parent = pathOf(entry.parentId);
  return parent && `${parent}/${entry.name}`;
}

/** Forgets an item and what is in it. */
function forget(id: string): void {
  const isWithin = (inner: string | null): boolean =>
    inner !== null && (inner === id || isWithin(entries.get(inner)?.parentId ?? null));
  for (const inner of [...entries.keys()].filter(isWithin)) entries.delete(inner);
}

async function readTree(client: DriveClient, folderId?: string): Promise<void> {
  for await (const item of client.files.tree({ folderId })) keep(item);
}

/** A folder comes with what is in it. It may be gone again: that is a later change. */
async function readFolder(client: DriveClient, folderId: string): Promise<void> {
  await readTree(client, folderId).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}

async function start(client: DriveClient): Promise<void> {
  entries.clear();
  ({ cursor } = await client.changes.latest());
  await readTree(client);
  store();
}

/** Applies changes. The cursor moves on with the last one of a page: only then is there something new to go on from. */
async function apply(client: DriveClient, changes: AsyncIterable<WatchedChange>): Promise<void> {
  for await (const { type, itemId, item, cursor: next } of changes) {
    if (type === 'deleted' || item === null) forget(itemId);
    else keep(item);
    if (item?.type === 'folder' && (type === 'created' || type === 'restored')) await readFolder(client, itemId);
    if (next === cursor) continue;
    cursor = next;
    store();
  }
}

load();
const [option, word = ''] = process.argv.slice(2);
if (option === '--find') {
  const found = [...entries].filter(([, { name }]) => name.toLowerCase().includes(word.toLowerCase()));
  for (const path of found.flatMap(([id]) => pathOf(id) ?? []).toSorted()) console.log(path);
} else {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const client = new DriveClient();
  if (cursor === '') await start(client);
  for (let isOver = false; !isOver;) {
    const where = { cursor, limit: 1000, signal: stop.signal };
    try {
      // A lost connection does not end `watch`: it goes on from the last page.
      await apply(client, option === '--once' ? client.changes.read(where) : client.changes.watch(where));
      isOver = true;
    } catch (error) {
      if (!(error instanceof CursorExpiredError)) throw error;
      // The program was away for longer than the server keeps changes.
      await start(client);
    }
  }
}
