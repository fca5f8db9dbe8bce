import type { DriveEvent, EventOrigin, EventType, Item } from '@drive/sdk';
import type { Query } from '@tanstack/react-query';
import { changes, type LiveList } from './changes.ts';
import { appPath, client } from './client.ts';
import { announceGone } from './gone-items.ts';
import { queryClient } from './query-client.ts';

/** Lists that an event makes stale. Events of files and folders of another device and of others arrive, too. */
const listsOf = {
  'share.download': ['shares'],
  'share.download.anonymous': ['shares'],
  'share.created': ['shares', 'items'],
  'share.updated': ['shares', 'items'],
  'share.revoked': ['shares', 'items'],
  'access.given': ['access', 'drives'],
  'access.invited': ['access'],
  'access.changed': ['access', 'drives'],
  'access.revoked': ['access', 'drives'],
  'collect.uploaded': ['file-requests'],
  'notification.created': ['notifications', 'items', 'drives'],
  'reproofing.submitted': ['proofings'],
  'file.created': ['items', 'me'],
  'file.replaced': ['items', 'me', 'versions'],
  'file.updated': ['items', 'tags'],
  'file.trashed': ['items', 'trash', 'me'],
  'file.restored': ['items', 'trash', 'me'],
  'file.deleted': ['trash', 'me'],
  'folder.created': ['items'],
  'folder.updated': ['items', 'path'],
  'folder.trashed': ['items', 'trash', 'me'],
  'folder.restored': ['items', 'trash', 'me'],
  'folder.deleted': ['trash', 'me'],
} satisfies Partial<Record<EventType, readonly LiveList[]>>;
const types = Object.keys(listsOf) as (keyof typeof listsOf)[];

/** Changes that follow one another at once cost one request of each list. */
const soonMs = 300;
/** Each request counts in the rate limit, so lists are loaded more rarely once they were loaded several times in a minute. */
const [shortestBetweenMs, longestBetweenMs] = [1000, 5000];
const oftenInMinute = 10;
const minuteMs = 60_000;
const retryMs = 60_000;

const stale = new Set<LiveList>();
let timer: number | undefined;
/** Times of the last minute, the latest at the end. */
let refreshed: readonly number[] = [];

function pauseMs(): number {
  const now = Date.now();
  refreshed = refreshed.filter((at) => now - at < minuteMs);
  const betweenMs = refreshed.length < oftenInMinute ? shortestBetweenMs : longestBetweenMs;
  return Math.max(soonMs, (refreshed.at(-1) ?? 0) + betweenMs - now);
}

/** Loads the lists in view again; in a hidden tab, when the user comes back to it. */
function refresh(lists: readonly LiveList[]): void {
  for (const list of lists) stale.add(list);
  if (lists.length > 0) stale.add('activity');
  if (stale.size === 0 || timer !== undefined) return;
  timer = window.setTimeout(() => {
    timer = undefined;
    refreshed = [...refreshed, Date.now()];
    const names: ReadonlySet<unknown> = new Set(stale);
    stale.clear();
    void queryClient.invalidateQueries({
      // A single share is a form with its own state.
      predicate: ({ queryKey }) => names.has(queryKey[0]) && !(queryKey[0] === 'shares' && queryKey[1] === 'one'),
      refetchType: document.hidden ? 'none' : 'active',
    });
  }, pauseMs());
}

/**
 * Keeps lists current while other tabs and other devices change them. One tab of a browser follows the events of the user and
 * notifies the others, because browsers open few connections to a server. Pages without https have no locks: they follow no
 * events, and are current when they get the focus.
 */
export function startLiveUpdates(): void {
  changes.addEventListener('message', ({ data }: MessageEvent<readonly LiveList[]>) => refresh(data));
  const cache = queryClient.getQueryCache();
  cache.getAll().forEach(waitFor);
  cache.subscribe(({ query }) => waitFor(query));
  followTree({});
}

const unfinishedMs = 4000;
/** How long a thumbnail is waited for: from some images none can be drawn. */
const drawingMs = 60_000;

const isUnfinished = ({ scan, contentKind, previewUrl, uploadedAt }: Item): boolean =>
  scan === 'pending' ||
  (contentKind === 'image' && previewUrl === null && Math.abs(Date.now() - Date.parse(uploadedAt)) < drawingMs);

const isWaitedFor = ({ queryKey, state: { data } }: Query): boolean =>
  queryKey[0] === 'items' &&
  (data as { readonly items?: readonly Item[] } | undefined)?.items?.some(isUnfinished) === true;

let waiting: number | undefined;

/** No event announces the result of a scan, or a thumbnail: a list in view that lacks one is loaded again. */
function waitFor(query: Query): void {
  if (waiting !== undefined || !query.isActive() || !isWaitedFor(query)) return;
  waiting = window.setTimeout(() => {
    waiting = undefined;
    if (isWaitedFor(query)) refresh(['items']);
  }, unfinishedMs);
}

/** A tree of others: a team drive, or the topmost folder that was given to the user. Neither: what the user owns. */
export interface FollowedTree {
  readonly driveId?: string;
  readonly folderId?: string;
}

/** Keeps lists current while others change the tree. Returns a function that ends it. */
export function followTree(tree: FollowedTree): () => void {
  const stop = new AbortController();
  const locks = navigator.locks as LockManager | undefined;
  const { signal } = stop;
  const name = ['drive-events', appPath, ...Object.values(tree)].join(' ');
  locks?.request(name, { signal }, () => follow(tree, signal)).catch(() => {});
  return () => stop.abort();
}

/** The session of this browser, which is asked for when the first event of a session arrives. */
class OwnSessions {
  /** By id of a session: whether it is that of this browser. */
  readonly #known = new Map<string, boolean>();

  async has({ kind, id }: EventOrigin): Promise<boolean> {
    if (kind !== 'session' || id === null) return false;
    if (!this.#known.has(id)) await this.#load(id);
    return this.#known.get(id) ?? false;
  }

  async #load(id: string): Promise<void> {
    try {
      for (const session of await client.account.sessions()) this.#known.set(session.id, session.current);
      // It has ended meanwhile.
      if (!this.#known.has(id)) this.#known.set(id, false);
    } catch {
      // The lists are loaded once more than is needed.
    }
  }
}

const ownSessions = new OwnSessions();

/** Ids of items that have left their folder. */
function goneBy({ type, data }: DriveEvent): string[] {
  if (type === 'file.trashed' || (type === 'file.updated' && data.changed.includes('parent'))) return [data.file_id];
  if (type === 'folder.trashed' || (type === 'folder.updated' && data.changed.includes('parent')))
    return [data.folder_id];
  return [];
}

async function follow(tree: FollowedTree, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of client.events.stream({ types, ...tree, signal })) {
        const { type, data } = event;
        // What this browser changed, it has loaded again.
        if ('origin' in data && (await ownSessions.has(data.origin))) continue;
        const lists = listsOf[type];
        announceGone(goneBy(event));
        changes.postMessage(lists);
        refresh(lists);
      }
    } catch {
      // The session has ended, or too many streams are open. Lists are loaded again when the page gets the focus. The
      // stream of a tree of others also ends when the user has no access any more, which the lists show.
      if (tree.driveId !== undefined || tree.folderId !== undefined) refresh(['items', 'path', 'drives']);
    }
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        window.clearTimeout(timeout);
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      const timeout = window.setTimeout(goOn, retryMs);
      signal.addEventListener('abort', goOn);
    });
  }
}
