import type { ApiPromise } from '../../api-promise.ts';
import type { OperationId } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { AnswerOf, InputOf, Transport } from '../../transport.ts';

/**
 * Identifies a share by file, folder or token. A file without a share of its own stands for its newest multi-share.
 *
 * @example
 * ```ts
 * import { DriveClient, type ShareKey } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * const keys: ShareKey[] = (await client.shares.list()).items.map(({ shareToken }) => ({ token: shareToken }));
 * for (const key of keys) await client.shares.setExpiry(key, 30);
 * ```
 */
export type ShareKey = { readonly fileId: string } | { readonly folderId: string } | { readonly token: string };

/** Operations on shares by kind of key. */
export const operationsByKey = {
  setMode: { file: 'setFileShareMode', folder: 'setFolderShareMode', token: 'updateShare' },
  revoke: { file: 'revokeFileShare', folder: 'revokeFolderShare', token: 'revokeShare' },
  setExpiry: { file: 'setFileShareExpiry', folder: 'setFolderShareExpiry', token: 'setShareExpiry' },
  setNotify: { file: 'setFileShareNotify', folder: 'setFolderShareNotify', token: 'setShareNotify' },
  setPassword: { file: 'setFileSharePassword', folder: 'setFolderSharePassword', token: 'setSharePassword' },
  setSlug: { file: 'setFileShareSlug', folder: 'setFolderShareSlug', token: 'setShareSlug' },
  unlockEvents: { file: 'getFileUnlockEvents', folder: 'getFolderUnlockEvents', token: 'getUnlockEvents' },
} as const;

/** One operation for each kind of key, with the same body and response. */
interface Family<File extends OperationId, Folder extends OperationId, Token extends OperationId> {
  readonly file: File;
  readonly folder: Folder;
  readonly token: Token;
}

export function callByKey<File extends OperationId, Folder extends OperationId, Token extends OperationId>(
  transport: Transport,
  { file, folder, token }: Family<File, Folder, Token>,
  key: ShareKey,
  body: Omit<InputOf<Token>, 'params'>,
  options: RequestOptions | undefined,
): ApiPromise<AnswerOf<Token>> {
  const id = 'fileId' in key ? file : 'folderId' in key ? folder : token;
  return transport.call<Token>(id as Token, { params: key, ...body } as unknown as InputOf<Token>, options);
}
