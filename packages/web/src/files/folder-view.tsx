import { listSorts, type ListSort } from '@drive/contract/sorts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import Trash from 'virtual:lucide/trash';
import { folderPathQuery, useFolderItems } from '../api/items.ts';
import { mayUse } from '../api/rights.ts';
import { holdTyping } from '../browser/hold-typing.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { useTitle } from '../ui/use-title.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { UploadButtons } from '../uploads/upload-buttons.tsx';
import type { Destination } from '../uploads/upload.ts';
import { pasteItems, useItemClipboard } from './actions/item-clipboard.ts';
import type { Folder } from './actions/item-drag.ts';
import type { FileDialog, ItemActions } from './actions/use-item-actions.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ItemBrowser } from './item-browser.tsx';
import { useDriveOf, useFollowedTree } from './others-tree.ts';

const EmptyFolder = lazy(loadEarly(() => import('./empty-folder.tsx')));
const PasteButton = lazy(() => import('./paste-button.tsx'));
const DriveTools = lazy(loadEarly(() => import('../drives/drive-tools.tsx')));

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
  const { drive, isDrive } = useDriveOf(folder);
  const isTop = drive !== undefined && path?.length === 1;
  useFollowedTree(path, isDrive);
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
    else void navigate({ to: isDrive ? '/drives' : isOthers ? '/shared-with-me' : '/files' });
  };

  return (
    <DropZone destination={destination}>
      <ItemBrowser
        list={items}
        listKey={folderId ?? ''}
        sort={sort}
        sorts={listSorts}
        label={list.table({ name })}
        {...(destination === undefined ? {} : { destination })}
        goUp={folderId === null ? undefined : goUp}
        heading={({ actions }) => <Breadcrumbs path={path ?? []} isDrive={isDrive} actions={actions} />}
        tools={(state) => (
          <div
            data-crowded={isTop || undefined}
            className={`group/tools flex flex-wrap items-center gap-2 empty:hidden ${isTop ? '@max-6xl:order-last @max-6xl:basis-full' : 'max-sm:order-last max-sm:basis-full'}`}
          >
            {destination === undefined ? (
              <ReadOnlyNote />
            ) : (
              <FolderTools
                destination={destination}
                hasTrash={isOthers && folder !== undefined && mayUse(folder, 'write', undefined)}
                {...(isTop ? { driveId: drive.id } : {})}
                {...state}
              />
            )}
            {isTop && (
              <Suspense>
                <DriveTools drive={drive} />
              </Suspense>
            )}
          </div>
        )}
        empty={
          <Suspense>
            <EmptyFolder takesItems={destination !== undefined} />
          </Suspense>
        }
      />
    </DropZone>
  );
}

interface FolderToolsProps {
  readonly destination: Destination & Folder;
  /** Whether what was deleted here is in the trash of another user, where this user sees it. */
  readonly hasTrash: boolean;
  /** Of the root of a team drive. */
  readonly driveId?: string;
  readonly setDialog: (dialog: FileDialog) => void;
  readonly actions: ItemActions;
}

/** Stands where a folder has its buttons, if the user may add nothing. */
function ReadOnlyNote() {
  const { list } = useMessages();
  return <p className="px-1.5 text-dense text-muted">{list.readOnly}</p>;
}

/** What can be done in a folder. */
function FolderTools({ destination, hasTrash, driveId, setDialog, actions }: FolderToolsProps) {
  const { list, app } = useMessages();
  const clipboard = useItemClipboard();
  const ask = (kind: 'new-folder' | 'new-text'): void => {
    holdTyping();
    setDialog({ kind, parentId: destination.id });
  };
  const newFolder = (): void => ask('new-folder');
  // Who only adds items cannot write into one that is there.
  const newText = (): void => ask('new-text');
  return (
    <>
      <UploadButtons
        destination={destination}
        onNewFolder={newFolder}
        onNewText={destination.addsOnly ? undefined : newText}
      />
      {hasTrash && destination.id !== null && (
        <Link
          to="/trash"
          search={driveId === undefined ? { folder: destination.id } : { drive: driveId }}
          title={list.trash}
          aria-label={list.trash}
          className={buttonClass()}
        >
          <Trash size={18} aria-hidden />
          <span className="max-md:hidden">{app.trash}</span>
        </Link>
      )}
      {clipboard !== undefined && (
        <Suspense>
          <PasteButton count={clipboard.items.length} onPaste={() => pasteItems(clipboard, actions, destination)} />
        </Suspense>
      )}
    </>
  );
}
