import { type BaseUrl, type Clock, minuteMs, type Random, secondMs, type Secrets } from '@drive/base';
import { CaptchaChallenge } from '@drive/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/sha';
import * as z from 'zod';
import { useCaptcha } from './captcha-store.ts';
import { captchaFailed, type Captcha } from './captcha.ts';

export interface AltchaDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets<'captcha'>;
  readonly baseUrl: BaseUrl;
}

/** Leaves time to choose files and to solve it on a slow phone, and keeps few used challenges in the database. */
const challengeMs = 20 * minuteMs;

/** A try takes a browser about 1 ms in either. Native PBKDF2 exists only on https and localhost. */
const native = { algorithm: 'PBKDF2/SHA-256', cost: 5000, deriveKey: derivePbkdf2 };
const scripted = { algorithm: 'SHA-256', cost: 1000, deriveKey: deriveSha };
/** Attempts needed: this many, and up to 999 more. */
const fewestTries = 200;

const Solved = z.strictObject({
  challenge: CaptchaChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
});

/** A proof of work that this server sets and verifies. */
export function createAltcha({ clock, random, secrets, baseUrl }: AltchaDeps): Captcha {
  const { protocol, hostname } = new URL(baseUrl.href);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const work = protocol === 'https:' || isLoopback ? native : scripted;
  const signatures = ['challenge', 'solution'].map((text) => secrets.signatures('captcha', text));
  /** With the previous master secret, too: it may have set a challenge that is being solved. */
  const keys = [0, 1].flatMap((at) => {
    const [hmacSignatureSecret, hmacKeySignatureSecret] = signatures.map((made) => made[at]);
    return hmacSignatureSecret === undefined || hmacKeySignatureSecret === undefined
      ? []
      : [{ hmacSignatureSecret, hmacKeySignatureSecret }];
  });

  async function isVerified({ challenge, solution }: z.infer<typeof Solved>): Promise<boolean> {
    for (const key of keys) {
      const { verified } = await verifySolution({ challenge, solution, deriveKey: work.deriveKey, ...key });
      if (verified) return true;
    }
    return false;
  }

  return {
    createChallenge: async () => {
      const challenge = await createChallenge({
        ...work,
        ...keys[0],
        counter: fewestTries + Number(random.code(3, '0123456789')),
        expiresAt: Math.floor((clock.now() + challengeMs) / secondMs),
      });
      return CaptchaChallenge.parse(challenge);
    },

    verify: async (token) => {
      const solved = Solved.safeParse(parseToken(token));
      if (!solved.success) throw captchaFailed();
      const { challenge, solution } = solved.data;
      const expiresAt = challenge.parameters.expiresAt * secondMs;
      if (expiresAt <= clock.now()) throw captchaFailed();
      if (!(await isVerified({ challenge, solution }))) throw captchaFailed();
      return async (tx) => {
        if (!(await useCaptcha(tx, challenge.parameters.nonce, expiresAt))) throw captchaFailed();
      };
    },
  };
}

/** Parses the widget's token, which is base64 of JSON; undefined if it is not. */
function parseToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
