import { appPath } from './client.ts';

/** First parts of the keys of lists that other tabs and devices change. */
const liveLists = ['items', 'path', 'me', 'trash', 'shares', 'file-requests', 'proofings', 'pastes', 'admin'] as const;
export type LiveList = (typeof liveLists)[number];

/** Tells the other tabs of this browser which lists have changed. */
export const changes = new BroadcastChannel(`drive-changes ${appPath}`);

/** To be called after every change; tells the other tabs. */
export const announceChange = (): void => changes.postMessage(liveLists);
