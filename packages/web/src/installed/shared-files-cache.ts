/**
 * Files that another app shared with the installed app wait here until the app is open and its user signed in. The start
 * page, to which signing out leads, deletes them (`forget.client.ts` of the server).
 */
export const sharedFilesCache = 'drive-shared-files';

/** False in pages without https, which have no caches. */
export const haveFilesArrived = async (): Promise<boolean> => 'caches' in window && caches.has(sharedFilesCache);
