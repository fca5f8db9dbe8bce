import { systemRandom, type Random } from '@drive/base';
import type { CaptchaChallenge } from '@drive/contract';
import { createChallenge, solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as sha } from 'altcha-lib/algorithms/sha';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';

/** The least work that the server ever requires. */
const random: Random = {
  ...systemRandom,
  code: (length, alphabet) => (alphabet === '0123456789' ? '0'.repeat(length) : systemRandom.code(length, alphabet)),
};

// Imported by URL, because it belongs to the client program, which has other types.
const solver = new URL('../../../../internal/captcha/src/altcha.client.ts', import.meta.url).href;
const { solve: solveInBrowser } = (await import(solver)) as { solve(challenge: unknown): Promise<string> };

let drive: Drive;
let unused: Payload;
beforeAll(async () => {
  drive = await startDrive({ settings: { CAPTCHA: 'altcha', FEATURE_LIMITS: 'off' }, random });
  // altcha's library reads the system clock, too.
  drive.clock.advance(Date.now() - drive.clock.now());
  unused = await solve(await getChallenge());
});
afterAll(() => drive.close());

async function getChallenge(on = drive): Promise<CaptchaChallenge> {
  const response = await on.fetch('/api/public/captcha/challenge');
  expect(response.status).toBe(200);
  return (await response.json()) as CaptchaChallenge;
}

interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}
interface Payload {
  readonly challenge: Challenge;
  readonly solution: Solution;
}

/** Solves like altcha's own library. */
async function solve(challenge: Challenge): Promise<Payload> {
  const deriveKey = challenge.parameters.algorithm === 'SHA-256' ? sha : pbkdf2;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution: solution! };
}
const tokenOf = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

const upload = async (captchaToken: unknown, on = drive): Promise<(number | string | undefined)[]> => {
  const json = { files: [{ fileName: 'a', contentType: 'text/plain', sizeBytes: 1 }], captchaToken };
  const response = await on.fetch('/api/public/uploads/batch', { method: 'POST', json });
  const { code, message } = (await response.json()) as { code?: string; message?: string };
  return code === undefined ? [response.status] : [response.status, code, message];
};
const refused = [400, 'captcha_failed', 'captcha verification failed'];

