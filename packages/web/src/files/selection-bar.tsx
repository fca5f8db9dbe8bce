import type { Item } from '@drive/sdk';
import { memo, useDeferredValue, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import Download from 'virtual:lucide/download';
import FolderInput from 'virtual:lucide/folder-input';
import Link2 from 'virtual:lucide/link';
import Pencil from 'virtual:lucide/pencil';
import Share2 from 'virtual:lucide/share-2';
import Trash from 'virtual:lucide/trash';
import X from 'virtual:lucide/x';
import { onGone } from '../api/gone-items.ts';
import type { ItemList } from '../api/items.ts';
import { loadedRows } from '../api/paged-rows.ts';
import { mayUseAll, type ItemUse } from '../api/rights.ts';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import type { Selection } from './actions/selection.ts';
import type { ItemActions } from './actions/use-item-actions.ts';

// Needed at the same time.
export { selectAll } from './actions/select-all.ts';

interface SelectionBarProps {
  readonly list: ItemList;
  readonly selection: Selection;
  readonly actions: ItemActions;
}

/**
 * Keeps the selected items as the list has them now: what can be done with them depends on it. Deselects those that have left
 * the list, because somebody moved or deleted them.
 */
function useCurrentSelection(list: ItemList, { selected, all }: Selection): void {
  useEffect(() => {
    const { total, pageSize, hasMore } = list;
    if (total === undefined) return;
    const loaded = new Map(Array.from(loadedRows(list), ([, item]) => [item.id, item]));
    // Of a longer folder, some pages are not loaded. All results of a search that were shown are.
    const isWhole = total <= pageSize || hasMore !== undefined;
    const current = [...selected.values()].flatMap((item) => loaded.get(item.id) ?? (isWhole ? [] : item));
    if (current.length < selected.size || current.some((item) => selected.get(item.id) !== item)) all(current);
  }, [all, list, selected]);
}

/** Number of selected items, and the actions on them. The rows show first what is selected. */
export default function SelectionBar({ list, selection, actions }: SelectionBarProps) {
  useCurrentSelection(list, selection);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  useEffect(
    () =>
      onGone((ids) => {
        const { selected, all } = latest.current;
        const kept = [...selected.values()].filter(({ id }) => !ids.includes(id));
        if (kept.length < selected.size) all(kept);
      }),
    [],
  );
  return <Bar selection={useDeferredValue(selection)} latest={latest} actions={actions} />;
}

interface BarProps {
  /** For what is shown. */
  readonly selection: Selection;
  /** For what is done. */
  readonly latest: RefObject<Selection>;
  readonly actions: ItemActions;
}

const Bar = memo(function Bar({ selection, latest, actions }: BarProps) {
  const { list, actions: labels } = useMessages();
  const chosen = (): Item[] => [...latest.current.selected.values()];
  const withFirst = (act: (item: Item) => void): void => chosen().slice(0, 1).forEach(act);
  const items = [...selection.selected.values()];
  const only: Item | undefined = items.length === 1 ? items[0] : undefined;
  const me = useMe();
  const may = (use: ItemUse): boolean => mayUseAll(items, use, me?.id);
  return (
    <div className="flex min-h-9 animate-appear items-center rounded-lg bg-accent-page text-accent max-md:order-last max-md:basis-full">
      <IconButton
        type="button"
        label={list.clear}
        icon={<X size={20} />}
        className="text-accent!"
        onClick={selection.clear}
      />
      <p role="status" className="min-w-0 flex-1 truncate pe-2 text-dense font-semibold">
        {list.selected({ count: items.length })}
      </p>
      <Action
        label={only?.type === 'file' ? labels.download : labels.downloadZip}
        icon={<Download size={18} aria-hidden />}
        onClick={() => actions.download(chosen())}
      />
      {may('share') && (
        <Action label={labels.share} icon={<Share2 size={18} aria-hidden />} onClick={() => actions.share(chosen())} />
      )}
      {only !== undefined && may('share') && (
        <IconButton
          type="button"
          label={labels.copyLink}
          icon={<Link2 size={20} />}
          className="text-accent! max-sm:hidden"
          onClick={() => withFirst(actions.copyLink)}
        />
      )}
      {only !== undefined && may('tidy') && (
        <IconButton
          type="button"
          label={labels.rename}
          icon={<Pencil size={20} />}
          className="text-accent! max-sm:hidden"
          onClick={() => withFirst(actions.rename)}
        />
      )}
      {may('write') && (
        <Action
          label={labels.move}
          icon={<FolderInput size={18} aria-hidden />}
          onClick={() => actions.move(chosen())}
        />
      )}
      {may('tidy') && (
        <Action label={labels.trash} icon={<Trash size={18} aria-hidden />} onClick={() => actions.trash(chosen())} />
      )}
    </div>
  );
});

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

/** An action with its name where there is space for it. */
const Action = ({ label, icon, onClick }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-2.5 text-dense font-semibold transition-colors hover:bg-line/60 pointer-fine:min-h-9 pointer-fine:min-w-9"
    onClick={onClick}
  >
    {icon}
    <span className="hidden whitespace-nowrap @4xl:inline">{label}</span>
  </button>
);
