import type { TrashedItem } from '@drive/sdk';
import RotateCcw from 'virtual:lucide/rotate-ccw';
import Trash from 'virtual:lucide/trash';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { CutName } from '../ui/cut-name.tsx';
import { EntryFacts } from '../ui/entry-list.tsx';
import { KindTile } from '../ui/kind-icon.tsx';
import { shownName } from '../ui/shown-name.ts';

export const trashRowHeight = 64;
const dayMs = 24 * 3600 * 1000;

interface TrashRowProps {
  readonly item: TrashedItem;
  /** Name of the topmost folder of the tree. */
  readonly rootName: string;
  /** Distance from the top of the list. */
  readonly offset: number;
  readonly retentionDays: number | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onRestore: () => void;
  /** undefined: the user may not delete it forever. */
  readonly onPurge?: () => void;
}

export function TrashRow({
  item,
  rootName,
  offset,
  retentionDays,
  isSelected,
  onSelect,
  onRestore,
  onPurge,
}: TrashRowProps) {
  const { list, trash } = useMessages();
  const { size, moment, relative } = useFormats();
  const deletedAt = Date.parse(item.deletedAt ?? '');
  const daysLeft =
    retentionDays === undefined || Number.isNaN(deletedAt)
      ? undefined
      : Math.max(0, Math.ceil((deletedAt + retentionDays * dayMs - Date.now()) / dayMs));
  const facts = [
    daysLeft === undefined ? undefined : trash.daysLeft({ days: daysLeft }),
    item.type === 'folder' ? list.folder : undefined,
    size(item.size),
    item.deletedAt === null ? undefined : (
      <time key="deleted" dateTime={item.deletedAt} title={moment(item.deletedAt)}>
        {trash.deleted({ date: relative(item.deletedAt) })}
      </time>
    ),
    item.path === null
      ? undefined
      : trash.from({ place: shownName(item.path.slice(0, item.path.lastIndexOf('/')) || rootName) }),
  ].filter((fact) => fact !== undefined);
  return (
    <li
      className={`absolute inset-x-0 top-0 flex h-16 items-center gap-2 border-b border-line px-2 sm:px-3 ${isSelected ? 'bg-accent-page' : 'hover:bg-page'}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <label className="grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isSelected}
          aria-label={list.select({ name: item.name })}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <span className="size-9 shrink-0 overflow-hidden rounded-md">
        <KindTile kind={item.contentKind} name={item.name} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-body font-medium" dir="auto">
          <CutName name={item.name} />
        </p>
        <EntryFacts facts={facts} />
      </div>
      <IconButton
        type="button"
        label={`${trash.restore}: ${shownName(item.name)}`}
        icon={<RotateCcw size={20} />}
        onClick={onRestore}
      />
      {onPurge !== undefined && (
        <IconButton
          type="button"
          label={`${trash.purge}: ${shownName(item.name)}`}
          icon={<Trash size={20} />}
          onClick={onPurge}
        />
      )}
    </li>
  );
}
