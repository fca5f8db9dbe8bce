import { AuthenticationError, DriveError } from '@drive/sdk';
import { focusManager, MutationCache, QueryCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { announceChange } from './changes.ts';
import { appPath } from './client.ts';
import { connection } from './connection.ts';
import { sessionEnd } from './session-end.ts';

/** Errors that every screen handles in the same way. */
function observe(error: unknown): void {
  connection.report(error);
  // A wrong password or code in a form of a signed-in user is answered with the same status.
  if (error instanceof AuthenticationError && error.code === 'authentication_required') sessionEnd.report();
  // Until then, the server admits the user to nothing else.
  if (error instanceof DriveError && error.code === 'two_factor_required') goTo(`${appPath}account/security`);
}

function goTo(path: string): void {
  if (window.location.pathname !== path) window.location.assign(path);
}

// Not in a later task, as by default: a box that was just ticked would show its old state until then.
notifyManager.setScheduler(queueMicrotask);

const freshMs = 2000;

// Two windows beside each other are both visible; the one that is used has the focus.
focusManager.setEventListener((onFocus) => {
  const listener = (): void => onFocus();
  for (const event of ['focus', 'visibilitychange']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['focus', 'visibilitychange']) window.removeEventListener(event, listener);
  };
});

/** The SDK retries automatically; a failure here is final until the user or the connection asks again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: observe }),
  mutationCache: new MutationCache({ onError: observe, onSuccess: announceChange }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      // Shortly after they were loaded, data of another device is not worth a request.
      refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > freshMs ? 'always' : false),
      // Offline is what the server says, not what the browser believes: a page of localhost works without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Reloads all data in view; queries with `meta.keepsData` only if they have none. */
export const reloadAll = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta, state }) => meta?.['keepsData'] !== true || state.data === undefined,
  });

connection.onBack(() => void reloadAll());

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof DriveError && error.status === status;
