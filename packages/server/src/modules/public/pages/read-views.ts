import type { Item } from '@drive/contract';
import { shareUrl, type OpenShare } from '../../shares/index.ts';
import type { PublicDeps, PublicFace } from '../routes.ts';
import { listShared, requireSharedFolder } from '../shared-listing.ts';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import type { ListingView } from './listing-page.tsx';
import { isViewable, type EntryView, type ShareView } from './share-view.ts';

/** Rows of a page: with each some 500 bytes, it stays small on a phone. */
const entriesAtOnce = 30;

/** Which part of a share is looked at. */
export interface Place {
  /** undefined: the top. */
  readonly folderId: string | undefined;
  /** From 1. */
  readonly page: number;
}

/** Makes out of shares what their pages show. */
export interface ReadViews {
  share(share: OpenShare): Promise<ShareView>;
  /** `folder_not_found` where the place is none of the share's. */
  listing(share: OpenShare, place: Place): Promise<ListingView>;
  entry(share: OpenShare, item: Item): EntryView;
}

export function createReadViews(
  deps: PublicDeps,
  face: PublicFace,
  /** The path of something below a share. */
  pathOf: (share: OpenShare, rest?: string) => string,
): ReadViews {
  const { database, files, config } = deps;

  /** A file leads to its bytes; one that a limit counts is only ever downloaded, and one that is held back is not to be had. */
  const entry = (share: OpenShare, item: Item): EntryView => {
    const query = share.kind === 'file' ? '' : `?file=${item.id}`;
    const isHandedOut = item.type === 'file' && !item.quarantined;
    const opens = isHandedOut && share.maxDownloads === null && isViewable(item.contentKind);
    const openPath = item.type === 'folder' ? `?folder=${item.id}` : opens ? `/view${query}` : undefined;
    return {
      name: shortName(item.name),
      sizeBytes: item.size ?? 0,
      contentKind: item.contentKind,
      previewUrl: item.previewUrl === null ? null : withoutOrigin(item.previewUrl),
      openPath: openPath === undefined ? undefined : pathOf(share, openPath),
      downloadPath: isHandedOut ? pathOf(share, `/download${query}`) : undefined,
    };
  };

  /** Down to the folder, and without it. */
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
      const described = await face.describe(share);
      return {
        name: displayedName(share.name),
        sizeBytes: described.size ?? 0,
        fileCount: described.fileCount ?? 0,
        contentKind: described.contentKind ?? 'folder',
        previewUrl: described.previewUrl ?? null,
        expiresAt: share.expiresAt,
        ownerName: described.ownerName ?? null,
        url: shareUrl(config.baseUrl, share),
      };
    },
    listing: async (share, { folderId, page }) => {
      const listed = await listShared(deps, share, { folderId, sort: 'type,name', page, limit: entriesAtOnce });
      const shown =
        folderId !== undefined
          ? await requireSharedFolder(deps, share, folderId)
          : share.kind === 'multi'
            ? { name: share.name, sizeBytes: share.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
            : share.item;
      const folder = folderId === undefined ? '' : `folder=${folderId}`;
      return {
        name: displayedName(shown.name),
        sizeBytes: shown.sizeBytes,
        isFolder: share.kind === 'folder',
        entries: listed.files.map((item) => entry(share, item)),
        trail: folderId === undefined ? [] : await readTrail(share, folderId),
        page,
        totalPages: listed.pagination.totalPages,
        totalItems: listed.pagination.totalItems,
        pathOfPage: (n) => pathOf(share, `?${folder === '' ? '' : `${folder}&`}page=${n}`),
        archivePath: shown.sizeBytes === 0 ? undefined : pathOf(share, `/archive${folder === '' ? '' : `?${folder}`}`),
      };
    },
  };
}

/** The page is there too, and thirty times the same takes room. */
const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
