import { jsonOf, listEndpoints, resolve, type Endpoint, type OpenApi } from '@drive/api-docs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { sharedApi } from '../../test/shared.ts';

// Every field, parameter and path of every operation gets unexpected values; the response must be an error or a
// success. On Postgres only, which accepts fewer values than SQLite.
const isStrict = inject('databaseKind') === 'postgres';

const values: readonly unknown[] = ['\u0000', 'a\ud800b', 2 ** 53, 1e308, ['\u0000'], { length: { toString: 1 } }];
const texts = ['%00', '%ff', '9007199254740993', '+275760-09-13T00:00:00.000Z'];
const names = ['%00', '%ff', '%F0%9F%A6%8A', 'x'.repeat(3000)];

let drive: Drive;
let admin: TestUser;
let known: Readonly<Record<string, string>>;
let calls: Endpoint[];
let api: OpenApi;

beforeAll(async () => {
  if (!isStrict) return;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_UPLOADS: 'on', REGISTRATION: 'invite' } });
  admin = await drive.createUser({ isAdmin: true });
  const mine = sharedApi(drive, admin);
  const id = await mine.put('a.txt', 'hello');
  const { shareToken } = await mine.shareFile(id);
  known = { id, fileId: id, token: shareToken };
  api = (await (await drive.fetch('/api/openapi.json')).json()) as OpenApi;
  // Omits streams, which do not end, and the operations that sign the caller out.
  calls = listEndpoints(api.paths).filter(
    ({ path, operationId }) => !path.includes('stream') && operationId !== 'logout',
  );
});
afterAll(() => drive?.close());

async function isTaken(method: string, path: string, body?: string): Promise<boolean> {
  const response = await drive.fetch(path, {
    method,
    key: admin.key,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  await response.arrayBuffer();
  return response.status < 500;
}
const addressOf = ({ path }: Endpoint): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? 'x');

describe.runIf(isStrict)('the server never answers 500 to', { timeout: 120_000 }, () => {
  it('any value in a body', async () => {
    const failed: string[] = [];
    for (const call of calls) {
      const schema = jsonOf(call.requestBody?.content);
      if (schema === undefined) continue;
      const shape = resolve(api, schema);
      const base = shape['x-example'] ?? {};
      const bodies = values.flatMap((value) => [
        value,
        ...Object.keys(shape.properties ?? {}).map((name) => ({ ...base, [name]: value })),
      ]);
      for (const body of bodies.map((each) => JSON.stringify(each)))
        if (!(await isTaken(call.method, addressOf(call), body)))
          failed.push(`${call.operationId} ${body.slice(0, 80)}`);
    }
    expect(failed).toEqual([]);
  });

  it('any value in a query or a path', async () => {
    const failed: string[] = [];
    for (const call of calls) {
      const query = (call.parameters ?? []).filter((each) => each.in === 'query');
      const paths = [
        ...query.flatMap(({ name }) => texts.map((text) => `${addressOf(call)}?${name}=${text}`)),
        ...(call.path.includes('{') ? names.map((name) => call.path.replaceAll(/\{\w+\}/g, name)) : []),
      ];
      const body = jsonOf(call.requestBody?.content) === undefined ? undefined : '{}';
      for (const path of paths)
        if (!(await isTaken(call.method, path, body))) failed.push(`${call.operationId} ${path}`);
    }
    expect(failed).toEqual([]);
  });
});
