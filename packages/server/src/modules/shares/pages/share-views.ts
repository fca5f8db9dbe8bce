import type { ContentKind, Item } from '@drive/contract';
import { displayedName, shortName, shortText, withoutOrigin } from '@drive/pages';
import type { HeldBackReason, ImageSize } from '../../files/index.ts';
import type { OpenShare } from '../open-share.ts';
import { shareUrl } from '../share-descriptor.ts';
import type { PublicShares, PublicSharesDeps } from '../visitor/public-shares.ts';
import { listShared, requireSharedFolder } from '../visitor/shared-items.ts';
import { defaultSort, type ListingLayout, type ListingLinks, listingLinksOf, type Place } from './listing-place.ts';

export interface EntryView {
  /** items.id of a file that can be downloaded; undefined for others. */
  readonly id: string | undefined;
  readonly name: string;
  /** The folder of an item that was found below; undefined in a listing and of what is in the shared folder itself. */
  readonly folderName: string | undefined;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly uploadedAt: number;
  readonly heldBackFor: HeldBackReason | undefined;
  readonly contentKind: ContentKind;
  readonly previewUrl: string | null;
  /** Of the thumbnail, in a grid: it reserves the place. undefined: not known. */
  readonly size: ImageSize | undefined;
  /** Target of the name: the folder, or the file in the browser; undefined if it cannot be opened. */
  readonly openPath: string | undefined;
  /** How a page shows the file at `openPath`; undefined if it does not. */
  readonly shownAs: ShownAs | undefined;
  /** undefined for folders and files that are held back. */
  readonly downloadPath: string | undefined;
}

export type ShownAs = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown';

export interface ShareView {
  /** Without bidirectional control characters. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly fileCount: number;
  readonly contentKind: ContentKind;
  /** Of a folder and of several files that of the cover which their owner has chosen. */
  readonly previewUrl: string | null;
  /** Epoch milliseconds; null means never. */
  readonly expiresAt: number | null;
  readonly ownerName: string | null;
  /** Absolute URL. */
  readonly url: string;
}

export interface ListingView extends Omit<ListingLinks, 'selectPath'> {
  /** Name of the shown folder or of the multi-share. */
  readonly name: string;
  readonly sizeBytes: number;
  /** false for a multi-share, whose name holds the number of files. */
  readonly isFolder: boolean;
  readonly entries: readonly EntryView[];
  /** The folders from the shared one down to the parent of the shown one; empty at the top. */
  readonly trail: readonly { readonly name: string; readonly path: string }[];
  readonly page: number;
  readonly totalPages: number;
  /** In the folder, or found. */
  readonly totalItems: number;
  /** The form that searches below the shown folder; undefined if there is no folder. */
  readonly search: { readonly q: string; readonly folderId: string | undefined } | undefined;
  /** ZIP of the shown folder; undefined if it is empty. */
  readonly archivePath: string | undefined;
  /** Number of the first entry on the page, from 1. */
  readonly firstNumber: number;
  readonly layout: ListingLayout;
  /** Absolute URL of the thumbnail of the first image; null: there is none. */
  readonly firstImageUrl: string | null;
  readonly isSelecting: boolean;
  /** The page on which files are chosen, or that on which they are not; undefined if there is nothing to choose. */
  readonly selectPath: string | undefined;
  /** Where the chosen files are posted to. */
  readonly selectionPath: string;
}

/** Entries per page, at about 500 bytes each. */
const ENTRIES_PER_PAGE = 30;
/** Bytes of the names of an entry and of its folder beside it: the page has a budget. */
const mostBytes = { listed: 80, found: 50, tile: 48, folder: 40 };

export interface ShareViews {
  share(share: OpenShare): Promise<ShareView>;
  /** Throws `folder_not_found` for a folder outside the share. */
  listing(share: OpenShare, place: Place): Promise<ListingView>;
  entry(share: OpenShare, item: Item): EntryView;
}

