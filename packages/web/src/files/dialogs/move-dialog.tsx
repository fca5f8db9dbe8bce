import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { folderPathQuery } from '../../api/items.ts';
import { changesTree, mayUse } from '../../api/rights.ts';
import { useMe } from '../../api/session.ts';
import { FolderPicker } from '../../folders/folder-picker.tsx';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import type { Folder as Destination } from '../actions/item-drag.ts';

interface MoveDialogProps {
  readonly items: readonly Item[];
  readonly onMove: (items: readonly Item[], folder: Destination) => void;
  readonly onClose: () => void;
}

/** Lets the user walk through the folders and move the items into the one that is open. */
export function MoveDialog({ items, onMove, onClose }: MoveDialogProps) {
  const { dialogs, list, app } = useMessages();
  const [openId, setOpenId] = useState(items[0]?.parentId ?? null);
  const { data: path } = useQuery(folderPathQuery(openId));
  const only = items.length === 1 ? items[0] : undefined;
  const moved = new Set(items.map(({ id }) => id));
  const folder = path?.at(-1);
  const here: Destination = { id: openId, name: folder?.name ?? list.root };
  const mayAdd = folder === undefined || mayUse(folder, 'add', undefined);
  const changesOwner = path !== undefined && changesTree(items, folder ?? {});

  return (
    <Dialog
      title={only === undefined ? dialogs.moveTitle({ count: items.length }) : dialogs.moveTitleOf({ name: only.name })}
      description={dialogs.moveInto}
      onClose={onClose}
    >
      {only === undefined && <p className="mb-3 truncate text-body text-muted">{namesOf(items)}</p>}
      <FolderPicker hasGiven openId={openId} closedIds={moved} onOpen={setOpenId} />
      {changesOwner && (
        <p role="status" className="mt-3 text-body text-muted">
          {folder === undefined || folder.role === 'owner'
            ? dialogs.moveToOwn
            : dialogs.moveToOthers({ name: here.name })}
        </p>
      )}
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {app.cancel}
        </Button>
        <Button
          type="button"
          kind="primary"
          className="max-w-full"
          disabled={path === undefined || !mayAdd || items.every(({ parentId }) => parentId === openId)}
          onClick={() => {
            onMove(items, here);
            onClose();
          }}
        >
          <span className="wrap-anywhere whitespace-normal">{dialogs.moveHere({ name: here.name })}</span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const mostNames = 3;

const namesOf = (items: readonly Item[]): string =>
  [...items.slice(0, mostNames).map(({ name }) => shownName(name)), ...(items.length > mostNames ? ['…'] : [])].join(
    ', ',
  );

interface OwnerQuestionProps {
  readonly items: readonly Item[];
  readonly folder: Destination;
  readonly onMove: (items: readonly Item[], folder: Destination) => void;
  readonly onClose: () => void;
}

/** Asks before items that were dropped or pasted get another owner, and with it others who have access. */
export function OwnerQuestion({ items, folder, onMove, onClose }: OwnerQuestionProps) {
  const { dialogs } = useMessages();
  const me = useMe();
  const isOwn = folder.ownerId === undefined || folder.ownerId === me?.id;
  const [only] = items;
  return (
    <ConfirmDialog
      title={
        items.length === 1 && only !== undefined
          ? dialogs.moveTitleOf({ name: only.name })
          : dialogs.moveTitle({ count: items.length })
      }
      text={isOwn ? dialogs.moveToOwn : dialogs.moveToOthers({ name: folder.name })}
      action={dialogs.moveHere({ name: folder.name })}
      onConfirm={() => onMove(items, folder)}
      onClose={onClose}
    />
  );
}
