import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { UploadItem } from './upload-controller.ts';
import { announcementOf, viewOf, type ViewSettings } from './upload-view.ts';
import type { Uploads } from './use-upload.ts';

interface UploadListProps {
  readonly uploads: Uploads;
  readonly settings: ViewSettings;
  /** Takes the focus of a button that goes away with its file. */
  readonly focusAfterRemoval: () => void;
}

/** The files with their progress, and what can be done with each. */
export function UploadList({ uploads, settings, focusAfterRemoval }: UploadListProps): ReactNode {
  const { items } = uploads;
  const announcement = useAnnouncement(items, settings);
  return (
    <>
      <div className="drive-upload__status" role="status">
        {announcement}
      </div>
      {items.length > 0 && (
        <ul className="drive-upload__list" aria-label={settings.texts.uploads}>
          {items.map((item) => (
            <UploadRow key={item.id} {...{ item, uploads, settings, focusAfterRemoval }} />
          ))}
        </ul>
      )}
    </>
  );
}

function UploadRow({
  item,
  uploads,
  settings,
  focusAfterRemoval,
}: UploadListProps & { readonly item: UploadItem }): ReactNode {
  const { id, file, status, bytes, total } = item;
  const { detail, showsProgress, actions } = viewOf(item, settings);
  return (
    <li className="drive-upload__item" data-status={status}>
      <span className="drive-upload__name" dir="auto">
        {file.name}
      </span>
      <span className="drive-upload__actions">
        {actions.map(({ does, text, label }) => (
          <button
            // Pausing and continuing is one button, which keeps the focus.
            key={does === 'cancel' ? 'end' : 'toggle'}
            type="button"
            aria-label={label}
            onClick={() => {
              uploads[does](id);
              if (does === 'cancel') focusAfterRemoval();
            }}
          >
            {text}
          </button>
        ))}
      </span>
      {showsProgress && <progress aria-label={file.name} value={bytes} max={total} />}
      <p className="drive-upload__detail">{detail}</p>
    </li>
  );
}

function useAnnouncement(items: readonly UploadItem[], settings: ViewSettings): string {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef<readonly UploadItem[]>([]);
  useEffect(() => {
    const text = announcementOf(before.current, items, settings);
    before.current = items;
    if (text !== undefined) setAnnouncement(text);
  }, [items, settings]);
  return announcement;
}
