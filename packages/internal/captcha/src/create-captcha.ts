import { createAltcha, type AltchaDeps } from './altcha.ts';
import { captchaFailed, captchaServices, type Captcha, type CaptchaConfig } from './captcha.ts';
import { createSiteVerify, type SiteVerifyDeps } from './site-verify.ts';

export type CaptchaDeps = AltchaDeps & SiteVerifyDeps;

/** Longer than the tokens of every service. */
const maxTokenCharacters = 16_384;

export function createCaptcha(deps: CaptchaDeps, config: CaptchaConfig): Captcha {
  if (config.provider === 'none') return { verify: async () => async () => undefined };
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
  return createSiteVerify(deps, config);
}
