import { dayMs } from '@drive/base';
import { endpoints } from '@drive/contract';
import { mountAsset, readClientScript } from '../../pages/assets.ts';
import type { Router } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Shares } from '../shares/index.ts';
import type { UploadFacts } from '../uploads/index.ts';
import { purgeOldUploads, type RetentionDeps } from './anonymous-retention.ts';
import { deleteExpiredCaptchas } from './anonymous-store.ts';
import { type Captcha, type CaptchaConfig, captchaOnPage, type CaptchaOnPage } from './captcha/captcha.ts';
import { type CaptchaDeps, createCaptcha } from './captcha/create-captcha.ts';
import {
  type AdmitGuest,
  type AnonymousLimits,
  createGuestUploads,
  type Guest,
  type GuestUploads,
  type GuestUploadsDeps,
} from './guest-uploads.ts';
import { mountUploadPageForm } from './upload-page-form.tsx';
import { mountUploadPages } from './upload-page.tsx';
import { DomainError } from '../../platform/errors.ts';

export type AnonymousDeps = Pick<Ports, 'jobs'> &
  CaptchaDeps &
  RetentionDeps &
  Omit<GuestUploadsDeps, 'captcha' | 'limits'> & {
    readonly featureLimiter: FeatureLimiter;
    readonly shares: Shares;
    readonly config: {
      readonly limits: AnonymousLimits;
      readonly captcha: CaptchaConfig;
      /** 0: kept without limit. */
      readonly retentionDays: number;
      readonly sweepMs: number;
    };
  };

/** Admits guests for other things than uploads. */
export interface Guests {
  readonly limits: AnonymousLimits;
  /** Throws `access_denied` unless guests are admitted. */
  requireOn(): void;
  /** As `requireOn`; also throws `payload_too_large`. */
  requireAllowed(file: UploadFacts): void;
  /** Runs `work` within the budget and captcha of uploads. Refusals count, failures of the server do not. */
  asGuest<T>(guest: Guest, work: (admit: AdmitGuest) => Promise<T>): Promise<T>;
  /** 0: kept without limit. */
  readonly retentionDays: number;
  readonly captcha: CaptchaOnPage;
}

export interface Anonymous {
  readonly guests: Guests;
  routes(router: Router): void;
}

export function createAnonymous(deps: AnonymousDeps): Anonymous {
  const { jobs, baseUrl, config } = deps;
  const { limits, retentionDays, sweepMs } = config;
  const captcha = createCaptcha(deps, config.captcha);
  const guestUploads = createGuestUploads({ ...deps, captcha, limits });
  const altchaScript = readClientScript('altcha', import.meta.url);
  const onPage = captchaOnPage(config.captcha, altchaScript);

  jobs.sweep('anonymous.captchas', sweepMs, deleteExpiredCaptchas);
  jobs.every('anonymous.sweep', sweepMs, async ({ signal }) => {
    if (retentionDays > 0) await purgeOldUploads(deps, retentionDays * dayMs, signal);
  });

  return {
    guests: {
      limits,
      requireOn: guestUploads.requireOn,
      requireAllowed: (file) => {
        guestUploads.requireOn();
        guestUploads.requireAllowed([file]);
      },
      asGuest: guestUploads.asGuest,
      retentionDays,
      captcha: onPage,
    },
    routes: (router) => {
      const page = { baseUrl, limits, captcha: onPage, config: config.captcha, retentionDays };
      mountAnonymousRoutes(router, guestUploads, captcha);
      mountAsset(router, altchaScript);
      mountUploadPages(router, page, deps);
      mountUploadPageForm(router, { ...deps, guestUploads, page });
    },
  };
}

function mountAnonymousRoutes(router: Router, uploads: GuestUploads, { createChallenge }: Captcha): void {
  const guarded = { beforeBody: uploads.requireOn };

  router.mount(
    endpoints.createAnonymousUpload,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, ...file } = body;
      const options = { captchaToken: captchaToken ?? '', publicListing, clientNetwork };
      const [reservation] = await uploads.reserve([file], options);
      if (reservation === undefined) throw new Error('the reservation returned no upload');
      return reservation;
    },
    guarded,
  );

  router.mount(
    endpoints.createAnonymousBatch,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, files } = body;
      return {
        files: await uploads.reserve(files, { captchaToken: captchaToken ?? '', publicListing, clientNetwork }),
      };
    },
    guarded,
  );

  router.mount(endpoints.getCaptchaChallenge, () => {
    if (createChallenge === undefined) throw new DomainError('not_found', 'Challenges are not enabled on this server.');
    return createChallenge();
  });
}
