import { endpoints, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';

let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  const off = '100000';
  drive = await startDrive({ settings: { RATE_APIKEY: off, RATE_API: off, RATE_AUTH: off, REGISTRATION: 'open' } });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());

// A server that is set up refuses to be set up before it reads anything.
const ofApi = (Object.values(endpoints) as EndpointShape[]).filter(
  ({ id, path }) => path.startsWith('/api/') && id !== 'setup',
);
const call = ({ method, path }: EndpointShape, query: string): Promise<Response> =>
  drive.fetch(`${path.replaceAll(/\{\w+\}/g, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff')}?${query}`, {
    method,
    key: admin.key,
  });

test.each(ofApi.map((shape) => [shape.id, shape] as const))(
  '[P-850] refuses a query parameter that the operation does not have: %s',
  async (_, shape) => {
    const response = await call(shape, 'utm_source=mail');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        message: 'utm_source is not a known query parameter.',
        errors: [{ field: 'utm_source', code: 'unknown_field' }],
      },
    ]);
  },
);

test('[P-851] names the nearest known query parameter', async () => {
  const refused = async (path: string): Promise<string> => {
    const response = await drive.fetch(path, { key: admin.key });
    expect(response.status).toBe(400);
    return ((await response.json()) as { message: string }).message;
  };
  expect(await refused('/api/files?limt=5')).toBe('limt is not a known query parameter; did you mean limit.');
  expect(await refused('/api/files?parentid=x&folderId=y')).toBe(
    'parentid is not a known query parameter; did you mean parentId.',
  );
  expect(await refused('/api/files?__proto__=x')).toBe('__proto__ is not a known query parameter.');
  expect(await refused('/api/me?x=1')).toBe('x is not a known query parameter.');
});

test.each(['/', '/healthz', '/readyz', '/docs', '/files/by-path/a.txt'])(
  '[P-852] ignores a query parameter that it does not know: %s',
  async (path) => {
    const answer = async (url: string): Promise<number> => (await drive.fetch(url, { key: admin.key })).status;
    expect(await answer(`${path}?utm_source=mail`)).toBe(await answer(path));
  },
);
