import type { DriveClient, Item, Page, PagedList } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import { listFolder } from './folder-pages.ts';
import { joinRemote } from './remote-target.ts';

/** Number of folders that are requested ahead. */
const AHEAD = 4;

export interface WalkedItem {
  readonly path: string;
  readonly item: Item;
  /** 1 for items in the folder where the walk begins. */
  readonly depth: number;
  /** Nothing follows it in its folder. */
  readonly isLast: boolean;
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Leaves out files, and does not request them if folders come first. */
  readonly onlyFolders?: boolean;
  /** No folder at this depth is entered. */
  readonly maxDepth?: number;
  /** Folders that are not entered. */
  readonly skips?: (folder: Item) => boolean;
  /** A folder that was there and is no more. */
  readonly onGone?: (path: string) => void;
}

/** A folder on the path: its read pages, and the position in them. */
interface Frame {
  readonly path: string;
  readonly depth: number;
  readonly pages: AsyncIterator<Page<Item>>;
  items: readonly Item[];
  next: number;
  done: boolean;
}

/**
 * Everything below a folder, each folder before its content, folders before files, by name. Memory holds one page of
 * each folder on the path, for any size of the drive.
 */
export async function* walk(
  client: DriveClient,
  top: { readonly id: string | null; readonly path: string },
  options: WalkOptions,
): AsyncGenerator<WalkedItem> {
  const { onlyFolders = false, maxDepth = Infinity } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const asked = new Map<string, PagedList<Item>>();

  const isEntered = (item: Item, depth: number): boolean =>
    item.type === 'folder' && depth < maxDepth && options.skips?.(item) !== true;

  const list = (id: string | null): PagedList<Item> =>
    listFolder(client, id, signal, { maxRetries: retriesOf(client) });

  function enter(id: string | null, path: string, depth: number): Frame {
    const pages = ((id === null ? undefined : asked.get(id)) ?? list(id)).pages();
    if (id !== null) asked.delete(id);
    return { path, depth, pages: pages[Symbol.asyncIterator](), items: [], next: 0, done: false };
  }

  /** Makes sure that the next item is there, if there is one. */
  async function fill(frame: Frame): Promise<void> {
    try {
      while (!frame.done && frame.next >= frame.items.length) take(frame, await frame.pages.next());
    } catch (error) {
      // The folder was trashed during the walk.
      if (frame.depth === 1 || !isDriveErrorOf(error, 'folder_not_found')) throw error;
      frame.done = true;
      options.onGone?.(frame.path);
    }
  }

  function take(frame: Frame, { value, done }: IteratorResult<Page<Item>>): void {
    frame.done = done === true;
    if (done === true) return;
    const { items, pagination } = value;
    frame.items = onlyFolders ? items.filter(({ type }) => type === 'folder') : items;
    frame.next = 0;
    // Folders come first.
    frame.done = frame.items.length < items.length || pagination.nextCursor === null;
  }

  /** Requests the known next folders ahead. */
  function lookAhead(frames: readonly Frame[]): void {
    for (const frame of frames.toReversed()) {
      for (let at = frame.next; at < frame.items.length && asked.size < AHEAD; at++) {
        const item = frame.items[at]!;
        if (item.type === 'file') break;
        if (asked.has(item.id) || !isEntered(item, frame.depth)) continue;
        const asking = list(item.id);
        // The walk gets the error when it enters the folder.
        void asking.catch(() => {});
        asked.set(item.id, asking);
      }
      if (asked.size >= AHEAD) return;
    }
  }

  const frames = [enter(top.id, top.path, 1)];
  await fill(frames[0]!);
  try {
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const item = frame.items[frame.next];
      if (item === undefined) {
        frames.pop();
        continue;
      }
      frame.next++;
      await fill(frame);
      const path = joinRemote(frame.path, item.name);
      const { depth } = frame;
      yield { path, item, depth, isLast: frame.next >= frame.items.length };
      if (!isEntered(item, depth)) continue;
      const entered = enter(item.id, path, depth + 1);
      frames.push(entered);
      lookAhead(frames);
      await fill(entered);
    }
  } finally {
    stop.abort();
  }
}
