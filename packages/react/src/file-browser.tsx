import type { DriveClient, Item } from '@drive/sdk';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatBytes, formatDate } from './format.ts';
import { fill } from './upload-texts.ts';

/**
 * The texts of {@link FileBrowser}.
 *
 * @example
 * ```tsx
 * import { FileBrowser, type FileBrowserTexts } from '@drive/react';
 * import { DriveClient } from '@drive/sdk';
 *
 * const texts: Partial<FileBrowserTexts> = { root: 'Dateien', more: 'Mehr zeigen' };
 * const client = new DriveClient();
 * export const Files = () => <FileBrowser client={client} texts={texts} />;
 * ```
 */
export interface FileBrowserTexts {
  /** Name of the top folder. */
  readonly root: string;
  /** Name of the path. */
  readonly path: string;
  readonly loading: string;
  readonly empty: string;
  readonly more: string;
  readonly failed: string;
  readonly retry: string;
  /** Spoken by screen readers: `{name}`, `{count}`. */
  readonly opened: string;
}

const englishTexts: FileBrowserTexts = {
  root: 'Files',
  path: 'Path',
  loading: 'Loading …',
  empty: 'This folder is empty.',
  more: 'Show more',
  failed: 'The files could not be loaded.',
  retry: 'Retry',
  opened: '{name}, {count} items',
};

/**
 * Properties of {@link FileBrowser}.
 *
 * @example
 * ```tsx
 * import { FileBrowser, type FileBrowserProps } from '@drive/react';
 * import { DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient({ baseUrl: 'https://app.example/drive' });
 * const props: FileBrowserProps = { client, sort: '-createdAt' };
 * export const Files = () => <FileBrowser {...props} />;
 * ```
 */
export interface FileBrowserProps {
  /**
   * A client with the key of one folder, which visitors may know, or one whose `baseUrl` is a route of your application that adds the
   * key and passes on what its user may see.
   */
  readonly client: Pick<DriveClient, 'files'>;
  /** ID of the folder to begin with. Default: the root, or the folder of the key. */
  readonly folderId?: string | undefined;
  /** Order of the items. Default: folders first, by name. */
  readonly sort?: NonNullable<Parameters<DriveClient['files']['list']>[0]>['sort'];
  /** Called with the file that is opened. Default: opens it in a new tab. */
  readonly onOpen?: ((file: Item) => void) | undefined;
  /** Texts that replace the English ones. */
  readonly texts?: Partial<FileBrowserTexts> | undefined;
  /** Language of numbers and dates, such as `de`. Default: that of the browser. */
  readonly language?: string | undefined;
  /** Added to the class `drive-files`. */
  readonly className?: string | undefined;
}

interface Folder {
  readonly id: string | undefined;
  readonly name: string;
}

interface Listing {
  readonly items: readonly Item[];
  readonly cursor: string | null;
  readonly total: number;
  readonly state: 'loading' | 'loaded' | 'failed';
}

const nothing: Listing = { items: [], cursor: null, total: 0, state: 'loading' };
const pageItems = 50;

/**
 * Shows the files and folders of a drive: a path, a list, and a button for more. The arrow keys move within the list.
 *
 * @example
 * ```tsx
 * import { FileBrowser } from '@drive/react';
 * import { DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient({ baseUrl: 'https://app.example/drive' });
 * export const Files = () => <FileBrowser client={client} onOpen={(file) => console.log(file.id)} />;
 * ```
 */
