import { isoTime, optionalIsoTime } from '@drive/base';
import type { PublicPaste, RevealedPaste } from '@drive/contract';
import { mayDo } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { limitGuesses } from '../links/index.ts';
import { pasteUrls } from './paste-owner.ts';
import { burnPaste, findContent, isExpired, isIndexable, pasteStore, type PasteRow } from './paste-store.ts';

export type PasteVisitorDeps = Pick<Ports, 'database' | 'clock' | 'baseUrl'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
};

export interface Viewer {
  readonly userId: number;
}

/** A paste that can be opened. It may be locked. */
export interface OpenPaste extends PasteRow {
  /** null for a paste of a guest. */
  readonly ownerName: string | null;
  readonly isOwn: boolean;
}

export type PasteVisitor = ReturnType<typeof createPasteVisitor>;

export function createPasteVisitor({ database, clock, accounts, files, featureLimiter, baseUrl }: PasteVisitorDeps) {
  const requireOpen = async (reader: Reader, token: string, viewer: Viewer | undefined): Promise<OpenPaste> => {
    const row = await pasteStore.find(reader, { token });
    if (row === undefined) throw nothingHere();
    const isOwn: boolean = mayDo(viewer, row, 'read');
    if (row.mode === 'PRIVATE' && !isOwn) throw nothingHere();
    // Disabled users are not found, so their pastes are closed.
    const owner = await accounts.findUser(reader, row.ownerId);
    if (owner === undefined && !(await accounts.isAnonymous(reader, row.ownerId))) throw nothingHere();
    if (row.burnedAt !== null) throw hasBurned();
    if (isExpired(row, clock.now())) throw hasExpired();
    return { ...row, ownerName: owner?.name ?? null, isOwn };
  };

  const requireContent = async (paste: OpenPaste): Promise<string> => {
    const content = await findContent(database.reader, paste.rowId);
    if (content === undefined) throw nothingHere();
    // A sweep has removed it since.
    if (content === null) throw hasExpired();
    return content;
  };

  const publicPart = (paste: OpenPaste, locked: boolean) => ({
    token: paste.token,
    passwordProtected: paste.passwordHash !== null,
    locked,
    expiresAt: optionalIsoTime(paste.expiresAt),
    indexable: isIndexable(paste),
  });

  const unlockedPart = (paste: OpenPaste) => ({
    ...publicPart(paste, false),
    ...pasteUrls(baseUrl, paste.token),
    title: paste.title,
    language: paste.language,
    sizeBytes: paste.sizeBytes,
    shareMode: paste.mode,
    burnAfterReading: paste.burns,
    ownerName: paste.ownerName,
    createdAt: isoTime(paste.createdAt),
  });

  return {
    /** `too_many_requests` after 40 wrong tokens a minute from one network. */
    open: async (token: string, clientNetwork: string, viewer: Viewer | undefined): Promise<OpenPaste> =>
      limitGuesses(featureLimiter, clientNetwork, () => requireOpen(database.reader, token, viewer)),

    /** Never burns the paste. */
    describe: async (paste: OpenPaste, isUnlocked: boolean): Promise<PublicPaste> =>
      isUnlocked
        ? { ...unlockedPart(paste), content: paste.burns ? null : await requireContent(paste) }
        : publicPart(paste, true),

    /** Content that is shown without a confirmation; `access_denied` if the paste burns. */
    contentOf: async (paste: OpenPaste): Promise<string> => {
      if (!paste.burns) return requireContent(paste);
      throw new DomainError('access_denied', 'This paste can be read only once: reveal it on its page.');
    },

    /** Returns the content. A paste that burns is returned to one caller ever; its content is deleted first. */
    reveal: async (paste: OpenPaste, viewer: Viewer | undefined): Promise<RevealedPaste> => {
      if (!paste.burns) return { ...unlockedPart(paste), content: await requireContent(paste) };
      const content = await database.write(async (tx) => {
        const burned = await burnPaste(tx, paste.rowId, clock.now());
        if (burned !== undefined) await files.dropStoredBytes(tx, paste.ownerId, paste.sizeBytes);
        return burned;
      });
      if (content !== undefined) return { ...unlockedPart(paste), content };
      await requireOpen(database.reader, paste.token, viewer);
      throw hasBurned();
    },
  };
}

const nothingHere = (): DomainError => new DomainError('paste_not_found', 'There is nothing at this link.');
const hasBurned = (): DomainError =>
  new DomainError('paste_burned', 'This paste could be read only once and was already read.');
const hasExpired = (): DomainError => new DomainError('paste_expired', 'This paste has expired.');
