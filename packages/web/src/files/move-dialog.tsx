import type { Item } from '@drive/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Folder from 'lucide-react/icons/folder';
import FolderUp from 'lucide-react/icons/folder-up';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { folderPathQuery, itemsKey } from '../api/items.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { Folder as Destination } from './item-drag.ts';

interface MoveDialogProps {
  readonly items: readonly Item[];
  readonly onMove: (items: readonly Item[], folder: Destination) => void;
  readonly onClose: () => void;
}

/** Maximum number of subfolders that the dialog lists. */
const mostFolders = 1000;

const subfoldersQuery = (folderId: string | null) =>
  queryOptions({
    queryKey: [...itemsKey, folderId, 'folders'],
    queryFn: async ({ signal }) => {
      const folders: Item[] = [];
      const list = client.files.list(
        { sort: 'type,name', limit: 200, ...(folderId === null ? {} : { parentId: folderId }) },
        { signal },
      );
      for await (const item of list) {
        // Folders come first.
        if (item.type !== 'folder' || folders.length >= mostFolders) break;
        folders.push(item);
      }
      return folders;
    },
  });

/** Lets the user walk through the folders and move the items into the one that is open. */
export function MoveDialog({ items, onMove, onClose }: MoveDialogProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { dialogs, list, app } = messages;
  const [openId, setOpenId] = useState(items[0]?.parentId ?? null);
  const { data: path } = useQuery(folderPathQuery(openId));
  const { data: folders, error } = useQuery(subfoldersQuery(openId));
  const moved = new Set(items.map(({ id }) => id));
  const here: Destination = { id: openId, name: path?.at(-1)?.name ?? list.root };
  const above: Destination = { id: path?.at(-2)?.id ?? null, name: path?.at(-2)?.name ?? list.root };
  const rowClass =
    'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-[0.9375rem] hover:bg-page disabled:opacity-40';

  return (
    <Dialog title={dialogs.moveTitle(items.length)} description={dialogs.moveInto} onClose={onClose}>
      <div className="-mx-2 h-72 overflow-y-auto rounded-xl border border-line p-1.5">
        {openId !== null && (
          <button type="button" className={rowClass} disabled={path === undefined} onClick={() => setOpenId(above.id)}>
            <FolderUp size={20} aria-hidden className="shrink-0 text-muted" />
            <span className="truncate">{dialogs.moveUp(above.name)}</span>
          </button>
        )}
        <ul aria-label={here.name}>
          {folders?.map((folder) => (
            <li key={folder.id}>
              <button
                type="button"
                className={rowClass}
                disabled={moved.has(folder.id)}
                onClick={() => setOpenId(folder.id)}
              >
                <Folder size={20} aria-hidden className="shrink-0 fill-accent-page text-accent" />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {folder.name}
                </span>
                <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
        {folders?.length === 0 && <p className="px-3 py-2.5 text-[0.9375rem] text-muted">{dialogs.noFolders}</p>}
        {error !== null && <p className="px-3 py-2.5 text-bad">{errorText(error, messages, formats)}</p>}
      </div>
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {app.cancel}
        </Button>
        <Button
          type="button"
          kind="primary"
          className="max-w-full overflow-hidden"
          disabled={path === undefined || items.every(({ parentId }) => parentId === openId)}
          onClick={() => {
            onMove(items, here);
            onClose();
          }}
        >
          <span className="truncate">{dialogs.moveHere(here.name)}</span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