export function FileBrowser(props: FileBrowserProps): ReactNode {
  const { client, folderId, sort, onOpen, language, className } = props;
  const texts = { ...englishTexts, ...props.texts };
  const [path, setPath] = useState<readonly Folder[]>([{ id: folderId, name: '' }]);
  const here = path.at(-1);
  const { listing, load } = useListing(client, here?.id, sort);
  const list = useRef<HTMLUListElement>(null);
  const nameOf = (folder: Folder | undefined): string => folder?.name || texts.root;

  const open = (item: Item): void => {
    if (item.type === 'folder') setPath([...path, { id: item.id, name: item.name }]);
    else if (onOpen === undefined) void openFile(client, item.id);
    else onOpen(item);
  };
  return (
    <div className={className === undefined ? 'drive-files' : `drive-files ${className}`}>
      <nav aria-label={texts.path}>
        <ol className="drive-files__path">
          {path.map((folder, index) => (
            <li key={folder.id ?? ''}>
              <button
                type="button"
                dir="auto"
                aria-current={folder === here ? 'page' : undefined}
                onClick={() => setPath(path.slice(0, index + 1))}
              >
                {nameOf(folder)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div className="drive-files__status" role="status">
        {listing.state === 'loaded' ? fill(texts.opened, { name: nameOf(here), count: String(listing.total) }) : ''}
      </div>
      <ul
        ref={list}
        className="drive-files__list"
        aria-label={nameOf(here)}
        aria-busy={listing.state === 'loading'}
        onKeyDown={moveFocus}
      >
        {listing.items.map((item) => (
          <li key={item.id} className="drive-files__item" data-type={item.type}>
            <button type="button" className="drive-files__open" onClick={() => open(item)}>
              <span className="drive-files__name" dir="auto">
                {item.name}
                {item.type === 'folder' ? '/' : ''}
              </span>
              <span className="drive-files__detail">
                {item.type === 'file' ? `${formatBytes(item.size, language)} · ` : ''}
                {formatDate(item.uploadedAt, language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {listing.state === 'loading' && <p>{texts.loading}</p>}
      {listing.state === 'loaded' && listing.items.length === 0 && <p>{texts.empty}</p>}
      {listing.state === 'failed' && (
        <p className="drive-files__error" role="alert">
          {texts.failed}{' '}
          <button type="button" onClick={() => void load(listing)}>
            {texts.retry}
          </button>
        </p>
      )}
      {listing.state === 'loaded' && listing.cursor !== null && (
        <button type="button" onClick={() => void load(listing)}>
          {texts.more}
        </button>
      )}
    </div>
  );
}

/** The items of a folder so far. `load` adds those that follow a listing. */
function useListing(client: FileBrowserProps['client'], folderId: string | undefined, sort: FileBrowserProps['sort']) {
  const [listing, setListing] = useState(nothing);
  const current = useRef<symbol>(undefined);
  const load = useCallback(
    async (before: Listing): Promise<void> => {
      const request = Symbol('request');
      current.current = request;
      setListing({ ...before, state: 'loading' });
      const query = {
        limit: pageItems,
        ...(folderId === undefined ? {} : { parentId: folderId }),
        ...(sort === undefined ? {} : { sort }),
        ...(before.cursor === null ? {} : { cursor: before.cursor }),
      };
      try {
        const { items, pagination } = await client.files.list(query);
        // The folder may have been left in the meantime.
        if (current.current !== request) return;
        const all = [...before.items, ...items];
        setListing({ items: all, cursor: pagination.nextCursor, total: pagination.totalItems, state: 'loaded' });
      } catch {
        if (current.current === request) setListing({ ...before, state: 'failed' });
      }
    },
    [client, folderId, sort],
  );
  useEffect(() => {
    void load(nothing);
    return () => void (current.current = undefined);
  }, [load]);
  return { listing, load };
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (step === undefined || index === -1) return;
  event.preventDefault();
  buttons[index + step]?.focus();
}

async function openFile(client: FileBrowserProps['client'], id: string): Promise<void> {
  // Opened before the request, because browsers block what a click does not open at once.
  const tab = window.open('', '_blank');
  const { downloadUrl } = await client.files.downloadUrl(id, { inline: true });
  if (tab === null) window.location.assign(downloadUrl);
  else {
    tab.opener = null;
    tab.location.assign(downloadUrl);
  }
}
