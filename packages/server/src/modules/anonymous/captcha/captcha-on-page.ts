import type { Asset } from '../../../pages/assets.ts';
import { captchaServices, type CaptchaService } from './services.ts';
import type { CaptchaConfig } from './create-captcha.ts';

/** What the page of a form has to have for a captcha; none of it where none is asked for. */
export interface CaptchaOnPage {
  /** The module that solves the challenges of this server; its answer goes into the form's field `captchaToken`. */
  readonly solver?: Asset;
  /** Somebody else's, which puts its answer into the form by itself, under `service.field`. */
  readonly service?: CaptchaService;
  readonly siteKey?: string | undefined;
}

export function captchaOnPage({ provider, siteKey }: CaptchaConfig, solver: Asset): CaptchaOnPage {
  if (provider === 'none') return {};
  return provider === 'altcha' ? { solver } : { service: captchaServices[provider], siteKey };
}
