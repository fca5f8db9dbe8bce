import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import ChevronRight from 'virtual:lucide/chevron-right';
import Folder from 'virtual:lucide/folder';
import FolderPlus from 'virtual:lucide/folder-plus';
import FolderUp from 'virtual:lucide/folder-up';
import { errorText } from '../api/error-text.ts';
import { useCreateFolder } from '../api/item-changes.ts';
import { folderPathQuery } from '../api/items.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { shownName } from '../ui/shown-name.ts';
import { givenFoldersQuery, subfoldersQuery } from './subfolders.ts';

interface FolderPickerProps {
  /** The open folder; null: the root. */
  readonly openId: string | null;
  /** Folders that cannot be opened. */
  readonly closedIds?: ReadonlySet<string>;
  /** Whether folders of others are offered beside those in the root. */
  readonly hasGiven?: boolean;
  readonly onOpen: (folderId: string | null) => void;
}

/** Lets the user walk through the folders; the open one is chosen. */
export function FolderPicker({ openId, closedIds, hasGiven = false, onOpen }: FolderPickerProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { app, dialogs, list } = messages;
  const { data: path } = useQuery(folderPathQuery(openId));
  const { data: folders, error } = useQuery(subfoldersQuery(openId));
  const { data: given } = useQuery({ ...givenFoldersQuery, enabled: hasGiven && openId === null });
  const { data: drives } = useQuery({ ...drivesQuery, enabled: hasGiven && openId === null });
  const [filter, setFilter] = useState('');
  const [newName, setNewName] = useState<string>();
  const create = useCreateFolder();
  const open = (folderId: string | null): void => {
    setFilter('');
    setNewName(undefined);
    create.reset();
    onOpen(folderId);
  };
  const createFolder = (): void => {
    const name = newName?.trim() ?? '';
    if (name !== '') create.mutate({ name, parentId: openId }, { onSuccess: ({ id }) => open(id) });
  };
  const wanted = filter.trim().toLocaleLowerCase();
  const isWanted = ({ name }: { readonly name: string }): boolean => name.toLocaleLowerCase().includes(wanted);
  const shown = folders?.filter(isWanted);
  const isTop = hasGiven && openId === null;
  const others = isTop ? (given?.filter(isWanted) ?? []) : [];
  const ofTeams = isTop ? (drives?.drives.filter((drive) => drive.role !== 'viewer' && isWanted(drive)) ?? []) : [];
  const entry = (folder: ListedFolder): ReactNode => (
    <FolderEntry
      key={folder.id}
      folder={folder}
      isClosed={closedIds?.has(folder.id) === true}
      onOpen={() => open(folder.id)}
    />
  );
  return (
    <>
      {newName === undefined ? (
        <PickerBar
          label={dialogs.filterFolders}
          value={filter}
          onChange={setFilter}
          {...(filter === '' ? {} : { onEscape: () => setFilter('') })}
          onEnter={() => {
            const [first] = shown ?? [];
            if (shown?.length === 1 && first !== undefined && closedIds?.has(first.id) !== true) open(first.id);
          }}
          button={
            <Button type="button" onClick={() => setNewName('')}>
              <FolderPlus size={18} aria-hidden />
              {list.newFolder}
            </Button>
          }
        />
      ) : (
        <PickerBar
          key="new"
          hasFocus
          label={dialogs.folderName}
          value={newName}
          onChange={setNewName}
          onEnter={createFolder}
          onEscape={() => setNewName(undefined)}
          button={
            <Button type="button" disabled={newName.trim() === '' || create.isPending} onClick={createFolder}>
              {messages.actions.create}
            </Button>
          }
        />
      )}
      {create.error !== null && <FormError message={errorText(create.error, messages, formats)} />}
      <div className="-mx-2 h-72 overflow-y-auto rounded-xl border border-line p-1.5">
        {openId !== null && (
          <button
            type="button"
            className={rowClass}
            disabled={path === undefined}
            onClick={() => open(path?.at(-2)?.id ?? null)}
          >
            <FolderUp size={20} aria-hidden className="shrink-0 text-muted" />
            <span className="truncate">{dialogs.moveUp({ name: path?.at(-2)?.name ?? list.root })}</span>
          </button>
        )}
        <ul aria-label={shownName(path?.at(-1)?.name ?? list.root)}>{shown?.map(entry)}</ul>
        <OtherFolders label={app.drives}>{ofTeams.map(({ rootId, name }) => entry({ id: rootId, name }))}</OtherFolders>
        <OtherFolders label={app.sharedWithMe}>{others.map(entry)}</OtherFolders>
        {folders?.length === 0 && <p className="px-3 py-2.5 text-body text-muted">{dialogs.noFolders}</p>}
        {folders !== undefined && folders.length > 0 && shown?.length === 0 && (
          <p className="px-3 py-2.5 text-body text-muted">{dialogs.noSuchFolder}</p>
        )}
        {error !== null && <p className="px-3 py-2.5 text-bad">{errorText(error, messages, formats)}</p>}
      </div>
    </>
  );
}

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start text-body hover:bg-page disabled:opacity-40';

/** Folders that are not in the root of the user. Nothing if there are none. */
const OtherFolders = ({ label, children }: { readonly label: string; readonly children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <>
      <p className="px-3 pt-3 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">{label}</p>
      <ul aria-label={label}>{children}</ul>
    </>
  );

interface ListedFolder extends Pick<Item, 'id' | 'name'>, Partial<Pick<Item, 'ownerName' | 'role' | 'parentId'>> {}

interface FolderEntryProps {
  readonly folder: ListedFolder;
  readonly isClosed: boolean;
  readonly onOpen: () => void;
}

const FolderEntry = ({ folder, isClosed, onOpen }: FolderEntryProps) => (
  <li>
    <button type="button" className={rowClass} disabled={isClosed} onClick={onOpen}>
      <Folder size={20} aria-hidden className="shrink-0 fill-accent-page text-accent" />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {shownName(folder.name)}
      </span>
      {folder.role !== 'owner' && folder.parentId === null && typeof folder.ownerName === 'string' && (
        <span className="max-w-[40%] truncate text-sm text-muted">{shownName(folder.ownerName)}</span>
      )}
      <ChevronRight size={18} aria-hidden className="shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  </li>
);

interface PickerBarProps {
  readonly label: string;
  readonly hasFocus?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
  readonly onEscape?: () => void;
  readonly button: ReactNode;
}

/** A field above the folders, and a button beside it. Its keys are not those of the form or the dialog around it. */
function PickerBar({ label, hasFocus = false, value, onChange, onEnter, onEscape, button }: PickerBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <div className="-mx-2 mb-2 flex gap-2">
      <input
        ref={field}
        className="h-11 min-w-0 flex-1 rounded-lg border border-edge bg-card px-3 text-body focus-visible:outline-offset-0"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={255}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onEnter();
          else if (event.key === 'Escape' && onEscape !== undefined) onEscape();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {button}
    </div>
  );
}
