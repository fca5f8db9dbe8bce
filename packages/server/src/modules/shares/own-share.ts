import type { NewShare, ShareMode } from '@drive/contract';
import { dayMs, type Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Random } from '../../platform/random.ts';
import type { FileRow, Files } from '../files/index.ts';
import { mintShare } from './minting.ts';
import type { ShareRow } from './share-row.ts';
import { revokeShare, updateShare, updateShareMode } from './store.ts';

export interface OwnShareDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly config: { readonly maxExpiryDays: number };
}

/** What an owner does with the share of a single file. */
export interface OwnShares {
  /** Idempotent: only the fields that are present change, and a lapsed expiry goes. */
  put(ownerId: number, fileId: string, wanted: NewShare): Promise<ShareRow>;
  /** `share_not_found` where there is none. The token stays, whatever the mode. */
  setMode(ownerId: number, fileId: string, mode: ShareMode): Promise<ShareRow>;
  /** Also of a file in the trash. */
  revoke(ownerId: number, fileId: string): Promise<void>;
}

export function createOwnShares({ database, clock, random, files, config }: OwnShareDeps): OwnShares {
  const requireOwnFile = async (reader: Reader, ownerId: number, fileId: string): Promise<FileRow> => {
    const file = await files.findFile(reader, fileId);
    if (file === undefined || file.isFolder) throw fileNotFound();
    if (file.ownerId !== ownerId) throw new DomainError('access_denied', 'This file is not yours.');
    return file;
  };
  const requireOwnAliveFile = async (reader: Reader, ownerId: number, fileId: string): Promise<void> => {
    const file = await requireOwnFile(reader, ownerId, fileId);
    if (file.state !== 'alive') throw fileNotFound();
  };

  return {
    put: (ownerId, fileId, { shareMode, expiresInDays }) => {
      const now = clock.now();
      const expiresAt = expiryOf(expiresInDays, now, config.maxExpiryDays);
      return database.write(async (tx) => {
        await requireOwnAliveFile(tx, ownerId, fileId);
        for (;;) {
          const share =
            (await updateShare(tx, fileId, { mode: shareMode, expiresAt }, now)) ??
            (await mintShare({ clock, random }, tx, {
              itemId: fileId,
              ownerId,
              mode: shareMode ?? 'SHARED',
              expiresAt: expiresAt ?? null,
            }));
          if (share !== undefined) return share;
        }
      });
    },

    setMode: (ownerId, fileId, mode) =>
      database.write(async (tx) => {
        await requireOwnAliveFile(tx, ownerId, fileId);
        const share = await updateShareMode(tx, fileId, mode);
        if (share === undefined) throw new DomainError('share_not_found', 'This file has no share.');
        return share;
      }),

    revoke: (ownerId, fileId) =>
      database.write(async (tx) => {
        const file = await requireOwnFile(tx, ownerId, fileId);
        if (file.state !== 'alive' && file.state !== 'trashed') throw fileNotFound();
        await revokeShare(tx, fileId, clock.now());
      }),
  };
}

const fileNotFound = (): DomainError => new DomainError('file_not_found', 'There is no such file among yours.');

/** undefined leaves the expiry as it is, 0 days means never. */
function expiryOf(days: number | null | undefined, now: number, maxDays: number): number | null | undefined {
  if (days === undefined || days === null) return undefined;
  if (days > maxDays) {
    const message = `must be at most ${maxDays}`;
    throw new DomainError('validation_failed', `expiresInDays ${message}.`, {
      issues: [{ field: 'expiresInDays', message, code: 'too_big' }],
    });
  }
  return days === 0 ? null : now + days * dayMs;
}
