import type { Item, ItemRole, TeamDrive } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import ChevronRight from 'virtual:lucide/chevron-right';
import FolderIcon from 'virtual:lucide/folder';
import HardDrive from 'virtual:lucide/hard-drive';
import Inbox from 'virtual:lucide/inbox';
import Plus from 'virtual:lucide/plus';
import Tag from 'virtual:lucide/tag';
import { useAttempt } from '../api/actions.ts';
import { useBatch } from '../api/item-changes.ts';
import { tagsQuery } from '../api/marks.ts';
import { readStored, writeStored } from '../browser/stored.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { useItemDrop, type Folder } from '../files/actions/item-drag.ts';
import { treeActions, type TreeActions } from '../files/actions/tree-actions.ts';
import { useOpenTop } from '../files/others-tree.ts';
import { subfoldersQuery } from '../folders/subfolders.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';
import { useFileDrop } from '../uploads/file-drop.tsx';
import { useUploadTo } from '../uploads/use-upload-to.ts';

// Loaded together.
export { StorageMeter } from './storage-meter.tsx';

const NewDriveDialog = lazy(async () => ({ default: (await import('../drives/drive-dialogs.tsx')).NewDriveDialog }));
const OwnerQuestion = lazy(async () => ({ default: (await import('../files/dialogs/move-dialog.tsx')).OwnerQuestion }));

interface RequestsLinkProps {
  readonly className: string;
  readonly currentClass: string;
}

/** The entry of file requests, which looks like those above it. */
export function RequestsLink({ className, currentClass }: RequestsLinkProps) {
  const { app } = useMessages();
  return (
    <li>
      <Link to="/shared/requests" title={app.requests} className={className} activeProps={{ className: currentClass }}>
        <Inbox size={20} />
        <span className="max-lg:sr-only">{app.requests}</span>
      </Link>
    </li>
  );
}

interface SidebarMoreProps {
  /** The entry of the user's own files, on which items and files can be dropped. */
  readonly files: RefObject<HTMLElement | null>;
}

/** Team drives, the tree of folders, and the tags. The last two are loaded when they are opened. What is open stays so in this browser. */
export function SidebarMore({ files }: SidebarMoreProps) {
  const { app, list } = useMessages();
  const { moveTo, question } = useMoveTo();
  const root = useMemo((): Folder => ({ id: null, name: list.root }), [list.root]);
  const isOver = useFolderDrop(files, root, moveTo);
  useEffect(() => {
    for (const name of overClass.split(' ')) files.current?.classList.toggle(name, isOver);
  }, [files, isOver]);
  return (
    <div className="mt-3 space-y-1 border-t border-line pt-3">
      <TeamDrives moveTo={moveTo} />
      <Section name="folders" label={app.folders}>
        {() => <Subfolders parentId={null} depth={0} moveTo={moveTo} />}
      </Section>
      <Section name="tags" label={app.tags}>
        {() => <Tags />}
      </Section>
      {question}
    </div>
  );
}

/** Takes what is dropped on the element into a folder: items are moved, files are uploaded. Returns whether something is over it. */
function useFolderDrop(
  element: RefObject<HTMLElement | null>,
  folder: Folder,
  moveTo: TreeActions['moveTo'],
  role: ItemRole = 'owner',
): boolean {
  const { id, name } = folder;
  const mayAdd = role !== 'viewer';
  const hasItems = useItemDrop(element, mayAdd ? folder : null, moveTo);
  const upload = useUploadTo(
    mayAdd ? { id, name, isOthers: role !== 'owner', addsOnly: role === 'contributor' } : undefined,
  );
  return useFileDrop(element, upload) || hasItems;
}

/** Moves items that are dropped. Asks before they get another owner. */
function useMoveTo(): { readonly moveTo: TreeActions['moveTo']; readonly question: ReactNode } {
  const messages = useMessages();
  const attempt = useAttempt();
  const { mutateAsync } = useBatch();
  const [asked, setAsked] = useState<{ readonly items: readonly Item[]; readonly folder: Folder }>();
  const { moveTo, moveAsked } = useMemo(() => {
    const ask = (items: readonly Item[], folder: Folder): void => setAsked({ items, folder });
    return treeActions({ messages, run: mutateAsync, attempt, ask });
  }, [attempt, messages, mutateAsync]);
  return {
    moveTo,
    question: asked !== undefined && (
      <Suspense>
        <OwnerQuestion {...asked} onMove={moveAsked} onClose={() => setAsked(undefined)} />
      </Suspense>
    ),
  };
}

interface SectionProps {
  readonly name: string;
  readonly label: string;
  /** Whether it is open until the user closes it. */
  readonly startsOpen?: boolean;
  readonly children: () => ReactNode;
}

function Section({ name, label, startsOpen = false, children }: SectionProps) {
  const storageKey = `drive-sidebar-${name}`;
  const [isOpen, setIsOpen] = useState(() => (readStored(storageKey) ?? (startsOpen ? 'open' : 'closed')) === 'open');
  return (
    <section aria-label={label}>
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-9 w-full items-center gap-1.5 rounded-lg px-3 text-start text-caption font-semibold tracking-wide text-muted uppercase hover:bg-line/60 hover:text-text pointer-coarse:min-h-11"
        onClick={() => {
          writeStored(storageKey, isOpen ? 'closed' : 'open');
          setIsOpen(!isOpen);
        }}
      >
        <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90' : 'rtl:-scale-x-100'} />
        {label}
      </button>
      {isOpen && children()}
    </section>
  );
}

