import { useEffect, useRef, type ReactNode } from 'react';
import { isForScreen } from '../browser/is-typing.ts';
import { useLate } from '../browser/use-late.ts';
import type { Destination } from './upload.ts';
import { useUploadTo } from './use-upload-to.ts';

const loadDropArea = async () => (await import('./file-drop.tsx')).DropArea;

/** Accepts files and folders that are dropped or pasted anywhere on the screen. */
export function DropZone({
  destination,
  children,
}: {
  /** undefined: the user may add nothing here. */
  readonly destination: Destination | undefined;
  readonly children: ReactNode;
}) {
  const zone = useRef<HTMLDivElement>(null);
  const upload = useUploadTo(destination);
  const DropArea = useLate(loadDropArea);

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
      {DropArea && <DropArea zone={zone} upload={upload} name={destination?.name ?? ''} />}
    </div>
  );
}
