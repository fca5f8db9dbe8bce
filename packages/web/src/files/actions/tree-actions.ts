import type { Item } from '@drive/sdk';
import { announceGone } from '../../api/gone-items.ts';
import type { BatchOutcome } from '../../api/item-changes.ts';
import { folderPathQuery } from '../../api/items.ts';
import { starItems } from '../../api/marks.ts';
import { queryClient } from '../../api/query-client.ts';
import { changesTree } from '../../api/rights.ts';
import { whenConnected } from '../../api/when-connected.ts';
import type { Messages } from '../../i18n/texts.ts';
import { notify } from '../../ui/notices.ts';
import { failures } from './failures.ts';
import { copyItems, duplicateItems, moveBack, moveItems, restoreItems, trashItems } from './item-batches.ts';
import type { Folder } from './item-drag.ts';

/** Changes of the tree. Each says when it is done, and can be undone. */
export interface TreeActions {
  /** Asks first if others get access to the items, or the user loses it. */
  moveTo(items: readonly Item[], folder: Folder): void;
  /** Moves items of which the user knows that they get another owner. */
  moveAsked(items: readonly Item[], folder: Folder): void;
  copyTo(items: readonly Item[], folder: Folder): void;
  /** Copies each item into the folder in which it is. */
  duplicate(items: readonly Item[]): void;
  /** Stars items that are not starred, or removes the stars. */
  star(items: readonly Item[], isStarred: boolean): void;
  trash(items: readonly Item[]): void;
}

interface Deps {
  readonly messages: Messages;
  readonly run: (change: () => Promise<BatchOutcome>) => Promise<BatchOutcome>;
  /** Shows why an action failed. */
  readonly attempt: (act: () => Promise<void>) => Promise<void>;
  /** Asks whether items may get another owner. */
  readonly ask: (items: readonly Item[], folder: Folder) => void;
}

interface Done {
  readonly text: string;
  readonly undo?: () => void;
}

/** Whether the folder above is known: a member does not see that of the topmost item. */
const isBelowKnown = ({ parentId, role }: Item): boolean => parentId !== null || role === 'owner';

/** The folder with its owner, which is asked for if a screen did not know it yet. */
async function withOwner(folder: Folder): Promise<Folder> {
  if (folder.id === null || folder.ownerId !== undefined) return folder;
  const known = (await queryClient.fetchQuery(folderPathQuery(folder.id))).at(-1);
  return known === undefined ? folder : { ...folder, ownerId: known.ownerId, driveId: known.driveId };
}

export function treeActions(deps: Deps): TreeActions {
  const { run, attempt, ask } = deps;
  const { done: texts, actions, errors } = deps.messages;
  const change = (
    items: readonly Item[],
    act: () => Promise<BatchOutcome>,
    done: (items: readonly Item[]) => Done,
    { staysInFolder = false, isRepeatable = true } = {},
  ): void =>
    void attempt(async () => {
      const outcome = await run(() => (isRepeatable ? whenConnected(act, errors.waiting) : act()));
      if (outcome.done.length > 0) {
        if (!staysInFolder) announceGone(outcome.done.map(({ id }) => id));
        const { text, undo } = done(outcome.done);
        notify({ text, ...(undo === undefined ? {} : { action: { label: actions.undo, run: undo } }) });
      }
      if (outcome.failed.length > 0) failures.add({ items, outcome });
    });
  const undoCopy = (copies: readonly Item[]) => (): void =>
    change(
      copies,
      () => trashItems(copies),
      (gone) => ({ text: texts.trashed({ count: gone.length }) }),
    );

  const move = (items: readonly Item[], folder: Folder): void =>
    change(
      items,
      () => moveItems(items, folder.id),
      (moved) => ({
        text: [
          texts.moved({ count: moved.length, folder: folder.name }),
          ...(moved.some(({ accessChanged }) => accessChanged === true) ? [texts.accessChanged] : []),
        ].join('. '),
        ...(items.every(isBelowKnown)
          ? {
              undo: () =>
                change(
                  moved,
                  () => moveBack(moved, items),
                  (back) => ({ text: texts.movedBack({ count: back.length }) }),
                ),
            }
          : {}),
      }),
    );

  return {
    moveTo: (items, folder) =>
      void attempt(async () => {
        const known = await whenConnected(() => withOwner(folder), errors.waiting);
        if (changesTree(items, known)) ask(items, known);
        else move(items, known);
      }),
    moveAsked: move,
    copyTo: (items, folder) =>
      change(
        items,
        () => copyItems(items, folder.id),
        (copies) => ({ text: texts.copied({ count: copies.length, folder: folder.name }), undo: undoCopy(copies) }),
        { staysInFolder: true, isRepeatable: false },
      ),
    duplicate: (items) =>
      change(
        items,
        () => duplicateItems(items),
        (copies) => ({ text: texts.duplicated({ count: copies.length }), undo: undoCopy(copies) }),
        { staysInFolder: true, isRepeatable: false },
      ),
    star: (items, isStarred) =>
      change(
        items,
        () => starItems(items, isStarred),
        (changed) => ({
          text: isStarred ? texts.starred({ count: changed.length }) : texts.unstarred({ count: changed.length }),
        }),
        { staysInFolder: true },
      ),
    trash: (items) =>
      change(
        items,
        () => trashItems(items),
        (trashed) => ({
          text: items.some(({ shareMode }) => shareMode !== 'PRIVATE')
            ? texts.trashedShared({ count: trashed.length })
            : texts.trashed({ count: trashed.length }),
          undo: () =>
            change(
              trashed,
              () => restoreItems(trashed),
              (restored) => ({ text: texts.restored({ count: restored.length }) }),
            ),
        }),
      ),
  };
}
