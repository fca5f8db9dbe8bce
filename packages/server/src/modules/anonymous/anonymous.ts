import { readClientScript } from '../../pages/assets.ts';
import { dayMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboundFetch } from '../../platform/outbound/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { captchaOnPage, type CaptchaOnPage } from './captcha/captcha-on-page.ts';
import { createCaptcha, type CaptchaConfig } from './captcha/create-captcha.ts';
import { deleteExpiredCaptchas } from './captcha/store.ts';
import { mountUploadForm } from './form-route.tsx';
import { mountUploadPages, refusedUploadPage } from './pages.tsx';
import { purgeOldUploads } from './retention.ts';
import { mountAnonymousUploads } from './routes.ts';
import { createUploading, type AdmitGuest, type AnonymousLimits, type Guest } from './uploading.ts';

export interface AnonymousDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly operatorFetch: OutboundFetch;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly featureLimiter: FeatureLimiter;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly uploads: Uploads;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly limits: AnonymousLimits;
    readonly captcha: CaptchaConfig;
    /** 0: kept. */
    readonly retentionDays: number;
    readonly sweepMs: number;
  };
}

/** The door for what comes without an account and is no file. */
export interface Guests {
  /** Whether anybody is let in, and what one may bring at most. */
  readonly limits: AnonymousLimits;
  /** `access_denied` if nothing is taken without an account. */
  requireOn(): void;
  /** As `requireOn`, and `payload_too_large`. */
  requireAllowed(sizeBytes: number): void;
  /** In the same budget as uploads, behind the same captcha. What is refused within counts, but for what is our fault. */
  asGuest<T>(guest: Guest, work: (admit: AdmitGuest) => Promise<T>): Promise<T>;
  /** 0: kept. */
  readonly retentionDays: number;
  /** What a page needs to have the captcha solved. */
  readonly captcha: CaptchaOnPage;
}

/** Uploads without an account. */
export interface Anonymous {
  readonly guests: Guests;
  routes(router: Router): void;
}

export function createAnonymous(deps: AnonymousDeps): Anonymous {
  const { database, clock, jobs, config } = deps;
  const { baseUrl, limits, retentionDays, sweepMs } = config;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const captcha = createCaptcha(deps, config.captcha);
  const uploading = createUploading({ ...deps, captcha, limits });
  const page = {
    basePath,
    limits,
    captcha: config.captcha,
    retentionDays,
    sendingScript: deps.uploads.sendingScript,
    scripts: {
      upload: readClientScript('upload', import.meta.url),
      altcha: readClientScript('altcha', import.meta.url),
    },
  };

  jobs.every('anonymous.sweep', sweepMs, async ({ signal }) => {
    await database.write((tx) => deleteExpiredCaptchas(tx, clock.now()));
    if (retentionDays > 0) await purgeOldUploads(deps, retentionDays * dayMs, signal);
  });

  return {
    guests: {
      limits,
      requireOn: uploading.requireOn,
      requireAllowed: (sizeBytes) => {
        uploading.requireOn();
        uploading.requireAllowed([{ sizeBytes }]);
      },
      asGuest: uploading.asGuest,
      retentionDays,
      captcha: captchaOnPage(config.captcha, page.scripts.altcha),
    },
    routes: (router) => {
      mountAnonymousUploads(router, uploading, captcha);
      mountUploadPages(router, { ...deps, ...page, baseUrl });
      mountUploadForm(router, {
        ...deps,
        uploading,
        hasCaptcha: config.captcha.provider !== 'none',
        config: { baseUrl, basePath },
        page: (problem) => refusedUploadPage(page, problem),
      });
    },
  };
}
