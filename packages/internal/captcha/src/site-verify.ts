import { DomainError } from '@drive/access';
import type { Log } from '@drive/base';
import type { OutboundFetch, OutboundResponse } from '@drive/guarded-fetch';
import * as z from 'zod';
import { captchaFailed, type Captcha } from './captcha.ts';

export interface SiteVerifyDeps {
  readonly operatorFetch: OutboundFetch;
  readonly log: Log;
}

const Verdict = z.object({ success: z.boolean() });

/** Never sends the visitor's IP address. If the service does not answer, every request is refused. */
export function createSiteVerify(
  { operatorFetch, log }: SiteVerifyDeps,
  config: { readonly verifyUrl: string; readonly secret: string; readonly siteKey: string },
): Captcha {
  const ask = async (token: string): Promise<OutboundResponse> => {
    try {
      return await operatorFetch({
        url: config.verifyUrl,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret: config.secret, response: token, sitekey: config.siteKey }).toString(),
      });
    } catch (error) {
      log.error('captcha service unreachable', { error });
      throw notReached(error);
    }
  };

  return {
    verify: async (token) => {
      const { status, body } = await ask(token);
      const verdict = Verdict.safeParse(parse(body));
      if (status >= 500 || (!verdict.success && status !== 400)) {
        log.error('captcha service sent an invalid response', { status });
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
