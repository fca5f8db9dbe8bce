import { useSyncExternalStore } from 'react';
import { client, serverUrl } from '../api/client.ts';
import { connection } from '../api/connection.ts';
import { refreshItems } from '../api/item-changes.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionEnd } from '../api/session-end.ts';
import { meQuery } from '../api/session.ts';
import { savesData } from '../browser/load-early.ts';
import { FolderMaker } from './folder-maker.ts';
import { openResumeStore, type Session } from './new-upload.ts';
import { UploadQueue } from './upload-queue.ts';
import type { Destination } from './upload.ts';
import type { UploadsView } from './uploads-view.ts';

/** Below the URL of the page: the server may be reached under another host than that of its base URL. */
const uploadUrlOf = ({ sessionId }: Session): string => `${serverUrl}/files/uploads/${sessionId}`;

/** The server draws no videos and no PDF documents; this browser does, once it has uploaded one. */
async function withThumbnail<Result extends { readonly fileId?: string | null | undefined }>(
  upload: Promise<Result>,
  file: File,
): Promise<Result> {
  const result = await upload;
  const { fileId } = result;
  if (typeof fileId === 'string' && /^(?:video\/|application\/pdf$)/.test(file.type) && !savesData())
    void import('./own-thumbnails.ts').then(
      ({ ownThumbnails }) => ownThumbnails.add(fileId, file),
      () => {},
    );
  return result;
}

/** The uploads of this page. */
export const uploads = new UploadQueue({
  server: {
    files: client.files,
    getStorage: () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
    reserve: (upload) => client.uploads.create(upload),
    reserveAll: async (files) => (await client.uploads.createBatch({ files })).files,
    put: (session, file, options) =>
      withThumbnail(client.uploads.put({ ...session, uploadUrl: uploadUrlOf(session) }, file, options), file),
    upload: (file, options) => withThumbnail(client.uploads.upload(file, options), file),
    cancel: (session) => client.uploads.cancel({ uploadUrl: uploadUrlOf(session) }),
  },
  connection,
  clock: {
    now: () => performance.now(),
    after: (ms, call) => {
      const timer = window.setTimeout(call, ms);
      return () => window.clearTimeout(timer);
    },
  },
  resumeStore: openResumeStore(),
  reportSessionEnd: sessionEnd.report,
  refreshItems,
});

window.addEventListener('beforeunload', (event) => {
  if (uploads.isAtWork) event.preventDefault();
});

export const useUploads = (): UploadsView => useSyncExternalStore(uploads.subscribe, uploads.get);

/** Creates folders that no file goes into. */
export async function makeFolders(destination: Destination, folders: readonly (readonly string[])[]): Promise<void> {
  const maker = new FolderMaker(client.files, destination);
  try {
    for (const names of folders) await maker.get(names);
  } finally {
    await refreshItems();
  }
}
