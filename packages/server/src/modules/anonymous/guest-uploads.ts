import type { UploadReservation } from '@drive/contract';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import {
  checkUpload,
  type StagedFormFile,
  type UploadFacts,
  type UploadToReserve,
  type Uploads,
  type VisitorOwner,
} from '../uploads/index.ts';
import type { Captcha, Redeem } from './captcha/captcha.ts';

export interface AnonymousLimits {
  readonly isOn: boolean;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Bytes stored and reserved for all guests together. */
  readonly quotaBytes: number;
}

export type GuestUploadsDeps = Pick<Ports, 'database'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly featureLimiter: FeatureLimiter;
  readonly captcha: Captcha;
  readonly limits: AnonymousLimits;
};

export interface AnonymousFile {
  /** Cleaned by `ItemName`. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt?: number | null | undefined;
}

export interface AnonymousOptions extends Guest {
  readonly publicListing: boolean;
}

export interface Guest {
  readonly captchaToken: string;
  /** The network whose budget it counts against. */
  readonly clientNetwork: string;
}

/** Redeems the captcha and returns the owner of what guests upload. Call it in the transaction of the upload. */
export type AdmitGuest = (tx: Tx) => Promise<VisitorOwner>;

export type GuestUploads = ReturnType<typeof createGuestUploads>;

/** Uploads of guests, within their budget, the captcha and the quota. */
export function createGuestUploads({
  database,
  accounts,
  files,
  uploads,
  featureLimiter,
  captcha,
  limits,
}: GuestUploadsDeps) {
  const requireOn = (): void => {
    if (!limits.isOn)
      throw new DomainError(
        'access_denied',
        'This server does not accept uploads without an account (DRIVE_ANONYMOUS_UPLOADS=off).',
      );
  };

  const rules = { maxFileBytes: limits.maxFileBytes, storageOf: 'guests' } as const;
  const requireAllowed = (wanted: readonly UploadFacts[]): void => {
    if (wanted.length > limits.maxFiles) throw tooMany(limits.maxFiles);
    checkUpload(wanted, { rules });
  };

  /** Consumes one call of the budget, and refunds it if the error is one that does not count. */
  async function counted<T>(clientNetwork: string, refunded: (error: unknown) => boolean, work: () => Promise<T>) {
    await featureLimiter.consume('anonymousUpload', clientNetwork);
    try {
      return await work();
    } catch (error) {
      if (refunded(error)) await featureLimiter.refund('anonymousUpload', clientNetwork);
      throw error;
    }
  }

  const owner = async (tx: Tx, clientNetwork: string): Promise<VisitorOwner> => ({
    userId: await accounts.ensureAnonymousOwner(tx),
    quotaBytes: limits.quotaBytes,
    rules,
    clientNetwork,
  });

  /** Gives each file its own folder, so that no name depends on other uploads. */
  async function place(
    tx: Tx,
    ownerId: number,
    wanted: readonly (AnonymousFile & Partial<StagedFormFile>)[],
    publicListing: boolean,
  ): Promise<UploadToReserve[]> {
    const placed: UploadToReserve[] = [];
    for (const file of wanted)
      placed.push({ ...file, folderRowId: await files.addUnnamedFolder(tx, ownerId), share: { publicListing } });
    return placed;
  }

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
    getOwner: (clientNetwork: string): Promise<VisitorOwner> => database.write((tx) => owner(tx, clientNetwork)),

    /** Reserves all or none, in the order given, each with its own share. */
    reserve: async (wanted: readonly AnonymousFile[], options: AnonymousOptions): Promise<UploadReservation[]> => {
      requireOn();
      requireAllowed(wanted);
      return asGuest(options, (admit) =>
        database.write(async (tx) => {
          const owned = await admit(tx);
          return uploads.reserve(tx, owned, await place(tx, owned.userId, wanted, options.publicListing));
        }),
      );
    },
  };
}

/** A failure of the server does not count. */
const isOurFault = (error: unknown): boolean => !isDomainError(error) || isDomainError(error, 'unavailable');

export const tooMany = (maxFiles: number): DomainError => {
  const message = `must have at most ${maxFiles} items`;
  return new DomainError('validation_failed', `At most ${maxFiles} files can be uploaded at once.`, {
    issues: [{ field: 'files', message, code: 'too_big' }],
  });
};
