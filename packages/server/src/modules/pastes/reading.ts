import type { PublicPaste, RevealedPaste } from '@drive/contract';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { limitGuesses } from '../links/index.ts';
import { pasteUrl, rawPasteUrl } from './own-pastes.ts';
import { isExpired, isIndexable, type PasteRow } from './paste-row.ts';
import { burnPaste, findContent, findPaste } from './store.ts';

export interface ReadingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
  readonly config: { readonly baseUrl: string };
}

/** Who comes by the link; undefined for a stranger. */
export interface Viewer {
  /** users.row_id */
  readonly userId: number;
}

/** A paste that is there to be read, or would be if it were not locked. */
export interface OpenPaste extends PasteRow {
  /** null of one that nobody owns. */
  readonly ownerName: string | null;
  /** It is looked at by whoever made it. */
  readonly isOwn: boolean;
}

export type PasteReading = ReturnType<typeof createPasteReading>;

/** What those do with a paste who have its link, by the API as by the page. */
export function createPasteReading({ database, clock, accounts, files, featureLimiter, config }: ReadingDeps) {
  const requireOpen = async (reader: Reader, token: string, viewer: Viewer | undefined): Promise<OpenPaste> => {
    const row = await findPaste(reader, { token });
    if (row === undefined) throw nothingHere();
    const isOwn = row.ownerId === viewer?.userId;
    if (row.mode === 'PRIVATE' && !isOwn) throw nothingHere();
    // Who is disabled is not found, and neither is what they share.
    const owner = await accounts.findUser(reader, row.ownerId);
    if (owner === undefined && !(await accounts.isAnonymous(reader, row.ownerId))) throw nothingHere();
    if (row.burnedAt !== null) throw hasBurned();
    if (isExpired(row, clock.now())) throw hasExpired();
    return { ...row, ownerName: owner?.name ?? null, isOwn };
  };

  const requireContent = async (paste: OpenPaste): Promise<string> => {
    const content = await findContent(database.reader, paste.rowId);
    if (content === undefined) throw nothingHere();
    // A sweep was quicker.
    if (content === null) throw hasExpired();
    return content;
  };

  const faceOf = (paste: OpenPaste, locked: boolean) => ({
    token: paste.token,
    passwordProtected: paste.passwordHash !== null,
    locked,
    expiresAt: optionalIsoTime(paste.expiresAt),
    indexable: isIndexable(paste),
  });

  const shownOf = (paste: OpenPaste) => ({
    ...faceOf(paste, false),
    url: pasteUrl(config.baseUrl, paste.token),
    rawUrl: rawPasteUrl(config.baseUrl, paste.token),
    title: paste.title,
    language: paste.language,
    sizeBytes: paste.sizeBytes,
    shareMode: paste.mode,
    burnAfterReading: paste.burns,
    ownerName: paste.ownerName,
    createdAt: isoTime(paste.createdAt),
  });

  return {
    /** Counts a guess, and nothing where it was right: `too_many_requests` after 40 wrong ones a minute. */
    open: async (token: string, clientNetwork: string, viewer: Viewer | undefined): Promise<OpenPaste> =>
      limitGuesses(featureLimiter, clientNetwork, () => requireOpen(database.reader, token, viewer)),

    /** Burns nothing, whatever it is asked for. */
    describe: async (paste: OpenPaste, isUnlocked: boolean): Promise<PublicPaste> =>
      isUnlocked
        ? { ...shownOf(paste), content: paste.burns ? null : await requireContent(paste) }
        : faceOf(paste, true),

    /** For what shows a text without being asked for it. `access_denied` where that would show what burns. */
    contentOf: async (paste: OpenPaste): Promise<string> => {
      if (!paste.burns) return requireContent(paste);
      throw new DomainError('access_denied', 'This paste is given once: open its page and reveal it there.');
    },

    /** The content; where the paste burns, to one caller ever, and it is gone before the answer is begun. */
    reveal: async (paste: OpenPaste, viewer: Viewer | undefined): Promise<RevealedPaste> => {
      if (!paste.burns) return { ...shownOf(paste), content: await requireContent(paste) };
      const content = await database.write(async (tx) => {
        const burned = await burnPaste(tx, paste.rowId, clock.now());
        if (burned !== undefined) await files.dropStoredBytes(tx, paste.ownerId, paste.sizeBytes);
        return burned;
      });
      if (content !== undefined) return { ...shownOf(paste), content };
      await requireOpen(database.reader, paste.token, viewer);
      throw hasBurned();
    },
  };
}

const nothingHere = (): DomainError => new DomainError('paste_not_found', 'There is nothing at this link.');
const hasBurned = (): DomainError => new DomainError('paste_burned', 'This paste was to be read once, and has been.');
const hasExpired = (): DomainError => new DomainError('paste_expired', 'This paste has expired.');
