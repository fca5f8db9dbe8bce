import { listSorts, type ListSort } from '@drive/contract/sorts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import ClipboardPaste from 'virtual:lucide/clipboard-paste';
import FolderOpen from 'virtual:lucide/folder-open';
import FolderPlus from 'virtual:lucide/folder-plus';
import Trash from 'virtual:lucide/trash';
import { folderPathQuery, useFolderItems } from '../api/items.ts';
import { mayUse } from '../api/rights.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useScreenCommands } from '../screen/screen-commands.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { UploadButtons } from '../uploads/upload-buttons.tsx';
import type { Destination } from '../uploads/upload.ts';
import { pasteItems, useItemClipboard } from './actions/item-clipboard.ts';
import type { Folder } from './actions/item-drag.ts';
import type { FileDialog, ItemActions } from './actions/use-item-actions.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ItemBrowser } from './item-browser.tsx';

interface FolderViewProps {
  /** null: the root. */
  readonly folderId: string | null;
  readonly sort: ListSort;
}

export function FolderView({ folderId, sort }: FolderViewProps) {
  const { list } = useMessages();
  const navigate = useNavigate();
  const source = useMemo(() => ({ folderId, sort }), [folderId, sort]);
  const items = useFolderItems(source);
  const { data: path } = useQuery(folderPathQuery(folderId));
  const name = folderId === null ? list.root : (path?.at(-1)?.name ?? '…');
  useTitle(name);
  const folder = path?.at(-1);
  const isOthers = folder !== undefined && folder.role !== 'owner';
  // As long as the folder is not known, the server decides.
  const destination: (Destination & Folder) | undefined =
    folder !== undefined && !mayUse(folder, 'add', undefined)
      ? undefined
      : {
          id: folderId,
          name,
          isOthers,
          addsOnly: folder?.role === 'contributor',
          ...(folder === undefined ? {} : { ownerId: folder.ownerId, driveId: folder.driveId }),
        };

  const goUp = (): void => {
    const above = path?.at(-2)?.id;
    if (above !== undefined) void navigate({ to: '/files/$folderId', params: { folderId: above } });
    else void navigate({ to: isOthers ? '/shared-with-me' : '/files' });
  };

  return (
    <DropZone destination={destination}>
      <ItemBrowser
        list={items}
        listKey={folderId ?? ''}
        sort={sort}
        sorts={listSorts}
        label={list.table(name)}
        {...(destination === undefined ? {} : { destination })}
        goUp={folderId === null ? undefined : goUp}
        heading={({ actions }) => <Breadcrumbs path={path ?? []} actions={actions} />}
        tools={(state) =>
          destination === undefined ? (
            <ReadOnlyNote />
          ) : (
            <FolderTools
              destination={destination}
              hasTrash={isOthers && folder !== undefined && mayUse(folder, 'write', undefined)}
              {...state}
            />
          )
        }
        empty={
          <StatePage icon={<FolderOpen size={36} />} title={list.empty}>
            {destination !== undefined && <p>{list.emptyHint}</p>}
          </StatePage>
        }
      />
    </DropZone>
  );
}

interface FolderToolsProps {
  readonly destination: Destination & Folder;
  /** Whether what was deleted here is in the trash of another user, where this user sees it. */
  readonly hasTrash: boolean;
  readonly setDialog: (dialog: FileDialog) => void;
  readonly actions: ItemActions;
}

/** Stands where a folder has its buttons, if the user may add nothing. */
function ReadOnlyNote() {
  const { list } = useMessages();
  return <p className="flex min-h-14 items-center px-1.5 text-[0.9375rem] text-muted">{list.readOnly}</p>;
}

/** What can be done in a folder. */
function FolderTools({ destination, hasTrash, setDialog, actions }: FolderToolsProps) {
  const { list } = useMessages();
  const clipboard = useItemClipboard();
  const newFolder = (): void => setDialog({ kind: 'new-folder', parentId: destination.id });
  useScreenCommands([{ name: list.newFolder, run: newFolder }]);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2">
      <UploadButtons destination={destination} />
      <Button type="button" onClick={newFolder}>
        <FolderPlus size={18} aria-hidden />
        {list.newFolder}
      </Button>
      {hasTrash && destination.id !== null && (
        <Link to="/trash" search={{ folder: destination.id }} className={buttonClass()}>
          <Trash size={18} aria-hidden />
          {list.trash}
        </Link>
      )}
      {clipboard !== undefined && (
        <Button type="button" onClick={() => pasteItems(clipboard, actions, destination)}>
          <ClipboardPaste size={18} aria-hidden />
          {list.paste(clipboard.items.length)}
        </Button>
      )}
    </div>
  );
}
