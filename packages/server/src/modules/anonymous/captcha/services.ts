import type { EmbeddedService } from '../../../pages/layout.tsx';

/** A captcha that somebody else runs. */
export interface CaptchaService {
  readonly verifyUrl: string;
  readonly embedded: EmbeddedService;
  /** The class its script looks for, to put itself there. */
  readonly className: string;
  /** The field that it puts its token into. */
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
