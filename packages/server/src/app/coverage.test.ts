import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, errorStatus, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type DriveInit, type TestUser } from '../../test/drive.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);
const guarded = all.filter(({ auth }) => auth === 'required' || auth === 'admin');
const keyed = [...guarded, ...all.filter(({ auth }) => auth === 'key')];

let drive: Drive;
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());

/** With unknown ids and no body: an authorized caller gets another error. */
const call = (shape: EndpointShape, init: DriveInit = {}): Promise<Response> =>
  drive.fetch(shape.path.replaceAll(/\{\w+\}/g, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'), {
    method: shape.method,
    ...init,
  });
const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json().catch(() => ({}))) as { code?: string }).code;

it('lists every page in test/pages.txt', async () => {
  const described = new Set(all.map(({ method, path }) => `${method} ${path}`));
  const isPage = (route: string): boolean => /^(GET|POST) \/(?!assets\/)/.test(route) && !described.has(route);
  const pages = [...drive.app.routes].filter(isPage).toSorted();
  await expect(`${pages.join('\n')}\n`).toMatchFileSnapshot('../../test/pages.txt');
});

describe('every endpoint of the contract', () => {
  it('is mounted', () => {
    expect([...drive.app.mounted].toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  it.each(keyed.map((shape) => [shape.id, shape] as const))(
    '[P-39] refuses callers without credentials: %s',
    async (_, shape) => {
      const visitors: DriveInit[] = [
        {},
        { key: 'svc_0123456789012345678901234567890123456789' },
        { headers: { cookie: 'auth_token=nobody' } },
        { headers: { authorization: 'Basic dXNlcjpwYXNz' } },
        { headers: { authorization: user.key } },
      ];
      for (const visitor of visitors) {
        const response = await call(shape, visitor);
        expect([response.status, await codeOf(response)]).toEqual([401, 'authentication_required']);
      }
    },
  );

  it.each(keyed.map((shape) => [shape.id, shape] as const))('[P-40] accepts a key: %s', async (_, shape) => {
    const response = await call(shape, { key: user.key });
    expect(response.status).not.toBe(401);
    if (shape.auth === 'admin') expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied']);
  });

  it('[P-41] changes nothing for a session without its XSRF token', async () => {
    const session = await drive.signIn(user);
    for (const shape of guarded.filter(({ method }) => method !== 'GET')) {
      const response = await call(shape, { headers: { cookie: session.cookie, 'x-xsrf-token': 'wrong' } });
      expect([shape.id, response.status, await codeOf(response)]).toEqual([shape.id, 403, 'access_denied']);
    }
  });

  it('answers an unknown id according to its contract', async () => {
    // Not told apart from known ones, or refused to API keys before.
    const silent = new Set([
      'revokeApiKey',
      'downloadFile',
      'preview',
      'downloadArchive',
      'deletePasskey',
      'unlinkIdentity',
    ]);
    for (const shape of all.filter(({ unknownParam, id }) => unknownParam !== undefined && !silent.has(id))) {
      const { key } = shape.auth === 'admin' ? admin : user;
      const response = await call(shape, { key, ...(shape.body === undefined ? {} : { json: {} }) });
      const isTaken = shape.body === undefined || shape.rawBody === true || shape.body.safeParse({}).success;
      expect([shape.id, response.status]).toEqual([shape.id, isTaken ? 404 : 400]);
    }
  });
});

describe('each response of the API', () => {
  let limited: Drive;
  let key: string;
  beforeAll(async () => {
    limited = await startDrive({ settings: { RATE_API: '100000', RATE_APIKEY: '600', RATE_AUTH: '10000' } });
    ({ key } = await limited.createUser());
  });
  afterAll(() => limited.close());
  const headersOf = ({ headers }: Response) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'].map((name) =>
      /^\d+$|^[\da-f-]{36}$/.test(headers.get(name) ?? ''),
    );
  const operations = all.filter(({ path }) => path.startsWith('/api/'));

  it.each(operations.map((shape) => [`${shape.method} ${shape.path}`, shape] as const))(
    '[P-478] has rate limit headers and counts a key in its own limit: %s',
    async (_, shape) => {
      const path = shape.path.replaceAll(/\{\w+\}/g, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
      for (const init of [{}, { key: 'svc_0123456789012345678901234567890123456789' }, { method: 'PATCH' }]) {
        const response = await limited.fetch(path, { method: shape.method, ...init });
        expect([response.status, ...headersOf(response)]).toEqual([response.status, true, true, true, true]);
      }
      const left = async (): Promise<number> =>
        Number((await limited.fetch('/api/nowhere', { key })).headers.get('x-ratelimit-remaining'));
      limited.clock.advance(60_000);
      const before = await left();
      const response = await limited.fetch(path, { method: shape.method, key });
      await response.body?.cancel();
      expect(headersOf(response)).toEqual([true, true, true, true]);
      expect(await left()).toBe(before - 2);
    },
  );

  it.each(['/api', '/api/nowhere', '/api/auth/nowhere', '/api/docs', '/api/docs/sign-in', '/api/openapi.json'])(
    'has rate limit headers: %s',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST'])
        expect(headersOf(await limited.fetch(path, { method }))).toEqual([true, true, true, true]);
    },
  );
});

describe('each error code of the contract', () => {
  const packages = join(import.meta.dirname, '../../..');
  const read = (matches: (path: string) => boolean): string =>
    globSync('{server,internal/*}/src/**/*.{ts,tsx}', { cwd: packages })
      .filter(matches)
      .map((path) => readFileSync(join(packages, path), 'utf8'))
      .join('\n');
  const isTest = (path: string): boolean => /\.(test|contract)\.tsx?$/.test(path);
  const code = read((path) => !isTest(path));
  const tests = read((path) => isTest(path) && !path.includes('coverage'));

  it.each(Object.keys(errorStatus))('[P-166] is thrown in the sources and expected by a test: %s', (name) => {
    const [inCode, inTests] = [code, tests].map((text) => new RegExp(`['"]${name}['"]`).test(text));
    expect({ inCode, inTests }).toEqual({ inCode: true, inTests: true });
  });
});
