import type { DriveClient, Item } from '@drive/sdk';
import { findByPath } from '../remote/by-path.ts';
import { ensureFolder, findFolder, makeFolder, type RemoteFolder } from '../remote/ensure-folder.ts';
import { findById } from '../remote/find-item.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { joinRemote, splitRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { inParallel } from '../shell/parallel.ts';

/** Up to this number of names are looked up one by one; a listing may be long. */
const FEW = 2;
const AT_ONCE = 8;
/** A dry run's substitute for a missing folder. */
const IMAGINED: RemoteFolder = { id: null, made: true };

/** A folder on the server, and the requested items in it. */
export interface PreparedFolder extends RemoteFolder {
  readonly named: ReadonlyMap<string, Item>;
  readonly byId: ReadonlyMap<string, Item>;
  /** Files with a number in parentheses in their name; undefined if the folder was not read to its end. */
  readonly numbered: readonly Item[] | undefined;
}

export interface Wanted {
  readonly names: Set<string>;
  readonly ids: Set<string>;
}

export interface PrepareOptions {
  readonly signal: AbortSignal;
  /** Creates nothing: a missing folder counts as an empty one without an id. */
  readonly dryRun: boolean;
  readonly onPrepared: (folders: number) => void;
}

/**
 * Finds or creates all folders, and looks up the wanted items of each. New folders are empty and not requested; an
 * existing one takes one listing or a few look-ups, whichever is less.
 */
export async function prepareFolders(
  client: DriveClient,
  to: string,
  below: readonly string[],
  wantedIn: (folder: string) => Wanted,
  { signal, dryRun, onPrepared }: PrepareOptions,
): Promise<Map<string, PreparedFolder>> {
  const children = new Map<string, string[]>();
  for (const path of new Set(below)) {
    const parent = splitRemote(path)?.folder ?? '/';
    children.set(parent, [...(children.get(parent) ?? []), path]);
  }
  const prepared = new Map<string, PreparedFolder>();
  const prepare = async (path: string, folder: RemoteFolder): Promise<void> => {
    const { names, ids } = wantedIn(path);
    for (const child of children.get(path) ?? []) names.add(splitRemote(child)?.name ?? '');
    prepared.set(path, { ...folder, ...(await lookUp(client, path, folder, { names, ids }, signal)) });
    onPrepared(prepared.size);
  };

  const top = dryRun ? ((await findFolder(client, to, signal)) ?? IMAGINED) : await ensureFolder(client, to, signal);
  await prepare(to, top);
  // Level by level: creating a folder requires the id of its parent.
  let level = children.get(to) ?? [];
  while (level.length > 0) {
    await inParallel(level, AT_ONCE, signal, async (path) =>
      prepare(path, await enter(client, path, prepared, { signal, dryRun })),
    );
    signal.throwIfAborted();
    level = level.flatMap((path) => children.get(path) ?? []);
  }
  return prepared;
}

async function enter(
  client: DriveClient,
  path: string,
  prepared: ReadonlyMap<string, PreparedFolder>,
  { signal, dryRun }: Pick<PrepareOptions, 'signal' | 'dryRun'>,
): Promise<RemoteFolder> {
  const parts = splitRemote(path);
  const parent = parts && prepared.get(parts.folder);
  if (parts === undefined || parent === undefined) throw new Error(`${path} before its parent folder`);
  const there = parent.named.get(parts.name);
  if (there?.type === 'folder') return { id: there.id, made: false };
  if (there !== undefined) throw new CliError('conflict', `${path} is a file on the server, not a folder`);
  if (dryRun) return IMAGINED;
  return makeFolder(client, { parentId: parent.id, parentPath: parts.folder, name: parts.name }, signal);
}

async function lookUp(
  client: DriveClient,
  path: string,
  folder: RemoteFolder,
  { names, ids }: Wanted,
  signal: AbortSignal,
): Promise<Pick<PreparedFolder, 'named' | 'byId' | 'numbered'>> {
  const named = new Map<string, Item>();
  const byId = new Map<string, Item>();
  const numbered: Item[] = [];
  const found = (item: Item | undefined): void => {
    // A look-up by id may return an item of another folder.
    if (item === undefined || item.parentId !== folder.id) return;
    if (names.has(item.name)) named.set(item.name, item);
    if (ids.has(item.id)) byId.set(item.id, item);
    if (item.type === 'file' && / \([1-9]\d*\)/.test(item.name)) numbered.push(item);
  };
  const asked = names.size + ids.size;
  if (folder.made || asked === 0) return { named, byId, numbered };
  if (asked > FEW) {
    const query = { limit: PAGE_ITEMS, ...(folder.id === null ? {} : { parentId: folder.id }) };
    for await (const { items, pagination } of client.files.list(query, { signal }).pages()) {
      items.forEach(found);
      if (pagination.nextCursor === null) return { named, byId, numbered };
      if (pagination.totalPages - pagination.currentPage > asked) break;
    }
  }
  await inParallel(names, AT_ONCE, signal, async (name) => {
    if (!named.has(name)) found(await findByPath(client, joinRemote(path, name), signal));
  });
  await inParallel(ids, AT_ONCE, signal, async (id) => {
    if (!byId.has(id)) found(await findById(client, id, signal));
  });
  return { named, byId, numbered: undefined };
}