export function createShareViews(
  deps: PublicSharesDeps,
  publicShares: PublicShares,
  pathOf: (share: OpenShare, rest?: string) => string,
): ShareViews {
  const { database, files, baseUrl } = deps;

  /** A file with a download limit can be downloaded, but not opened; one that is held back can be neither. */
  const entry = (share: OpenShare, item: Item, shown: ShownAt = {}): EntryView => {
    const query = share.kind === 'file' ? '' : `?file=${item.id}`;
    const heldBackFor = item.type === 'file' ? files.heldBackFor(item) : undefined;
    const isAvailable = item.type === 'file' && heldBackFor === undefined;
    const opens = isAvailable && share.maxDownloads === null && isViewable(item);
    const openPath = item.type === 'folder' ? `?folder=${item.id}` : opens ? `/view${query}` : undefined;
    return {
      id: isAvailable ? item.id : undefined,
      ...namesOf(item.name, shown),
      sizeBytes: item.size ?? 0,
      uploadedAt: Date.parse(item.uploadedAt),
      heldBackFor,
      contentKind: item.contentKind,
      previewUrl: item.previewUrl === null ? null : withoutOrigin(item.previewUrl),
      size: shown.size,
      shownAs: opens ? shownAs(item) : undefined,
      openPath: openPath === undefined ? undefined : pathOf(share, openPath),
      downloadPath: isAvailable ? pathOf(share, `/download${query}`) : undefined,
    };
  };

  const readTrail = async (share: OpenShare, folderId: string): Promise<ListingView['trail']> => {
    if (share.kind !== 'folder') return [];
    const path = await files.listPath(database.reader, folderId);
    const top = path.findIndex(({ id }) => id === share.item.id);
    return path.slice(top, -1).map(({ id, name }, index) => ({
      name: shortName(name),
      path: pathOf(share, index === 0 ? '' : `?folder=${id}`),
    }));
  };

  return {
    entry,
    share: async (share) => {
      const described = await publicShares.describe(share);
      return {
        name: displayedName(share.name),
        sizeBytes: described.size ?? 0,
        fileCount: described.fileCount ?? 0,
        contentKind: described.contentKind ?? 'folder',
        previewUrl: described.previewUrl ?? null,
        expiresAt: share.expiresAt,
        ownerName: described.ownerName ?? null,
        url: shareUrl(baseUrl, share),
      };
    },
    listing: async (share, place) => {
      const { folderId, page, q, sort = defaultSort } = place;
      const listed = await listShared(deps, share, { folderId, q, sort, page, limit: ENTRIES_PER_PAGE });
      const shown =
        folderId !== undefined
          ? await requireSharedFolder(deps, share, folderId)
          : share.kind === 'multi'
            ? { name: share.name, sizeBytes: share.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
            : share.item;
      const folderNames = new Map<string | null, string>(listed.folders?.map(({ id, name }) => [id, name]));
      const layout = place.layout ?? layoutFor(place, listed.files);
      const images = listed.files.filter(({ previewUrl }) => previewUrl !== null);
      const sizes = layout === 'grid' ? await readSizes(deps, images) : new Map<string, ImageSize>();
      const entries = listed.files.map((item) =>
        entry(share, item, { layout, folderName: folderNames.get(item.parentId), size: sizes.get(item.id) }),
      );
      const { selectPath, ...links } = listingLinksOf(place, layout, (query) => pathOf(share, query));
      return {
        name: displayedName(shown.name),
        sizeBytes: shown.sizeBytes,
        isFolder: share.kind === 'folder',
        entries,
        trail: folderId === undefined ? [] : await readTrail(share, folderId),
        page,
        totalPages: listed.pagination.totalPages,
        totalItems: listed.pagination.totalItems,
        search: share.kind === 'folder' ? { q, folderId } : undefined,
        ...links,
        archivePath:
          shown.sizeBytes === 0 || q !== ''
            ? undefined
            : pathOf(share, `/archive${folderId === undefined ? '' : `?folder=${folderId}`}`),
        firstNumber: (page - 1) * ENTRIES_PER_PAGE + 1,
        layout,
        // Only the first page is linked to.
        firstImageUrl: (page === 1 && q === '' && images[0]?.previewUrl) || null,
        isSelecting: place.isSelecting,
        selectPath: entries.some(({ id }) => id !== undefined) ? selectPath : undefined,
        selectionPath: pathOf(share, '/archive'),
      };
    },
  };
}

const readSizes = ({ database, files }: PublicSharesDeps, images: readonly Item[]) =>
  files.findThumbnailSizes(
    database.reader,
    images.map(({ id }) => id),
  );

/** Images that a grid needs at least. */
const fewestImages = 3;

/** A folder opens as a grid if most of its files are images with a thumbnail. */
function layoutFor({ page, q }: Place, items: readonly Item[]): ListingLayout {
  if (page !== 1 || q !== '') return 'list';
  const files = items.filter(({ type }) => type === 'file');
  const images = files.filter(({ contentKind, previewUrl }) => contentKind === 'image' && previewUrl !== null);
  return images.length >= fewestImages && images.length * 2 > files.length ? 'grid' : 'list';
}

/** Where an entry is shown: its page has a budget. */
interface ShownAt {
  readonly layout?: ListingLayout;
  readonly folderName?: string | undefined;
  readonly size?: ImageSize | undefined;
}

function namesOf(name: string, { layout, folderName }: ShownAt): Pick<EntryView, 'name' | 'folderName'> {
  if (layout === undefined) return { name: shortName(name), folderName };
  const most = layout === 'grid' ? mostBytes.tile : folderName === undefined ? mostBytes.listed : mostBytes.found;
  return {
    name: shortName(name, most),
    folderName: folderName === undefined ? undefined : shortText(displayedName(folderName), mostBytes.folder),
  };
}

/** Saves the bytes of the origin in every entry. */
const mostImageBytes = 20 * 1024 * 1024;
const browserImage = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i;
const typeOf = ({ mimeType }: Item): string => (mimeType ?? '').split(';', 1)[0]!.trim();

/** Whether browsers display it and a signed URL of kind `inline` allows it. They draw no TIFF, and SVG is sent as text. */
const isViewable = (item: Item): boolean =>
  item.contentKind === 'image'
    ? browserImage.test(typeOf(item))
    : ['pdf', 'text', 'audio', 'video'].includes(item.contentKind);

/** Images that browsers cannot draw, and too large ones, are shown by their thumbnail only. */
function shownAs(item: Item): ShownAs | undefined {
  const { contentKind, name, size } = item;
  const type = typeOf(item);
  switch (contentKind) {
    case 'image':
      return isViewable(item) && (size ?? 0) <= mostImageBytes ? 'image' : undefined;
    case 'text':
      return /^text\/(?:x-)?markdown$/i.test(type) || /\.(?:md|markdown)$/i.test(name) ? 'markdown' : 'text';
    case 'video':
    case 'audio':
    case 'pdf':
      return contentKind;
    default:
      return undefined;
  }
}
