import type { UploadReservation } from '@drive/contract';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { StrangersOwner, UploadToReserve, Uploads } from '../uploads/index.ts';
import type { Captcha, Redeem } from './captcha/captcha.ts';

export interface AnonymousLimits {
  /** Anonymous uploads are taken at all. */
  readonly isOn: boolean;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** All that is kept and reserved without an account. */
  readonly quotaBytes: number;
}

export interface UploadingDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly featureLimiter: FeatureLimiter;
  readonly captcha: Captcha;
  readonly limits: AnonymousLimits;
}

export interface AnonymousFile {
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export interface AnonymousWish extends Guest {
  readonly publicListing: boolean;
}

/** Whoever brings something without an account. */
export interface Guest {
  readonly captchaToken: string;
  /** Whose budget it counts in. */
  readonly clientNetwork: string;
}

/** Lets a guest in: uses up what the captcha proved, and answers as whose it is kept. For the guest's own transaction. */
export type AdmitGuest = (tx: Tx) => Promise<StrangersOwner>;

export type Uploading = ReturnType<typeof createUploading>;

/** What everybody may do without an account: reserve, as long as the budget, the captcha and the room allow. */
export function createUploading({
  database,
  accounts,
  files,
  uploads,
  featureLimiter,
  captcha,
  limits,
}: UploadingDeps) {
  const requireOn = (): void => {
    if (!limits.isOn) throw new DomainError('access_denied', 'This server takes no uploads without an account.');
  };

  const requireAllowed = (wanted: readonly { readonly sizeBytes: number }[]): void => {
    if (wanted.length > limits.maxFiles) throw tooMany(limits.maxFiles);
    for (const { sizeBytes } of wanted) if (sizeBytes > limits.maxFileBytes) throw tooLarge(limits.maxFileBytes);
  };

  /** Counts a call, and gives it back where it was refused for something that does not count. */
  async function counted<T>(clientNetwork: string, refunded: (error: unknown) => boolean, work: () => Promise<T>) {
    await featureLimiter.consume('anonymousUpload', clientNetwork);
    try {
      return await work();
    } catch (error) {
      if (refunded(error)) await featureLimiter.refund('anonymousUpload', clientNetwork);
      throw isDomainError(error, 'storage_quota_exceeded') ? noRoom() : error;
    }
  }

  const owner = async (tx: Tx, clientNetwork: string): Promise<StrangersOwner> => ({
    userId: await accounts.ensureAnonymousOwner(tx),
    quotaBytes: limits.quotaBytes,
    clientNetwork,
  });

  /** Each in a folder of its own, so that no name depends on what others have uploaded. */
  async function place(
    tx: Tx,
    ownerId: number,
    wanted: readonly (AnonymousFile & { readonly sessionId?: string })[],
    publicListing: boolean,
  ): Promise<UploadToReserve[]> {
    const placed: UploadToReserve[] = [];
    for (const file of wanted)
      placed.push({ ...file, folderRowId: await files.addUnnamedFolder(tx, ownerId), share: { publicListing } });
    return placed;
  }

  /** What a guest does once, as long as the budget and the captcha allow. */
  const asGuest = <T>(guest: Guest, work: (admit: AdmitGuest) => Promise<T>): Promise<T> =>
    counted(guest.clientNetwork, isOurFault, async () => {
      const redeem: Redeem = await captcha.verify(guest.captchaToken);
      return work(async (tx) => {
        await redeem(tx);
        return owner(tx, guest.clientNetwork);
      });
    });

  return {
    limits,
    asGuest,
    requireOn,
    requireAllowed,
    counted,
    place,
    /** Made where it is missing: who opens an intake has nothing else to write first. */
    getOwner: (clientNetwork: string): Promise<StrangersOwner> => database.write((tx) => owner(tx, clientNetwork)),

    /** All or none, in the order given, each with a share of its own. */
    reserve: async (wanted: readonly AnonymousFile[], wish: AnonymousWish): Promise<UploadReservation[]> => {
      requireOn();
      requireAllowed(wanted);
      return asGuest(wish, (admit) =>
        database.write(async (tx) => {
          const nobody = await admit(tx);
          return uploads.reserve(tx, nobody, await place(tx, nobody.userId, wanted, wish.publicListing));
        }),
      );
    },
  };
}

/** What the server could not do takes nothing from anybody's budget. */
const isOurFault = (error: unknown): boolean => !isDomainError(error) || isDomainError(error, 'unavailable');

export const tooMany = (maxFiles: number): DomainError => {
  const message = `must have at most ${maxFiles} items`;
  return new DomainError('validation_failed', `At most ${maxFiles} files go up at once.`, {
    issues: [{ field: 'files', message, code: 'too_big' }],
  });
};

const tooLarge = (maxFileBytes: number): DomainError =>
  new DomainError('payload_too_large', `Without an account a file may have at most ${maxFileBytes} bytes.`);

const noRoom = (): DomainError =>
  new DomainError('storage_quota_exceeded', 'There is no room left for uploads without an account. Try again later.');
