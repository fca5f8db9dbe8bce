import { appPath } from './client.ts';

/** First parts of the keys of lists that other tabs and devices change. */
const liveLists = [
  'items',
  'path',
  'me',
  'trash',
  'versions',
  'tags',
  'shares',
  'file-requests',
  'proofings',
  'access',
  'drives',
  'upload-grants',
  'pastes',
  'notifications',
  'activity',
  'admin',
] as const;
export type LiveList = (typeof liveLists)[number];

/** Notifies the other tabs of this browser of lists that have changed. */
export const changes = new BroadcastChannel(`drive-changes ${appPath}`);

/** Call after every change; notifies the other tabs. */
export const announceChange = (): void => changes.postMessage(liveLists);
