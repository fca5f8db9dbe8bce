import type { MultiShare, NewMultiShare } from '@drive/contract';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { shareUrl } from './descriptor.ts';
import { listListed } from './share-listing-store.ts';
import { mintShare, type MintingDeps } from './minting.ts';
import { hashShareOptions, type ShareOptionsDeps } from './share-options.ts';

export interface MultiShareDeps extends ShareOptionsDeps, MintingDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly config: ShareOptionsDeps['config'] & { readonly baseUrl: string };
}

/** One link to several files of the owner's, or none at all. `remember` is told the answer in the same transaction. */
export async function createMultiShare(
  deps: MultiShareDeps,
  ownerId: number,
  { fileIds, ...wanted }: NewMultiShare,
  remember: (tx: Tx, answer: MultiShare) => Promise<void>,
): Promise<MultiShare> {
  const { database, clock, config } = deps;
  await requireOwnFiles(deps, database.reader, ownerId, fileIds);
  const wishes = await hashShareOptions(deps, ownerId, wanted);
  return database.write(async (tx) => {
    await requireOwnFiles(deps, tx, ownerId, fileIds);
    const mode = wishes.mode ?? 'SHARED';
    const share = await mintShare(deps, tx, { ...wishes, itemId: null, fileIds, ownerId, mode });
    if (share === undefined) throw new Error('a share of several files stood in its own way');
    const answer = {
      shareToken: share.token,
      shareUrl: shareUrl(config.baseUrl, share),
      shareMode: mode,
      listed: (await listListed(tx, [share], clock.now())).has(share.rowId),
      fileCount: fileIds.length,
    };
    await remember(tx, answer);
    return answer;
  });
}

/** Missing ones are told of before those that are nobody's, and these before another's. */
async function requireOwnFiles(
  { accounts, files }: MultiShareDeps,
  reader: Reader,
  ownerId: number,
  fileIds: readonly string[],
): Promise<void> {
  const owners = new Set<number>();
  for (const id of fileIds) {
    const file = await files.findFile(reader, id);
    if (file === undefined || file.isFolder || file.state !== 'alive')
      throw new DomainError('file_not_found', `There is no file ${id}. Nothing was shared.`);
    owners.add(file.ownerId);
  }
  owners.delete(ownerId);
  for (const other of owners)
    if (await accounts.isAnonymous(reader, other))
      throw new DomainError('anonymous_file', 'A file that was uploaded anonymously is shared by itself only.');
  if (owners.size > 0) throw new DomainError('access_denied', 'One of these files is not yours. Nothing was shared.');
}
