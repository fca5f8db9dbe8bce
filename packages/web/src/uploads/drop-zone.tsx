import { useEffect, useRef, type ReactNode } from 'react';
import UploadIcon from 'virtual:lucide/upload';
import { isForScreen } from '../browser/is-typing.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useFileDrop, useUploadTo } from './file-drop.ts';
import type { Destination } from './upload.ts';

/** Accepts files and folders that are dropped or pasted anywhere on the screen. */
export function DropZone({
  destination,
  children,
}: {
  /** undefined: the user may add nothing here. */
  readonly destination: Destination | undefined;
  readonly children: ReactNode;
}) {
  const { list } = useMessages();
  const zone = useRef<HTMLDivElement>(null);
  const upload = useUploadTo(destination);
  const isOver = useFileDrop(zone, upload);

  useEffect(() => {
    if (upload === undefined) return;
    const paste = (event: ClipboardEvent): void => {
      const items = [...(event.clipboardData?.items ?? [])].filter(({ kind }) => kind === 'file');
      if (items.length === 0 || !isForScreen(event)) return;
      event.preventDefault();
      upload(items);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [upload]);

  return (
    <div ref={zone} className="relative flex min-h-0 min-w-0 flex-1 flex-col" data-drop-zone="">
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-accent-page/95">
          <p className="flex max-w-full flex-col items-center gap-3 px-6 text-center text-title font-semibold text-accent wrap-anywhere">
            <UploadIcon size={40} aria-hidden />
            {list.drop({ name: destination?.name ?? '' })}
          </p>
        </div>
      )}
    </div>
  );
}
