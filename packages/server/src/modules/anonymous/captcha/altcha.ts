import { CaptchaChallenge } from '@drive/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/sha';
import * as z from 'zod';
import { minuteMs, secondMs, type Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { captchaFailed, type Captcha } from './captcha.ts';
import { useCaptcha } from './store.ts';

export interface AltchaDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/** Long enough to pick files and let a slow phone work, short enough that few have to be remembered. */
const challengeMs = 20 * minuteMs;

/**
 * One try costs a browser about a millisecond, whichever it is. Browsers compute PBKDF2 themselves, as fast as anybody
 * does, but only on pages that came by a safe way; on others a script has to do the hashing.
 */
const safe = { algorithm: 'PBKDF2/SHA-256', cost: 5000, deriveKey: derivePbkdf2 };
const plain = { algorithm: 'SHA-256', cost: 1000, deriveKey: deriveSha };
/** Tries until the solution: at least so many, and up to as many more as three digits say. */
const fewestTries = 200;

const Solved = z.strictObject({
  challenge: CaptchaChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
});

/** A proof of work that this server sets and checks by itself. */
export function createAltcha({ clock, random, secrets, config }: AltchaDeps): Captcha {
  const { protocol, hostname } = new URL(config.baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const work = protocol === 'https:' || isLoopback ? safe : plain;
  const keys = {
    hmacSignatureSecret: secrets.sign('captcha', 'challenge'),
    hmacKeySignatureSecret: secrets.sign('captcha', 'solution'),
  };

  return {
    createChallenge: async () => {
      const challenge = await createChallenge({
        ...work,
        ...keys,
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
      const { verified } = await verifySolution({ challenge, solution, deriveKey: work.deriveKey, ...keys });
      if (!verified) throw captchaFailed();
      return async (tx) => {
        if (!(await useCaptcha(tx, challenge.parameters.nonce, expiresAt))) throw captchaFailed();
      };
    },
  };
}

/** What altcha's widget puts into its form: base64 of JSON. undefined where it is not that. */
function parseToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
