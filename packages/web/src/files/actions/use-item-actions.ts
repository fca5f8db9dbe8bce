import type { Item } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAttempt } from '../../api/actions.ts';
import { useBatch } from '../../api/item-changes.ts';
import { queryClient } from '../../api/query-client.ts';
import { mayUseAll, type ItemUse } from '../../api/rights.ts';
import { meQuery } from '../../api/session.ts';
import { copyText } from '../../browser/copy-text.ts';
import { holdTyping } from '../../browser/hold-typing.ts';
import { inAdvance } from '../../browser/load-early.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { notify } from '../../ui/notices.ts';
import { downloadFile, downloadZip } from './download.ts';
import type { Folder } from './item-drag.ts';
import type { TreeActions } from './tree-actions.ts';

// The first screen is complete without them. An action fails without a connection: later the user may want another one.
const loadTreeActions = inAdvance(() => import('./tree-actions.ts'), 0);
const loadShares = inAdvance(() => import('../../api/shares.ts'), 0);

/** The dialog that is open, with what it is about. */
export type FileDialog =
  | { readonly kind: 'new-folder'; readonly parentId: string | null }
  | { readonly kind: 'new-text'; readonly parentId: string | null }
  | { readonly kind: 'versions'; readonly item: Item }
  | { readonly kind: 'access'; readonly item: Item }
  | { readonly kind: 'tags'; readonly items: readonly Item[] }
  | { readonly kind: 'move'; readonly items: readonly Item[] }
  | { readonly kind: 'change-owner'; readonly items: readonly Item[]; readonly folder: Folder }
  | { readonly kind: 'share'; readonly items: readonly Item[] }
  | { readonly kind: 'proofing'; readonly items: readonly Item[] }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'shortcuts' };

/** Everything a user can do with items. Failures, and what the user's role does not allow, are shown as notices. */
export interface ItemActions extends TreeActions {
  open(item: Item): void;
  download(items: readonly Item[]): void;
  /** Shows the link of one item; asks how to share several. */
  share(items: readonly Item[]): void;
  /** Lets a client choose from the items; only for one folder or for files. */
  proof(items: readonly Item[]): void;
  /** Shows the link instead if it opens for nobody. */
  copyLink(item: Item): void;
  /** Makes the name of the item a field. */
  rename(item: Item): void;
  /** Asks for the tags of items. */
  tag(items: readonly Item[]): void;
  /** Shows the former contents of a file. */
  showVersions(item: Item): void;
  /** Shows who has access to an item. */
  showAccess(item: Item): void;
  /** Asks for the destination. */
  move(items: readonly Item[]): void;
  showFolder(item: Item): void;
}

/** The item whose name is being changed. */
export interface Renaming {
  readonly id: string;
  readonly draft: NameDraft;
}

/** A name as it was typed so far, which the field leaves here when its row is drawn anew or is out of view. */
export interface NameDraft {
  text?: string;
  selection?: readonly [number, number];
}

export interface ItemActionsState {
  readonly actions: ItemActions;
  readonly dialog: FileDialog | undefined;
  readonly setDialog: (dialog: FileDialog | undefined) => void;
  readonly renaming: Renaming | undefined;
  readonly setRenaming: (renaming: Renaming | undefined) => void;
}

/** `openFile` shows a file. */
export function useItemActions(openFile: (item: Item) => void): ItemActionsState {
  const messages = useMessages();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const { mutateAsync } = useBatch();
  const [dialog, setDialog] = useState<FileDialog>();
  const [renaming, setRenaming] = useState<Renaming>();

  const actions = useMemo((): ItemActions => {
    /** Acts if the user may do this with all items. */
    const ifMay = (items: readonly Item[], use: ItemUse, act: () => void): void => {
      if (mayUseAll(items, use, queryClient.getQueryData(meQuery.queryKey)?.id)) act();
      else notify({ kind: 'bad', text: messages.errors.roleTooSmall });
    };
    const withTree = (act: (tree: TreeActions) => void): void =>
      void attempt(async () => {
        const { treeActions } = await loadTreeActions();
        act(
          treeActions({
            messages,
            run: mutateAsync,
            attempt,
            ask: (items, folder) => setDialog({ kind: 'change-owner', items, folder }),
          }),
        );
      });
    const copyLinkOf = async (item: Item): Promise<void> => {
      const { ensureShare, isClosed, refreshShares } = await loadShares();
      const share = await ensureShare(item);
      const { shareToken, shortUrl: url } = share;
      if (shareToken !== item.shareToken) void refreshShares();
      if (isClosed(share)) setDialog({ kind: 'share', items: [item] });
      else if (await copyText(url)) notify({ text: messages.done.linkCopied });
      else setDialog({ kind: 'link', url });
    };

    return {
      open: (item) => {
        if (item.type === 'folder') void navigate({ to: '/files/$folderId', params: { folderId: item.id } });
        else openFile(item);
      },
      download: (items) =>
        void attempt(async () => {
          const [first] = items;
          if (items.length === 1 && first?.type === 'file') await downloadFile(first);
          else await downloadZip(items, messages);
        }),
      share: (items) => ifMay(items, 'share', () => setDialog({ kind: 'share', items })),
      proof: (items) => ifMay(items, 'share', () => setDialog({ kind: 'proofing', items })),
      copyLink: (item) => ifMay([item], 'share', () => void attempt(() => copyLinkOf(item))),
      rename: (item) =>
        ifMay([item], 'tidy', () => {
          holdTyping();
          setRenaming({ id: item.id, draft: {} });
        }),
      tag: (items) => ifMay(items, 'write', () => setDialog({ kind: 'tags', items })),
      showVersions: (item) => setDialog({ kind: 'versions', item }),
      showAccess: (item) => setDialog({ kind: 'access', item }),
      move: (items) => ifMay(items, 'write', () => setDialog({ kind: 'move', items })),
      moveTo: (items, folder) => ifMay(items, 'write', () => withTree((tree) => tree.moveTo(items, folder))),
      moveAsked: (items, folder) => withTree((tree) => tree.moveAsked(items, folder)),
      copyTo: (items, folder) => withTree((tree) => tree.copyTo(items, folder)),
      duplicate: (items) => withTree((tree) => tree.duplicate(items)),
      star: (items, isStarred) => withTree((tree) => tree.star(items, isStarred)),
      trash: (items) => ifMay(items, 'tidy', () => withTree((tree) => tree.trash(items))),
      showFolder: ({ parentId, role }) =>
        void (parentId === null
          ? navigate({ to: role === 'owner' ? '/files' : '/shared-with-me' })
          : navigate({ to: '/files/$folderId', params: { folderId: parentId } })),
    };
  }, [attempt, messages, mutateAsync, navigate, openFile]);

  return { actions, dialog, setDialog, renaming, setRenaming };
}
