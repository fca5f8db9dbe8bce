import type { ListedShare } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import Globe from 'virtual:lucide/globe';
import Share2 from 'virtual:lucide/share-2';
import X from 'virtual:lucide/x';
import { usePagedRows } from '../api/paged-rows.ts';
import { isClosed, refreshShares, shareName } from '../api/shares.ts';
import { copyText } from '../browser/copy-text.ts';
import { loadEarly } from '../browser/load-early.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { type RunChange, useRowChanges } from '../files/actions/use-row-changes.ts';
import { ListError } from '../files/list/list-error.tsx';
import { useScrollMemory } from '../files/list/scroll-memory.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { endShares, setModeOfShares, sharePageQuery } from './share-changes.ts';
import { ShareRow, shareRowHeight } from './share-row.tsx';
import type { SharesAddress } from './shares-address.ts';

const ShareDialog = lazy(loadEarly(() => import('../sharing/share-dialog.tsx')));

type Question = { readonly kind: 'end' | 'public'; readonly shares: readonly ListedShare[] };

/** All links of the user: how they are used, and changes of one or many. */
export function SharesView() {
  const messages = useMessages();
  const { share: shareTexts, shared } = useMessages().sharing;
  useTitle(shared.title);
  const { driveId, drive } = useShownDrive();
  const list = usePagedRows((page) => sharePageQuery(driveId, page));
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

  const run = useRowChanges<ListedShare>({
    onBegin: (shares) =>
      setSelected((current) => shares.reduce((rest, share) => withShare(rest, share, false), current)),
    itemOf: (share) => ({ id: share.shareToken, name: shareName(share, shared) }),
    refresh: refreshShares,
  });
  const copy = async (share: ListedShare): Promise<void> => {
    if (isClosed(share)) setEdited(share);
    else if (await copyText(share.shortUrl)) notify({ text: messages.done.linkCopied });
    else notify({ kind: 'bad', text: shareTexts.copyHint });
  };
  const chosen = [...selected.values()];

  if (list.error !== null && total === undefined) return <ListError error={list.error} onRetry={list.refetch} />;
  return (
    <section
      className="flex min-h-0 flex-1 flex-col"
      aria-label={drive === undefined ? shared.table : shared.tableOf({ drive })}
    >
      <div className="px-3 py-1 sm:px-5">
        {chosen.length === 0 ? (
          <SharesHead drive={drive} total={total} />
        ) : (
          <ChosenShares
            shares={chosen}
            onClear={() => setSelected(new Map())}
            onAsk={(kind) => setQuestion({ kind, shares: chosen })}
            onMode={(mode) => run(chosen, (shares) => setModeOfShares(shares, mode), shared.changed)}
          />
        )}
      </div>
      {total === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <NoShares isDrive={drive !== undefined} />
        </div>
      ) : (
        <div
          ref={container}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line"
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
                    onSelect={(isSelected) => setSelected((current) => withShare(current, share, isSelected))}
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
      {question !== undefined && <ShareQuestion question={question} run={run} onClose={() => setQuestion(undefined)} />}
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

function SharesHead({ drive, total }: { readonly drive: string | undefined; readonly total: number | undefined }) {
  const { shared } = useMessages().sharing;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-1">
      <div className="min-w-0">
        <h2 className="sr-only">{shared.areas.links}</h2>
        <p className="text-dense text-muted">{drive === undefined ? shared.intro : shared.introOf({ drive })}</p>
      </div>
      <p className="text-sm text-muted">{total !== undefined && total > 0 && shared.count({ count: total })}</p>
    </div>
  );
}

function NoShares({ isDrive }: { readonly isDrive: boolean }) {
  const { shared } = useMessages().sharing;
  return (
    <StatePage icon={<Share2 size={36} />} title={isDrive ? shared.emptyOf : shared.empty}>
      <p>{shared.emptyHint}</p>
    </StatePage>
  );
}

/** The team drive whose links are shown, with its name; undefined: the user's own are. */
function useShownDrive(): { readonly driveId: string | undefined; readonly drive: string | undefined } {
  const { drive: driveId }: SharesAddress = useSearch({ strict: false });
  const { data } = useQuery({ ...drivesQuery, enabled: driveId !== undefined });
  const name = data?.drives.find(({ id }) => id === driveId)?.name;
  return { driveId, drive: driveId === undefined ? undefined : (name ?? '…') };
}

function withShare(
  selected: ReadonlyMap<string, ListedShare>,
  share: ListedShare,
  isSelected: boolean,
): ReadonlyMap<string, ListedShare> {
  const next = new Map(selected);
  if (isSelected) next.set(share.shareToken, share);
  else next.delete(share.shareToken);
  return next;
}

interface ChosenSharesProps {
  readonly shares: readonly ListedShare[];
  readonly onClear: () => void;
  readonly onAsk: (kind: Question['kind']) => void;
  readonly onMode: (mode: 'SHARED' | 'PRIVATE') => void;
}

/** What can be done with the selected links. */
function ChosenShares({ shares, onClear, onAsk, onMode }: ChosenSharesProps) {
  const { list, sharing } = useMessages();
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 rounded-xl bg-accent-page px-1 py-1 text-accent">
      <IconButton type="button" label={list.clear} icon={<X size={20} />} className="text-accent!" onClick={onClear} />
      <p role="status" className="min-w-0 flex-1 basis-28 font-semibold">
        {list.selected({ count: shares.length })}
      </p>
      <Button type="button" onClick={() => onAsk('public')}>
        <Globe size={18} aria-hidden />
        {sharing.shared.makePublic}
      </Button>
      <Button type="button" onClick={() => onMode('SHARED')}>
        {sharing.shared.makeShared}
      </Button>
      <Button type="button" onClick={() => onMode('PRIVATE')}>
        {sharing.shared.switchOff}
      </Button>
      <Button type="button" kind="danger" onClick={() => onAsk('end')}>
        {sharing.share.end}
      </Button>
    </div>
  );
}

interface ShareQuestionProps {
  readonly question: Question;
  readonly run: RunChange<ListedShare>;
  readonly onClose: () => void;
}

function ShareQuestion({ question, run, onClose }: ShareQuestionProps) {
  const { share: shareTexts, shared } = useMessages().sharing;
  return (
    <ConfirmDialog
      title={(question.kind === 'end' ? shared.endTitle : shared.publicTitle)({ count: question.shares.length })}
      text={question.kind === 'end' ? shared.endText : shared.publicText}
      action={question.kind === 'end' ? shareTexts.end : shared.makePublic}
      onConfirm={() => {
        if (question.kind === 'end') run(question.shares, endShares, shared.ended);
        else run(question.shares, (shares) => setModeOfShares(shares, 'PUBLIC'), shared.changed);
      }}
      onClose={onClose}
    />
  );
}
