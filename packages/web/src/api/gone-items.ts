import { appPath } from './client.ts';

// Apart from other changes, because the first screen needs none of it.
const goneChannel = (): BroadcastChannel => new BroadcastChannel(`drive-gone ${appPath}`);
const gone = goneChannel();

/** Tells all tabs, this one as well, of items that have left the folder in which they were. */
export const announceGone = (ids: readonly string[]): void => gone.postMessage(ids);

/** Listens for items that leave their folder. Returns a function that ends it. */
export function onGone(listener: (ids: readonly string[]) => void): () => void {
  const channel = goneChannel();
  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => listener(data));
  return () => channel.close();
}
