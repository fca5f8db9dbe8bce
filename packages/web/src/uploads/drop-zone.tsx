import { useEffect, useRef, useState, type ReactNode } from 'react';
import UploadIcon from 'virtual:lucide/upload';
import { useAttempt } from '../api/actions.ts';
import { isForScreen } from '../browser/is-typing.ts';
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

/** Accepts files and folders that are dropped or pasted anywhere on the screen. */
export function DropZone({
  destination,
  children,
}: {
  /** undefined: the user may add nothing here. */
  readonly destination: Destination | undefined;
  readonly children: ReactNode;
}) {
  const messages = useMessages();
  const attempt = useAttempt();
  const { list } = messages;
  const zone = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { id, name = '', isOthers = false, addsOnly = false } = destination ?? {};

  useEffect(() => {
    const element = zone.current;
    if (element === null || id === undefined) return;
    const target = { id, name, isOthers, addsOnly };
    const add = (items: readonly DataTransferItem[]): void =>
      void readTransfer(items).then(
        ({ files, emptyFolders }) => {
          if (files.length > 0) uploads.add(files, target);
          if (emptyFolders.length > 0) void attempt(() => makeFolders(target, emptyFolders));
        },
        () => notify({ kind: 'bad', text: messages.list.unreadable }),
      );
    const paste = (event: ClipboardEvent): void => {
      const items = [...(event.clipboardData?.items ?? [])].filter(({ kind }) => kind === 'file');
      if (items.length === 0 || !isForScreen(event)) return;
      event.preventDefault();
      add(items);
    };
    window.addEventListener('paste', paste);
    const stopDrops = attachOnceLoaded(loadDropping, ([{ dropTargetForExternal }, { containsFiles }]) =>
      dropTargetForExternal({
        element,
        canDrop: containsFiles,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          add(source.items);
        },
      }),
    );
    return () => {
      window.removeEventListener('paste', paste);
      stopDrops();
    };
  }, [addsOnly, attempt, id, isOthers, messages, name]);

  return (
    <div ref={zone} className="relative flex min-h-0 min-w-0 flex-1 flex-col" data-drop-zone="">
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-accent-page/95">
          <p className="flex max-w-full flex-col items-center gap-3 px-6 text-center text-lg font-semibold text-accent wrap-anywhere">
            <UploadIcon size={40} aria-hidden />
            {list.drop({ name })}
          </p>
        </div>
      )}
    </div>
  );
}
