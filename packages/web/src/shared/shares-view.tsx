import type { ListedShare } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import Globe from 'virtual:lucide/globe';
import Share2 from 'virtual:lucide/share-2';
import X from 'virtual:lucide/x';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { errorText } from '../api/error-text.ts';
import { usePagedRows } from '../api/paged-rows.ts';
import { isClosed, refreshShares, shareName } from '../api/shares.ts';
import { copyText } from '../browser/export-text.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useTitle } from '../ui/use-title.ts';
import { failures } from '../files/actions/failures.ts';
import { ListError } from '../files/list/list-error.tsx';
import { useScrollMemory } from '../files/list/scroll-memory.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { StatePage } from '../ui/state-page.tsx';
import { endShares, setModeOfShares, sharePageQuery, type SharesOutcome } from './share-changes.ts';
import { ShareRow, shareRowHeight } from './share-row.tsx';

const ShareDialog = lazy(loadEarly(() => import('../sharing/share-dialog.tsx')));

type Question = { readonly kind: 'end' | 'public'; readonly shares: readonly ListedShare[] };

/** All links of the user: how they are used, and changes of one or many. */
export function SharesView() {
  const messages = useMessages();
  const formats = useFormats();
  const { share: shareTexts, shared } = useMessages().sharing;
  useTitle(shared.title);
  const list = usePagedRows(sharePageQuery);
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedShare>>(new Map());
  const [question, setQuestion] = useState<Question>();
  const [edited, setEdited] = useState<ListedShare>();
  const container = useRef<HTMLDivElement>(null);
  const { total, show } = list;
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => container.current,
    estimateSize: () => shareRowHeight,
    overscan: 8,
  });
  useScrollMemory(container, total !== undefined);
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => show(first, last), [show, first, last]);

  const change = useMutation({
    mutationFn: (act: () => Promise<SharesOutcome>) => act(),
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
    onSettled: refreshShares,
  });
  const run = (
    shares: readonly ListedShare[],
    act: (shares: readonly ListedShare[]) => Promise<SharesOutcome>,
    text: (count: number) => string,
  ): void => {
    setSelected(new Map());
    change.mutate(() => act(shares), {
      onSuccess: (outcome) => {
        if (outcome.done.length > 0) notify({ text: text(outcome.done.length) });
        const items = shares.map((share) => ({ id: share.shareToken, name: shareName(share, shared) }));
        if (outcome.failed.length > 0) failures.add({ items, outcome });
      },
    });
  };
  const copy = async (share: ListedShare): Promise<void> => {
    if (isClosed(share)) setEdited(share);
    else if (await copyText(share.shortUrl)) notify({ text: messages.done.linkCopied });
    else notify({ kind: 'bad', text: shareTexts.copyHint });
  };
  const chosen = [...selected.values()];

  if (list.error !== null && total === undefined) return <ListError error={list.error} onRetry={list.refetch} />;
  return (
    <section className="mx-auto flex min-h-0 w-full max-w-6xl flex-1 flex-col" aria-label={shared.table}>
      <div className="px-3 pt-2 pb-2 sm:px-4">
        {chosen.length === 0 ? (
          <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-1">
            <div className="min-w-0">
              <h2 className="sr-only">{shared.areas.links}</h2>
              <p className="text-[0.9375rem] text-muted">{shared.intro}</p>
            </div>
            <p className="text-sm text-muted">{total !== undefined && total > 0 && shared.count(total)}</p>
          </div>
        ) : (
          <div className="flex min-h-14 flex-wrap items-center gap-2 rounded-xl bg-accent-page px-1 py-1 text-accent">
            <IconButton
              type="button"
              label={messages.list.clear}
              icon={<X size={20} />}
              className="text-accent!"
              onClick={() => setSelected(new Map())}
            />
            <p role="status" className="min-w-0 flex-1 basis-28 font-semibold">
              {messages.list.selected(chosen.length)}
            </p>
            <Button type="button" onClick={() => setQuestion({ kind: 'public', shares: chosen })}>
              <Globe size={18} aria-hidden />
              {shared.makePublic}
            </Button>
            <Button
              type="button"
              onClick={() => run(chosen, (shares) => setModeOfShares(shares, 'SHARED'), shared.changed)}
            >
              {shared.makeShared}
            </Button>
            <Button
              type="button"
              onClick={() => run(chosen, (shares) => setModeOfShares(shares, 'PRIVATE'), shared.changed)}
            >
              {shared.switchOff}
            </Button>
            <Button type="button" kind="danger" onClick={() => setQuestion({ kind: 'end', shares: chosen })}>
              {shareTexts.end}
            </Button>
          </div>
        )}
      </div>
      {total === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <StatePage icon={<Share2 size={36} />} title={shared.empty}>
            <p>{shared.emptyHint}</p>
          </StatePage>
        </div>
      ) : (
        <div
          ref={container}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line sm:mx-4 sm:mb-4 sm:rounded-xl sm:border"
          aria-busy={total === undefined}
        >
          <ul className="relative" style={{ height: virtual.getTotalSize() }}>
            {rows.map(({ index, start, key }) => {
              const share = list.at(index);
              return (
                share !== undefined && (
                  <ShareRow
                    key={key}
                    share={share}
                    offset={start}
                    isSelected={selected.has(share.shareToken)}
                    onSelect={(isSelected) =>
                      setSelected((current) => {
                        const next = new Map(current);
                        if (isSelected) next.set(share.shareToken, share);
                        else next.delete(share.shareToken);
                        return next;
                      })
                    }
                    onEdit={() => setEdited(share)}
                    onCopy={() => void copy(share)}
                    onEnd={() => setQuestion({ kind: 'end', shares: [share] })}
                  />
                )
              );
            })}
          </ul>
        </div>
      )}
      {question !== undefined && (
        <ConfirmDialog
          title={(question.kind === 'end' ? shared.endTitle : shared.publicTitle)(question.shares.length)}
          text={question.kind === 'end' ? shared.endText : shared.publicText}
          action={question.kind === 'end' ? shareTexts.end : shared.makePublic}
          onConfirm={() => {
            if (question.kind === 'end') run(question.shares, endShares, shared.ended);
            else run(question.shares, (shares) => setModeOfShares(shares, 'PUBLIC'), shared.changed);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
      <Suspense>
        {edited !== undefined && (
          <ShareDialog
            subject={{ token: edited.shareToken, name: shareName(edited, shared) }}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
