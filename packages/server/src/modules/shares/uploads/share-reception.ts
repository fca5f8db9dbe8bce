import { appScreens, t } from '@drive/pages';
import type { Reader } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { FileRow, Files } from '../../files/index.ts';
import {
  createReceptionMails,
  VisitorReception,
  type ReceivingLink,
  type ReceptionDeps,
  type ReceptionMailsDeps,
} from '../../visitor-uploads/index.ts';
import { findSharedFolder, requireOpenShare, type OpenFolderShare, type OpenShare } from '../open-share.ts';
import { findEvenRevoked, placesLeftIn, receivedUploads, reservePlaces, settlePlace } from './share-upload-store.ts';

/** An open share of a folder to which visitors may add files, with the folder that they go to. It may be full or locked. */
export interface ReceivingShare extends ReceivingLink {
  readonly share: OpenFolderShare;
  /** items.id of a folder inside the shared one; undefined: the shared one. */
  readonly folderId: string | undefined;
  /** null: any number. */
  readonly placesLeft: number | null;
}

type ShareReceptionDeps = ReceptionDeps & ReceptionMailsDeps & { readonly accounts: Accounts; readonly files: Files };

export type ShareReception = VisitorReception<ReceivingShare>;

export function createShareReception(deps: ShareReceptionDeps): ShareReception {
  const { accounts } = deps;
  const notifyOwner = createReceptionMails<{ readonly shareRowId: number }>(deps, {
    type: 'shares.upload-mail',
    payloadOf: (shareRowId) => ({ shareRowId }),
    linkOf: ({ shareRowId }) => shareRowId,
    received: receivedUploads,
    find: async (reader, rowId) => {
      const share = await findEvenRevoked(reader, rowId);
      const [userId = 0] = share === undefined ? [] : await accounts.listResponsible(reader, share);
      const owner = await accounts.findUser(reader, userId);
      if (share === undefined || share.itemId === null || owner === undefined) return undefined;
      return { owner, name: share.name, screenPath: appScreens.folder(share.itemId) };
    },
    introductionOf: (values) => t('{count} files were added through your link to {name}:', values),
    linkLabel: () => t('Open the folder'),
  });
  return new VisitorReception<ReceivingShare>(deps, {
    purpose: 'share',
    texts: { isFull: 'This link accepts no more files.', nameIsMissing: 'Enter your name: this link requires it.' },
    received: receivedUploads,
    reopen: async (reader, { token, folderId }) =>
      requireReceiving(deps, reader, await requireOpenShare(deps, reader, { token }), folderId),
    reservePlaces,
    settlePlace,
    findEvenClosed: findEvenRevoked,
    notifyOwner,
  });
}

/** Throws `access_denied` if the share accepts no files, and `folder_not_found` for a folder outside it. */
export async function requireReceiving(
  deps: Pick<ShareReceptionDeps, 'accounts' | 'files'>,
  reader: Reader,
  share: OpenShare,
  folderId?: string,
): Promise<ReceivingShare> {
  const receiving = await findReceiving(deps, reader, share, folderId);
  if (receiving === undefined) throw new DomainError('access_denied', 'This link accepts no files.');
  return receiving;
}

/** undefined if the share accepts no files. Throws `folder_not_found` for a folder outside it. */
export async function findReceiving(
  { accounts, files }: Pick<ShareReceptionDeps, 'accounts' | 'files'>,
  reader: Reader,
  share: OpenShare,
  folderId?: string,
): Promise<ReceivingShare | undefined> {
  if (share.kind !== 'folder' || !share.allowUpload) return undefined;
  const owner = await accounts.findLinkHolder(reader, share.item.ownerId);
  if (owner === undefined) return undefined;
  const folder: FileRow | undefined =
    folderId === undefined ? share.item : await findSharedFolder({ files }, reader, share, folderId);
  if (folder === undefined) throw new DomainError('folder_not_found', 'There is no such folder at this link.');
  const placesLeft = placesLeftIn(share);
  return {
    share,
    folderId,
    placesLeft,
    rowId: share.rowId,
    token: share.token,
    owner,
    folderRowId: folder.rowId,
    mostBytes: Math.min(share.uploadMaxFileBytes ?? Infinity, accounts.limitsOf(owner).maxFileBytes),
    allowedTypes: share.uploadAllowedTypes,
    requireName: false,
    isFull: placesLeft === 0,
  };
}