describe('a proof of work', () => {
  it('[P-331] by altcha’s library is accepted once', async () => {
    const token = tokenOf(await solve(await getChallenge()));
    expect(await upload(token)).toEqual([201]);
    expect(await upload(token)).toEqual(refused);
    expect(await drive.database.reader.selectFrom('solved_captchas').select('id').execute()).toHaveLength(1);
  });

  it('by the page’s script is accepted', async () => {
    expect(await upload(await solveInBrowser(await getChallenge()))).toEqual([201]);
  });

  it('is accepted in the same form if the server is reached by plain http', async () => {
    const plain = await startDrive({
      settings: {
        ANONYMOUS_UPLOADS: 'on',
        CAPTCHA: 'altcha',
        FEATURE_LIMITS: 'off',
        BASE_URL: 'http://drive.lan',
      },
      random,
    });
    try {
      plain.clock.advance(Date.now() - plain.clock.now());
      const challenge = await getChallenge(plain);
      expect(challenge.parameters.algorithm).toBe('SHA-256');
      const payload = await solve(challenge);
      const token = await solveInBrowser(challenge);
      expect(JSON.parse(Buffer.from(token, 'base64').toString())).toMatchObject({
        solution: { counter: payload.solution.counter, derivedKey: payload.solution.derivedKey },
      });
      expect(await upload(token, plain)).toEqual([201]);
      expect(await upload(tokenOf(payload), plain)).toEqual(refused);
    } finally {
      await plain.close();
    }
  });

  it('[P-332] is accepted for one of eight concurrent calls', async () => {
    const token = tokenOf(await solve(await getChallenge()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(token)));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
    expect(answers.filter(([, code]) => code === 'captcha_failed')).toHaveLength(7);
  });

  it('[P-330] is accepted once, for a file or for a batch', async () => {
    const captchaToken = tokenOf(await solve(await getChallenge()));
    const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1, captchaToken };
    const single = () => drive.fetch('/api/public/uploads', { method: 'POST', json });
    expect((await single()).status).toBe(201);
    expect((await single()).status).toBe(400);
    expect(await upload(captchaToken)).toEqual(refused);
  });

  it('is not consumed by an upload that is refused for another reason', async () => {
    const small = await startDrive({
      settings: { CAPTCHA: 'altcha', FEATURE_LIMITS: 'off', ANONYMOUS_QUOTA_BYTES: '0' },
      random,
    });
    try {
      small.clock.advance(Date.now() - small.clock.now());
      const token = tokenOf(await solve(await getChallenge(small)));
      for (let time = 0; time < 2; time += 1)
        expect((await upload(token, small)).slice(0, 2)).toEqual([409, 'storage_quota_exceeded']);
      expect(await small.database.reader.selectFrom('solved_captchas').select('id').execute()).toEqual([]);
    } finally {
      await small.close();
    }
  });

  it('expires after twenty minutes, and the sweep deletes its record', async () => {
    const early = tokenOf(await solve(await getChallenge()));
    const late = tokenOf(await solve(await getChallenge()));
    const minute = 60_000;
    drive.clock.advance(20 * minute - 2000);
    expect(await upload(early)).toEqual([201]);
    drive.clock.advance(2000);
    expect(await upload(late)).toEqual(refused);
    await drive.jobs.runNow('anonymous.captchas');
    expect(await drive.database.reader.selectFrom('solved_captchas').select('id').execute()).toEqual([]);
    expect(await upload(early)).toEqual(refused);
    drive.clock.advance(Date.now() - drive.clock.now());
  });

  it('is refused if another server issued the challenge', async () => {
    const own = await getChallenge();
    const foreign = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey: pbkdf2,
      expiresAt: own.parameters.expiresAt,
      hmacSignatureSecret: 'mine',
      hmacKeySignatureSecret: 'mine too',
    });
    expect(await upload(tokenOf(await solve(foreign)))).toEqual(refused);
    const withoutKey = { ...own, parameters: { ...own.parameters, keySignature: foreign.parameters.keySignature } };
    expect(await upload(tokenOf({ ...(await solve(own)), challenge: withoutKey }))).toEqual(refused);
  });

  it.each([
    ['an easier prefix', { keyPrefix: '00' }],
    ['less work', { cost: 1 }],
    ['another algorithm', { algorithm: 'SHA-256' }],
    ['a later end', { expiresAt: 4_000_000_000 }],
    ['no end', { expiresAt: undefined }],
    ['another nonce', { nonce: '00'.repeat(16) }],
    ['another salt', { salt: '00'.repeat(16) }],
    ['a shorter key', { keyLength: 1 }],
  ])('is refused with %s in its parameters', async (_, changed) => {
    const { challenge, solution } = unused;
    const parameters = { ...challenge.parameters, ...changed };
    expect(await upload(tokenOf({ challenge: { ...challenge, parameters }, solution }))).toEqual(refused);
  });

  it('[P-325] is refused if it is malformed, incomplete or too large', async () => {
    const { challenge, solution } = unused;
    const tokens: unknown[] = [
      undefined,
      null,
      '',
      '   ',
      'x',
      'eyJ',
      '\ud83d\ude00',
      tokenOf(null),
      tokenOf([]),
      tokenOf({}),
      tokenOf('text'),
      tokenOf({ challenge }),
      tokenOf({ solution }),
      tokenOf({ challenge: { ...challenge, signature: '' }, solution }),
      tokenOf({ challenge: { parameters: challenge.parameters }, solution }),
      tokenOf({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      tokenOf({ challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } }),
      tokenOf({ challenge, solution: { counter: solution.counter } }),
      tokenOf({ challenge, solution: { ...solution, counter: -1 } }),
      tokenOf({ challenge, solution: { ...solution, derivedKey: challenge.parameters.keyPrefix } }),
      'x'.repeat(20_000),
      tokenOf({ ...unused, more: 'x'.repeat(20_000) }),
    ];
    for (const token of tokens) expect([token, ...(await upload(token))]).toEqual([token, ...refused]);
    expect(await upload(tokenOf(unused))).toEqual([201]);
  });

  it('[P-310] consumes a call if it fails, unlike a request that is refused before the check', async () => {
    const limited = await startDrive({ settings: { CAPTCHA: 'altcha' } });
    try {
      const large = { fileName: 'a', contentType: 'text/plain', sizeBytes: 2 ** 40 };
      for (let time = 0; time < 6; time += 1)
        expect((await limited.fetch('/api/public/uploads', { method: 'POST', json: large })).status).toBe(413);
      for (let time = 0; time < 5; time += 1) expect(await upload('x', limited)).toEqual(refused);
      expect((await upload('x', limited)).slice(0, 2)).toEqual([429, 'too_many_requests']);
    } finally {
      await limited.close();
    }
  });
});

describe('the challenge', () => {
  it('has a new nonce in each response', async () => {
    const [one, two] = [await getChallenge(), await getChallenge()];
    expect(one.parameters.nonce).not.toBe(two.parameters.nonce);
    expect(one.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 5000 });
  });

  it('[P-333] answers 404 if altcha is not the configured captcha', async () => {
    const none = await startDrive();
    try {
      expect((await none.fetch('/api/public/captcha/challenge')).status).toBe(404);
    } finally {
      await none.close();
    }
  });
});
