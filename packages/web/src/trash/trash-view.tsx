import type { TrashedItem } from '@drive/sdk';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import RotateCcw from 'virtual:lucide/rotate-ccw';
import Trash from 'virtual:lucide/trash';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { purgeItems, refreshItems, restoreItems, trashKey, type BatchOutcome } from '../api/item-changes.ts';
import { configQuery } from '../api/session.ts';
import { failures } from '../files/actions/failures.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { TrashRow, trashRowHeight } from './trash-row.tsx';

const trashQuery = queryOptions({
  queryKey: trashKey,
  queryFn: async ({ signal }): Promise<TrashedItem[]> => {
    const items: TrashedItem[] = [];
    for await (const item of client.trash.items({}, { signal })) items.push(item);
    return items;
  },
});

type Question = { readonly kind: 'purge'; readonly items: readonly TrashedItem[] } | { readonly kind: 'empty' };

/** Deleted items: restores them, or deletes them forever after a question. */
export function TrashView() {
  const messages = useMessages();
  const formats = useFormats();
  const { trash, done } = messages;
  useTitle(trash.title);
  const { data: items, error, refetch } = useQuery(trashQuery);
  const { data: config } = useQuery(configQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>();
  const container = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items?.length ?? 0,
    getScrollElement: () => container.current,
    estimateSize: () => trashRowHeight,
    overscan: 8,
  });
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? [];

  const run = useTrashChanges(() => setSelected(new Set()));
  const restore = (wanted: readonly TrashedItem[]): void => run(wanted, () => restoreItems(wanted), done.restored);

  if (error !== null && items === undefined)
    return (
      <StatePage
        icon={<Trash size={36} />}
        title={messages.errors.title}
        actions={<Button onClick={() => void refetch()}>{messages.app.retry}</Button>}
      >
        <p role="alert">{errorText(error, messages, formats)}</p>
      </StatePage>
    );
  return (
    <section className="flex min-h-0 flex-1 flex-col" aria-label={trash.title}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-lg font-semibold tracking-tight">{trash.title}</h1>
          <p className="text-sm text-muted">{config !== undefined && trash.retention(config.trashRetentionDays)}</p>
        </div>
        <TrashActions
          chosen={chosen}
          isEmpty={(items?.length ?? 0) === 0}
          onRestore={() => restore(chosen)}
          onAsk={setQuestion}
        />
      </div>
      {items?.length === 0 ? (
        <StatePage icon={<Trash size={36} />} title={trash.empty}>
          <p>{trash.emptyHint}</p>
        </StatePage>
      ) : (
        <div
          ref={container}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line sm:mx-4 sm:mb-4 sm:rounded-xl sm:border"
          aria-busy={items === undefined}
        >
          <ul className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, key }) => {
              const item = items?.[index];
              return (
                item !== undefined && (
                  <TrashRow
                    key={key}
                    item={item}
                    offset={start}
                    retentionDays={config?.trashRetentionDays}
                    isSelected={selected.has(item.id)}
                    onSelect={(isSelected) =>
                      setSelected((current) => {
                        const next = new Set(current);
                        if (isSelected) next.add(item.id);
                        else next.delete(item.id);
                        return next;
                      })
                    }
                    onRestore={() => restore([item])}
                    onPurge={() => setQuestion({ kind: 'purge', items: [item] })}
                  />
                )
              );
            })}
          </ul>
        </div>
      )}
      {question !== undefined && (
        <ConfirmDialog
          title={question.kind === 'empty' ? trash.emptyTitle : trash.purgeTitle(question.items.length)}
          text={question.kind === 'empty' ? trash.emptyText : trash.purgeText}
          action={question.kind === 'empty' ? trash.emptyTrash : trash.purge}
          onConfirm={() => {
            if (question.kind === 'purge') run(question.items, () => purgeItems(question.items), done.purged);
            else run([], () => client.trash.empty().then(() => undefined), done.purged);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </section>
  );
}

type Run = (
  wanted: readonly TrashedItem[],
  act: () => Promise<BatchOutcome | undefined>,
  text: (count: number) => string,
) => void;

/** Changes items, reports what was changed and lists what could not be. */
function useTrashChanges(onBegin: () => void): Run {
  const messages = useMessages();
  const formats = useFormats();
  const change = useMutation({
    mutationFn: (act: () => Promise<BatchOutcome | undefined>) => act(),
    onError: (failure) => notify({ kind: 'bad', text: errorText(failure, messages, formats) }),
    onSettled: refreshItems,
  });
  return (wanted, act, text) => {
    onBegin();
    change.mutate(act, {
      onSuccess: (outcome) => {
        if (outcome === undefined) return;
        if (outcome.done.length > 0) notify({ text: text(outcome.done.length) });
        if (outcome.failed.length > 0) failures.add({ items: wanted, outcome });
      },
    });
  };
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
      <p role="status" className="font-semibold">
        {list.selected(chosen.length)}
      </p>
      <Button type="button" onClick={onRestore}>
        <RotateCcw size={18} aria-hidden />
        {trash.restore}
      </Button>
      <Button type="button" kind="danger" onClick={() => onAsk({ kind: 'purge', items: chosen })}>
        {trash.purge}
      </Button>
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
