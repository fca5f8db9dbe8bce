import type { Item } from '@drive/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import ChevronRight from 'virtual:lucide/chevron-right';
import Folder from 'virtual:lucide/folder';
import FolderUp from 'virtual:lucide/folder-up';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { folderPathQuery, itemsKey } from '../api/items.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';

/** Maximum number of subfolders that the picker lists. */
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

interface FolderPickerProps {
  /** The open folder; null: the root. */
  readonly openId: string | null;
  /** Folders that cannot be opened. */
  readonly closedIds?: ReadonlySet<string>;
  readonly onOpen: (folderId: string | null) => void;
}

/** Lets the user walk through the folders; the open one is chosen. */
export function FolderPicker({ openId, closedIds, onOpen }: FolderPickerProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { dialogs, list } = messages;
  const { data: path } = useQuery(folderPathQuery(openId));
  const { data: folders, error } = useQuery(subfoldersQuery(openId));
  const rowClass =
    'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-[0.9375rem] hover:bg-page disabled:opacity-40';
  return (
    <div className="-mx-2 h-72 overflow-y-auto rounded-xl border border-line p-1.5">
      {openId !== null && (
        <button
          type="button"
          className={rowClass}
          disabled={path === undefined}
          onClick={() => onOpen(path?.at(-2)?.id ?? null)}
        >
          <FolderUp size={20} aria-hidden className="shrink-0 text-muted" />
          <span className="truncate">{dialogs.moveUp(path?.at(-2)?.name ?? list.root)}</span>
        </button>
      )}
      <ul aria-label={shownName(path?.at(-1)?.name ?? list.root)}>
        {folders?.map((folder) => (
          <li key={folder.id}>
            <button
              type="button"
              className={rowClass}
              disabled={closedIds?.has(folder.id)}
              onClick={() => onOpen(folder.id)}
            >
              <Folder size={20} aria-hidden className="shrink-0 fill-accent-page text-accent" />
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {shownName(folder.name)}
              </span>
              <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {folders?.length === 0 && <p className="px-3 py-2.5 text-[0.9375rem] text-muted">{dialogs.noFolders}</p>}
      {error !== null && <p className="px-3 py-2.5 text-bad">{errorText(error, messages, formats)}</p>}
    </div>
  );
}
