import { useCallback } from 'react';
import { useAttempt } from '../api/actions.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { readTransfer } from './read-files.ts';
import type { Destination } from './upload.ts';
import { makeFolders, uploads } from './uploads.ts';

export type UploadItems = (items: readonly DataTransferItem[]) => void;

/** Uploads what is dropped or pasted, with its folders. undefined: the user may add nothing there. */
export function useUploadTo(destination: Destination | undefined): UploadItems | undefined {
  const { list } = useMessages();
  const attempt = useAttempt();
  const { id, name = '', isOthers = false, addsOnly = false } = destination ?? {};
  const upload = useCallback(
    (items: readonly DataTransferItem[]): void => {
      if (id === undefined) return;
      const target = { id, name, isOthers, addsOnly };
      void readTransfer(items).then(
        ({ files, emptyFolders }) => {
          if (files.length > 0) uploads.add(files, target);
          if (emptyFolders.length > 0) void attempt(() => makeFolders(target, emptyFolders));
        },
        () => notify({ kind: 'bad', text: list.unreadable }),
      );
    },
    [addsOnly, attempt, id, isOthers, list, name],
  );
  return id === undefined ? undefined : upload;
}
