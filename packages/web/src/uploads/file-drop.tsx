import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import { useEffect, useState, type RefObject } from 'react';
import UploadIcon from 'virtual:lucide/upload';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { UploadItems } from './use-upload-to.ts';

/** Lets the user drop files of the device on the element. Returns whether files are over it. */
export function useFileDrop(element: RefObject<HTMLElement | null>, upload: UploadItems | undefined): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || upload === undefined) return;
    return dropTargetForExternal({
      element: current,
      canDrop: containsFiles,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        upload(source.items);
      },
    });
  }, [element, upload]);
  return isOver;
}

interface DropAreaProps {
  readonly zone: RefObject<HTMLElement | null>;
  readonly upload: UploadItems | undefined;
  /** Name of the folder that takes the files. */
  readonly name: string;
}

/** Lets the user drop files anywhere in the zone, and says where they go. */
export function DropArea({ zone, upload, name }: DropAreaProps) {
  const { list } = useMessages();
  const isOver = useFileDrop(zone, upload);
  return (
    isOver && (
      <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-accent-page/95">
        <p className="flex max-w-full flex-col items-center gap-3 px-6 text-center text-title font-semibold text-accent wrap-anywhere">
          <UploadIcon size={40} aria-hidden />
          {list.drop({ name })}
        </p>
      </div>
    )
  );
}
