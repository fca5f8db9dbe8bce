import { DomainError } from '@drive/access';
import type { CaptchaChallenge } from '@drive/contract';
import type { Tx } from '@drive/database';
import { type Asset, type EmbeddedService, readClientScript } from '@drive/pages';

export type CaptchaProvider = 'none' | 'altcha' | 'turnstile' | 'hcaptcha';

export interface CaptchaConfig {
  readonly provider: CaptchaProvider;
  readonly siteKey: string | undefined;
  readonly secret: string | undefined;
  /** Overrides the URL of the service. */
  readonly verifyUrl: string | undefined;
}

/** Consumes a verified token in the transaction of its purpose; `captcha_failed` if it was used before. */
export type Redeem = (tx: Tx<any>) => Promise<void>;

export interface Captcha {
  /** Throws `captcha_failed` if the token is missing or wrong, `unavailable` if the service can't be reached. */
  verify(token: string): Promise<Redeem>;
  /** undefined if this server sets no challenges. */
  readonly createChallenge?: () => Promise<CaptchaChallenge>;
}

export const captchaFailed = (): DomainError => new DomainError('captcha_failed', 'captcha verification failed');

interface CaptchaService {
  readonly verifyUrl: string;
  readonly embedded: EmbeddedService;
  /** Class of the element that its script fills. */
  readonly className: string;
  readonly field: string;
}

export const captchaServices = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    embedded: {
      script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
      origins: ['https://challenges.cloudflare.com'],
    },
    className: 'cf-turnstile',
    field: 'cf-turnstile-response',
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    embedded: {
      script: 'https://js.hcaptcha.com/1/api.js',
      origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    },
    className: 'h-captcha',
    field: 'h-captcha-response',
  },
} as const satisfies Record<string, CaptchaService>;

/** Data of a form page with a captcha; empty if none is required. */
export interface CaptchaOnPage {
  /** Client script that solves the challenges of this server. The solution goes into the form field `captchaToken`. */
  readonly solver?: Asset;
  /** Third-party service, which puts its token into `service.field` itself. */
  readonly service?: CaptchaService;
  readonly siteKey?: string | undefined;
}

/** The script that solves the challenges of `createAltcha`. */
export const readSolver = (): Asset => readClientScript('altcha', import.meta.url);

export function captchaOnPage({ provider, siteKey }: CaptchaConfig, solver: Asset): CaptchaOnPage {
  if (provider === 'none') return {};
  return provider === 'altcha' ? { solver } : { service: captchaServices[provider], siteKey };
}
