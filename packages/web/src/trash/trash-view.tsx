import type { TrashedItem } from '@drive/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import RotateCcw from 'virtual:lucide/rotate-ccw';
import Trash from 'virtual:lucide/trash';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { purgeItems, refreshItems, restoreItems, trashKey, type BatchOutcome } from '../api/item-changes.ts';
import { pageRows } from '../api/paged-rows.ts';
import { usePages, type PagedSource } from '../api/pages.ts';
import { configQuery } from '../api/session.ts';
import { failures } from '../files/actions/failures.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { TrashList } from './trash-list.tsx';

const trashPages: PagedSource<TrashedItem> = {
  queryKey: trashKey,
  load: (cursor, signal) => client.trash.items({ limit: pageRows, ...cursor }, { signal }),
};

type Question = { readonly kind: 'purge'; readonly items: readonly TrashedItem[] } | { readonly kind: 'empty' };

/** Deleted items: restores them, or deletes them forever after a question. */
export function TrashView() {
  const messages = useMessages();
  const formats = useFormats();
  const { trash, done } = messages;
  useTitle(trash.title);
  const pages = usePages(trashPages);
  const { error } = pages;
  const items = pages.data?.entries;
  const { data: config } = useQuery(configQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>();
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? [];

  const run = useTrashChanges(() => setSelected(new Set()));
  const restore = (wanted: readonly TrashedItem[]): void => run(wanted, () => restoreItems(wanted), done.restored);

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
        <TrashList
          pages={pages}
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
