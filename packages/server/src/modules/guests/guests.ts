import {
  type Captcha,
  type CaptchaConfig,
  type CaptchaDeps,
  captchaOnPage,
  type CaptchaOnPage,
  createCaptcha,
  deleteExpiredCaptchas,
  readSolver,
  type Redeem,
} from '@drive/captcha';
import { endpoints } from '@drive/contract';
import { type Asset, mountAsset } from '@drive/pages';
import { withOrigin } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { checkUpload, type UploadFacts, type UploadRules, type VisitorOwner } from '../uploads/index.ts';

interface GuestLimits {
  readonly isOn: boolean;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Bytes stored and reserved for all guests together. */
  readonly quotaBytes: number;
}

interface GuestsConfig {
  /** Its fields may change while the server runs. */
  readonly limits: GuestLimits;
  readonly captcha: CaptchaConfig;
  /** 0: kept without limit. */
  readonly retentionDays: number;
  readonly sweepMs: number;
}

export interface Guest {
  readonly captchaToken: string;
  /** The network whose budget it counts against. */
  readonly clientNetwork: string;
}

/** Redeems the captcha and returns the owner of what guests leave. Call it in the transaction of the upload. */
export type AdmitGuest = (tx: Tx) => Promise<VisitorOwner>;

type GuestsDeps = CaptchaDeps &
  Pick<Ports, 'database' | 'jobs'> & {
    readonly accounts: Accounts;
    readonly featureLimiter: FeatureLimiter;
    readonly config: GuestsConfig;
  };

/** Admits guests, within their budget, the captcha and the quota. */
export class Guests {
  readonly limits: GuestLimits;
  readonly captcha: CaptchaOnPage;
  /** Whether a form without a script can be sent. */
  readonly needsScript: boolean;
  readonly #deps: GuestsDeps;
  readonly #captcha: Captcha;
  readonly #rules: UploadRules;
  readonly #solver: Asset;

  constructor(deps: GuestsDeps) {
    const { limits, captcha, sweepMs } = deps.config;
    this.#deps = deps;
    this.#captcha = createCaptcha(deps, captcha);
    this.#rules = {
      get maxFileBytes() {
        return limits.maxFileBytes;
      },
      storageOf: 'guests',
    };
    this.#solver = readSolver();
    this.limits = limits;
    this.captcha = captchaOnPage(captcha, this.#solver);
    this.needsScript = captcha.provider !== 'none';
    deps.jobs.sweep('anonymous.captchas', sweepMs, deleteExpiredCaptchas);
  }

  /** 0: kept without limit. */
  get retentionDays(): number {
    return this.#deps.config.retentionDays;
  }

  /** Throws `access_denied` unless guests are admitted. */
  requireOn(): void {
    if (!this.limits.isOn)
      throw new DomainError(
        'access_denied',
        'This server does not accept uploads without an account (DRIVE_ANONYMOUS_UPLOADS=off).',
      );
  }

  /** As `requireOn`; also throws `payload_too_large` and the other refusals of `checkUpload`. */
  requireAllowed(files: readonly UploadFacts[]): void {
    this.requireOn();
    if (files.length > this.limits.maxFiles) throw tooManyFiles(this.limits.maxFiles);
    checkUpload(files, { rules: this.#rules });
  }

  /** Runs `work` within the budget and captcha of uploads. Refusals count, failures of the server do not. */
  asGuest<T>(guest: Guest, work: (admit: AdmitGuest) => Promise<T>): Promise<T> {
    return this.counted(guest.clientNetwork, isOurFault, async () => {
      const redeem: Redeem = await this.#captcha.verify(guest.captchaToken);
      return work(async (tx) => {
        await redeem(tx);
        return this.#owner(tx, guest.clientNetwork);
      });
    });
  }

  /** Consumes one call of the budget, and refunds it if the error is one that does not count. */
  async counted<T>(clientNetwork: string, refunded: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    const { featureLimiter } = this.#deps;
    await featureLimiter.consume('anonymousUpload', clientNetwork);
    try {
      return await withOrigin({ kind: 'anonymous', id: null }, work);
    } catch (error) {
      if (refunded(error)) await featureLimiter.refund('anonymousUpload', clientNetwork);
      throw error;
    }
  }

  /** The owner of what guests leave, without a captcha. */
  getOwner(clientNetwork: string): Promise<VisitorOwner> {
    return this.#deps.database.write((tx) => this.#owner(tx, clientNetwork));
  }

  async #owner(tx: Tx, clientNetwork: string): Promise<VisitorOwner> {
    const userId = await this.#deps.accounts.ensureAnonymousOwner(tx);
    return { userId, quotaBytes: this.limits.quotaBytes, rules: this.#rules, clientNetwork };
  }

  routes(router: Router): void {
    const { createChallenge } = this.#captcha;
    mountAsset(router, this.#solver);
    router.mount(endpoints.getCaptchaChallenge, () => {
      if (createChallenge === undefined)
        throw new DomainError('not_found', 'Challenges are not enabled on this server.');
      return createChallenge();
    });
  }
}

/** A failure of the server does not count. */
const isOurFault = (error: unknown): boolean => !isDomainError(error) || isDomainError(error, 'unavailable');

export const tooManyFiles = (maxFiles: number): DomainError =>
  new DomainError('validation_failed', `At most ${maxFiles} files can be uploaded at once.`, {
    issues: [{ field: 'files', message: `must have at most ${maxFiles} items`, code: 'too_big' }],
  });