/** The drives of the user, and the way to all of them, or to the first one. Nothing, if there are none and the user may create none. */
function TeamDrives({ moveTo }: Pick<SubfoldersProps, 'moveTo'>) {
  const { app } = useMessages();
  const { data } = useQuery(drivesQuery);
  const openId = useOpenTop()?.driveId;
  const [asksName, setAsksName] = useState(false);
  if (data === undefined || (data.drives.length === 0 && !data.mayCreate)) return undefined;
  return (
    <Section startsOpen name="drives" label={app.drives}>
      {() => (
        <ul>
          {data.drives.map((drive) => (
            <DriveLink key={drive.id} drive={drive} isOpen={drive.id === openId} moveTo={moveTo} />
          ))}
          <li className="flex">
            {data.drives.length === 0 ? (
              <button type="button" className={rowClass} onClick={() => setAsksName(true)}>
                <Plus size={16} aria-hidden className="shrink-0" />
                {app.newDrive}
              </button>
            ) : (
              <Link to="/drives" className={rowClass} activeProps={{ className: activeClass }}>
                <HardDrive size={16} aria-hidden className="shrink-0" />
                {app.allDrives}
              </Link>
            )}
          </li>
          {asksName && (
            <Suspense>
              <NewDriveDialog onClose={() => setAsksName(false)} />
            </Suspense>
          )}
        </ul>
      )}
    </Section>
  );
}

interface DriveLinkProps extends Pick<SubfoldersProps, 'moveTo'> {
  readonly drive: TeamDrive;
  /** Whether the open folder is in it. */
  readonly isOpen: boolean;
}

function DriveLink({ drive: { id, name, rootId, role }, isOpen, moveTo }: DriveLinkProps) {
  const row = useRef<HTMLLIElement>(null);
  const folder = useMemo((): Folder => ({ id: rootId, name, ownerId: null, driveId: id }), [id, name, rootId]);
  const isOver = useFolderDrop(row, folder, moveTo, role);
  return (
    <li ref={row} className={`flex rounded-lg ${isOver ? overClass : ''}`}>
      <Link
        to="/files/$folderId"
        params={{ folderId: rootId }}
        className={`${rowClass} ${isOpen ? activeClass : ''}`}
        aria-current={isOpen ? 'page' : undefined}
        activeProps={{ className: activeClass }}
      >
        <HardDrive size={16} aria-hidden className="shrink-0" />
        <span className="truncate" dir="auto">
          {shownName(name)}
        </span>
      </Link>
    </li>
  );
}

interface SubfoldersProps {
  /** null: the root. */
  readonly parentId: string | null;
  readonly depth: number;
  readonly moveTo: TreeActions['moveTo'];
}

function Subfolders({ parentId, depth, moveTo }: SubfoldersProps) {
  const { dialogs } = useMessages();
  const { data: folders } = useQuery(subfoldersQuery(parentId));
  if (folders?.length === 0) return <p className="px-3 py-1.5 text-dense text-muted">{dialogs.noFolders}</p>;
  return (
    <ul>
      {folders?.map((folder) => (
        <TreeFolder key={folder.id} folder={folder} depth={depth} moveTo={moveTo} />
      ))}
    </ul>
  );
}

/** Class of an entry that something is dragged over. */
const overClass = 'bg-accent-page outline-2 outline-accent';
const activeClass = 'bg-accent-page! text-accent! font-semibold';
const rowClass =
  'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-lg px-3 text-dense text-muted hover:bg-line/60 hover:text-text pointer-coarse:min-h-11';

function TreeFolder({ folder, depth, moveTo }: Pick<SubfoldersProps, 'depth' | 'moveTo'> & { readonly folder: Item }) {
  const { app } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const isOver = useFolderDrop(row, folder, moveTo);
  return (
    <li>
      <div
        ref={row}
        className={`flex items-center rounded-lg ${isOver ? overClass : ''}`}
        style={{ paddingInlineStart: `${Math.min(depth, 8) * 0.75}rem` }}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={app.subfoldersOf({ name: folder.name })}
          className="grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-line/60 pointer-coarse:size-11"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90' : 'rtl:-scale-x-100'} />
        </button>
        <Link
          to="/files/$folderId"
          params={{ folderId: folder.id }}
          className={`${rowClass} px-1.5!`}
          activeProps={{ className: activeClass }}
        >
          <FolderIcon size={16} aria-hidden className="shrink-0 fill-accent-page text-accent" />
          <span className="truncate" dir="auto">
            {shownName(folder.name)}
          </span>
        </Link>
      </div>
      {isOpen && <Subfolders parentId={folder.id} depth={depth + 1} moveTo={moveTo} />}
    </li>
  );
}

function Tags() {
  const { marks } = useMessages();
  const { number } = useFormats();
  const { data: tags } = useQuery(tagsQuery);
  if (tags?.length === 0) return <p className="px-3 py-1.5 text-dense text-muted">{marks.noTags}</p>;
  return (
    <ul>
      {tags?.map(({ name, count }) => (
        <li key={name} className="flex">
          <Link to="/search" search={{ tag: name }} className={rowClass}>
            <Tag size={14} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {shownName(name)}
            </span>
            <span className="text-caption text-muted tabular-nums">{number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
