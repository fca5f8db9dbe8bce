import type { Item } from '@drive/contract';
import type { RawBuilder } from 'kysely';
import { mayDo } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { isReleasedContent, isReleasedRow } from './scan-store.ts';

export type JudgedFile = Pick<Item, 'quarantined' | 'scan'>;

/** A file or folder of a known owner. */
export type JudgedItem = JudgedFile & Pick<FileRow, 'ownerId' | 'isFolder'>;

/** `unscanned`: it could not be scanned, or never was. */
export type HeldBackReason = 'infected' | 'quarantined' | 'pending' | 'unscanned';

const messages: Readonly<Record<HeldBackReason, string>> = {
  infected: 'This file contains a virus.',
  quarantined: 'This file is quarantined by the administrator.',
  pending: 'This file is being checked for viruses. Try again in a few minutes.',
  unscanned: 'This file could not be checked for viruses, which this server requires.',
};

/**
 * The rule of what visitors of links get: no file that is infected or in quarantine, and only clean ones with
 * `DRIVE_CLAMD_FAIL=closed`.
 */
export interface HeldBack {
  /** Why visitors do not get the file; undefined if they get it. */
  heldBackFor(file: JudgedFile): HeldBackReason | undefined;
  /** Throws `file_quarantined` if visitors do not get the file. `name`: how the message calls it. */
  requireReleased(file: JudgedFile, name?: string): void;
  /** Whether a user (users.row_id) copies it: of others no file that visitors do not get, of their own none in quarantine. */
  isCopyable(userId: number, item: JudgedItem): boolean;
  /** The rule for a row of items in a query: whether visitors get the file. */
  isReleasedRow(alias: string): RawBuilder<boolean>;
  /** Whether visitors get the version, for a row of file_versions whose file is not in quarantine. */
  isReleasedVersion(alias: string): RawBuilder<boolean>;
}

export function createHeldBack({ linksNeedScan }: { readonly linksNeedScan: boolean }): HeldBack {
  const heldBackFor = ({ quarantined, scan }: JudgedFile): HeldBackReason | undefined => {
    if (scan === 'infected') return 'infected';
    if (quarantined) return 'quarantined';
    if (!linksNeedScan || scan === 'clean') return undefined;
    return scan === 'pending' ? 'pending' : 'unscanned';
  };
  return {
    heldBackFor,
    requireReleased: (file, name = 'This file') => {
      const reason = heldBackFor(file);
      if (reason !== undefined)
        throw new DomainError(
          'file_quarantined',
          messages[reason].replace('This file', () => name),
        );
    },
    isCopyable: (userId, { ownerId, isFolder, ...file }) => {
      const isOwn: boolean = mayDo(userId, { ownerId }, 'manage');
      return isOwn || isFolder ? !file.quarantined : heldBackFor(file) === undefined;
    },
    isReleasedRow: (alias) => isReleasedRow(alias, { mustBeClean: linksNeedScan }),
    isReleasedVersion: (alias) => isReleasedContent(alias, { mustBeClean: linksNeedScan }),
  };
}
