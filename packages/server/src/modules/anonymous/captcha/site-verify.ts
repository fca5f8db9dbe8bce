import * as z from 'zod';
import { DomainError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundFetch, OutboundResponse } from '../../../platform/outbound/index.ts';
import { captchaFailed, type Captcha } from './captcha.ts';

export interface SiteVerifyDeps {
  readonly operatorFetch: OutboundFetch;
  readonly log: Log;
  readonly config: {
    readonly verifyUrl: string;
    readonly secret: string;
    readonly siteKey: string;
  };
}

const Verdict = z.object({ success: z.boolean() });

/**
 * Turnstile's and hCaptcha's way: the browser gets a token from the service, the server asks the service about it once.
 * Neither learns the visitor's address from us. Where it does not answer, nobody gets in.
 */
export function createSiteVerify({ operatorFetch, log, config }: SiteVerifyDeps): Captcha {
  const ask = async (token: string): Promise<OutboundResponse> => {
    try {
      return await operatorFetch({
        url: config.verifyUrl,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret: config.secret, response: token, sitekey: config.siteKey }).toString(),
      });
    } catch (error) {
      log.error('captcha service not reached', { error });
      throw notReached(error);
    }
  };

  return {
    verify: async (token) => {
      const { status, body } = await ask(token);
      const verdict = Verdict.safeParse(parse(body));
      if (status >= 500 || (!verdict.success && status !== 400)) {
        log.error('captcha service answered nonsense', { status });
        throw notReached(undefined);
      }
      if (verdict.data?.success !== true) throw captchaFailed();
      return async () => undefined;
    },
  };
}

const notReached = (cause: unknown): DomainError =>
  new DomainError('unavailable', 'The captcha can’t be checked right now. Try again in a moment.', {
    cause,
    retryAfterSeconds: 10,
  });

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
