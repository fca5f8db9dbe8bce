import type { Log } from '../../../platform/log.ts';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import { createAltcha, type AltchaDeps } from './altcha.ts';
import { captchaFailed, noCaptcha, type Captcha } from './captcha.ts';
import { captchaServices } from './services.ts';
import { createSiteVerify } from './site-verify.ts';

export type CaptchaProvider = 'none' | 'altcha' | 'turnstile' | 'hcaptcha';

export interface CaptchaConfig {
  readonly provider: CaptchaProvider;
  readonly siteKey: string | undefined;
  readonly secret: string | undefined;
  /** In place of the service's own. */
  readonly verifyUrl: string | undefined;
}

export interface CaptchaDeps extends AltchaDeps {
  readonly operatorFetch: OutboundFetch;
  readonly log: Log;
}

/** More than any of the services hands out. */
const maxTokenCharacters = 16_384;

export function createCaptcha(deps: CaptchaDeps, config: CaptchaConfig): Captcha {
  if (config.provider === 'none') return noCaptcha;
  const { verify, ...more } = captchaOf(deps, config, config.provider);
  return {
    ...more,
    verify: async (token) => {
      if (token.trim() === '' || token.length > maxTokenCharacters) throw captchaFailed();
      return verify(token);
    },
  };
}

function captchaOf(
  deps: CaptchaDeps,
  { siteKey, secret, verifyUrl }: CaptchaConfig,
  provider: 'altcha' | 'turnstile' | 'hcaptcha',
): Captcha {
  if (provider === 'altcha') return createAltcha(deps);
  if (siteKey === undefined || secret === undefined) throw new Error(`${provider} needs a site key and a secret`);
  const config = { siteKey, secret, verifyUrl: verifyUrl ?? captchaServices[provider].verifyUrl };
  return createSiteVerify({ ...deps, config });
}
