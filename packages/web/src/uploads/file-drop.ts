import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useAttempt } from '../api/actions.ts';
import { attachOnceLoaded } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { readTransfer } from './read-files.ts';
import type { Destination } from './upload.ts';
import { makeFolders, uploads } from './uploads.ts';

const loadDropping = () =>
  Promise.all([
    import('@atlaskit/pragmatic-drag-and-drop/external/adapter'),
    import('@atlaskit/pragmatic-drag-and-drop/external/file'),
  ]);

type UploadItems = (items: readonly DataTransferItem[]) => void;

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

/** Lets the user drop files of the device on the element. Returns whether files are over it. */
export function useFileDrop(element: RefObject<HTMLElement | null>, upload: UploadItems | undefined): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || upload === undefined) return;
    return attachOnceLoaded(loadDropping, ([{ dropTargetForExternal }, { containsFiles }]) =>
      dropTargetForExternal({
        element: current,
        canDrop: containsFiles,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          upload(source.items);
        },
      }),
    );
  }, [element, upload]);
  return isOver;
}
