import { trashSorts, type TrashSort } from '@drive/contract/sorts';
import type { TrashedItem } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import RotateCcw from 'virtual:lucide/rotate-ccw';
import Trash from 'virtual:lucide/trash';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { refreshItems } from '../api/item-changes.ts';
import { folderPathQuery } from '../api/items.ts';
import { mayUseAll } from '../api/rights.ts';
import { configQuery } from '../api/session.ts';
import { whenConnected } from '../api/when-connected.ts';
import { drivesQuery, isManager } from '../drives/drive-queries.ts';
import { purgeItems, restoreItems } from '../files/actions/item-batches.ts';
import { useRowChanges } from '../files/actions/use-row-changes.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { parseTrashAddress, type TrashAddress } from './trash-address.ts';
import { TrashList } from './trash-list.tsx';
import { mostFiltered, useTrash, type TrashPlace } from './trash-pages.ts';

type Question = { readonly kind: 'purge'; readonly items: readonly TrashedItem[] } | { readonly kind: 'empty' };

/** Deleted items: restores them, or deletes them forever after a question. */
export function TrashView() {
  const messages = useMessages();
  const formats = useFormats();
  const { trash, done } = messages;
  const { order = '-trashedAt', folder: folderId, drive: driveId }: TrashAddress = useSearch({ strict: false });
  const { title, rootName, mayEmpty } = useTrashPlace({ folderId, driveId });
  useTitle(title);
  const [filter, setFilter] = useState('');
  const { pages, shown: items, isFiltering, isCut } = useTrash(order, { folderId, driveId }, filter);
  const { error } = pages;
  const { data: config } = useQuery(configQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>();
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? [];

  const deselect = (gone: readonly TrashedItem[]): void =>
    setSelected((current) => new Set([...current].filter((id) => gone.every((item) => item.id !== id))));
  const run = useRowChanges({ onBegin: deselect, itemOf: (item) => item, refresh: refreshItems });
  const restore = (wanted: readonly TrashedItem[]): void =>
    run(wanted, () => whenConnected(() => restoreItems(wanted), messages.errors.waiting), done.restored);

  if (error !== null && items === undefined)
    return (
      <StatePage
        icon={<Trash size={36} />}
        title={messages.errors.title}
        actions={<Button onClick={() => void pages.refetch()}>{messages.app.retry}</Button>}
      >
        <p role="alert">{errorText(error, messages, formats)}</p>
      </StatePage>
    );
  return (
    <section className="flex min-h-0 flex-1 flex-col" aria-label={trash.title}>
      <div className="flex min-h-14 flex-wrap items-center gap-2 px-4 py-1.5 sm:px-5.5">
        <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-baseline gap-x-3">
          <h1 className="line-clamp-2 max-w-full text-title wrap-anywhere font-semibold tracking-tight">{title}</h1>
          <p className="text-small text-muted">
            {config !== undefined && trash.retention({ days: config.trashRetentionDays })}
          </p>
        </div>
        <TrashActions
          chosen={chosen}
          isEmpty={!mayEmpty || (pages.data?.entries.length ?? 0) === 0}
          onRestore={() => restore(chosen)}
          onAsk={setQuestion}
        />
        {(pages.data?.entries.length ?? 0) > 0 && <TrashFilter filter={filter} onFilter={setFilter} order={order} />}
        <p role="status" className="w-full text-small text-muted empty:hidden">
          {isCut
            ? trash.filterCut({ count: formats.number(mostFiltered) })
            : isFiltering && trash.filtering({ count: formats.number(pages.data?.entries.length ?? 0) })}
        </p>
      </div>
      {items?.length === 0 && filter !== '' ? (
        !isFiltering && <p className="px-5 py-3 text-body text-muted">{trash.noMatch}</p>
      ) : items?.length === 0 ? (
        <StatePage icon={<Trash size={36} />} title={trash.empty}>
          <p>{trash.emptyHint}</p>
        </StatePage>
      ) : (
        <TrashList
          pages={pages}
          items={items ?? []}
          rootName={rootName}
          retentionDays={config?.trashRetentionDays}
          selected={selected}
          onSelect={(id, isSelected) =>
            setSelected((current) => {
              const next = new Set(current);
              if (isSelected) next.add(id);
              else next.delete(id);
              return next;
            })
          }
          onRestore={(item) => restore([item])}
          onPurge={(item) => setQuestion({ kind: 'purge', items: [item] })}
        />
      )}
      {question !== undefined && (
        <ConfirmDialog
          title={question.kind === 'empty' ? trash.emptyTitle : trash.purgeTitle({ count: question.items.length })}
          text={question.kind === 'empty' ? trash.emptyText : trash.purgeText}
          action={question.kind === 'empty' ? trash.emptyTrash : trash.purge}
          onConfirm={() => {
            if (question.kind === 'purge') run(question.items, () => purgeItems(question.items), done.purged);
            else run([], () => client.trash.empty({ driveId }).then(() => undefined), done.purged);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </section>
  );
}

interface ShownPlace {
  readonly title: string;
  readonly rootName: string;
  readonly mayEmpty: boolean;
}

/** What the trash and the topmost folder of its tree are called, and whether the user may empty it. */
function useTrashPlace({ folderId, driveId }: TrashPlace): ShownPlace {
  const { trash, list } = useMessages();
  const { data: path } = useQuery(folderPathQuery(folderId ?? null));
  const { data: drives } = useQuery({ ...drivesQuery, enabled: driveId !== undefined });
  if (folderId !== undefined)
    return {
      title: trash.of({ folder: path?.at(-1)?.name ?? '…' }),
      rootName: path?.at(0)?.name ?? '…',
      mayEmpty: false,
    };
  if (driveId === undefined) return { title: trash.title, rootName: list.root, mayEmpty: true };
  const drive = drives?.drives.find(({ id }) => id === driveId);
  const rootName = drive?.name ?? '…';
  return { title: trash.of({ folder: rootName }), rootName, mayEmpty: drive !== undefined && isManager(drive) };
}

interface TrashFilterProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly order: TrashSort;
}

/** The filter of the trash, and its order, which the address keeps. */
function TrashFilter({ filter, onFilter, order }: TrashFilterProps) {
  const { trash } = useMessages();
  const navigate = useNavigate();
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:basis-full">
      <input
        type="search"
        aria-label={trash.filter}
        placeholder={trash.filter}
        className="h-11 w-60 min-w-0 max-sm:flex-1 rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0 pointer-fine:h-9 pointer-fine:text-dense"
        maxLength={200}
        value={filter}
        onChange={({ target }) => onFilter(target.value)}
      />
      <select
        aria-label={trash.order}
        className="h-11 min-w-0 max-sm:max-w-2/5 rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0 pointer-fine:h-9 pointer-fine:text-dense"
        value={order}
        onChange={({ target }) =>
          void navigate({
            to: '/trash',
            search: (current) => parseTrashAddress({ ...current, order: target.value }),
            replace: true,
          })
        }
      >
        {trashSorts.map((each) => (
          <option key={each} value={each}>
            {trash.orders[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TrashActionsProps {
  readonly chosen: readonly TrashedItem[];
  readonly isEmpty: boolean;
  readonly onRestore: () => void;
  readonly onAsk: (question: Question) => void;
}

function TrashActions({ chosen, isEmpty, onRestore, onAsk }: TrashActionsProps) {
  const { trash, list } = useMessages();
  return chosen.length > 0 ? (
    <>
      <p role="status" className="text-dense font-semibold">
        {list.selected({ count: chosen.length })}
      </p>
      <Button type="button" onClick={onRestore}>
        <RotateCcw size={18} aria-hidden />
        {trash.restore}
      </Button>
      {mayUseAll(chosen, 'delete', undefined) && (
        <Button type="button" kind="danger" onClick={() => onAsk({ kind: 'purge', items: chosen })}>
          {trash.purge}
        </Button>
      )}
    </>
  ) : (
    !isEmpty && (
      <Button type="button" onClick={() => onAsk({ kind: 'empty' })}>
        <Trash size={18} aria-hidden />
        {trash.emptyTrash}
      </Button>
    )
  );
}
