import type { EventType } from '@drive/sdk';
import { changes, type LiveList } from './changes.ts';
import { appPath, client } from './client.ts';
import { queryClient } from './query-client.ts';

/** Lists that an event makes stale. */
const listsOf = {
  'share.download': ['shares'],
  'share.download.anonymous': ['shares'],
  'collect.uploaded': ['items', 'me', 'file-requests'],
  'reproofing.submitted': ['proofings'],
  'file.replaced': ['items', 'me'],
} satisfies Partial<Record<EventType, readonly LiveList[]>>;
const types = Object.keys(listsOf) as (keyof typeof listsOf)[];

/** Many changes in a short time cost one request of each list. */
const soonMs = 300;
const betweenMs = 5000;
const retryMs = 60_000;

const stale = new Set<LiveList>();
let timer: number | undefined;
let refreshedAt = 0;

/** Loads the lists in view again; in a hidden tab, when the user comes back to it. */
function refresh(lists: readonly LiveList[]): void {
  for (const list of lists) stale.add(list);
  if (stale.size === 0 || timer !== undefined) return;
  timer = window.setTimeout(
    () => {
      timer = undefined;
      refreshedAt = Date.now();
      const names: ReadonlySet<unknown> = new Set(stale);
      stale.clear();
      void queryClient.invalidateQueries({
        // A single share is a form with its own state.
        predicate: ({ queryKey }) => names.has(queryKey[0]) && !(queryKey[0] === 'shares' && queryKey[1] === 'one'),
        refetchType: document.hidden ? 'none' : 'active',
      });
    },
    Math.max(soonMs, refreshedAt + betweenMs - Date.now()),
  );
}

/**
 * Keeps lists current while other tabs and other devices change them. One tab of a browser follows the events of the user and
 * notifies the others, because browsers open few connections to a server. Pages without https have no locks: they follow no
 * events, and are current when they get the focus.
 */
export function startLiveUpdates(): void {
  changes.addEventListener('message', ({ data }: MessageEvent<readonly LiveList[]>) => refresh(data));
  const locks = navigator.locks as LockManager | undefined;
  void locks?.request(`drive-events ${appPath}`, follow);
}

async function follow(): Promise<never> {
  for (;;) {
    try {
      for await (const { type } of client.events.stream({ types })) {
        const lists = listsOf[type];
        changes.postMessage(lists);
        refresh(lists);
      }
    } catch {
      // The session has ended, or too many streams are open. Lists are loaded again when the page gets the focus.
    }
    await new Promise((resolve) => window.setTimeout(resolve, retryMs));
  }
}
