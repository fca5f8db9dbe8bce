import type { MemberRole, TeamDrive } from '@drive/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { davApi } from '../../../test/api/dav-api.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What strangers try to learn of team drives, and members of what is outside of what they were given. */
let drive: Drive;
let counted: ReturnType<typeof countStatements>;
let admin: TestUser;
let boss: SharedApi;
let team: TeamDrive;
let file: string;
let stranger: TestUser;
let strangers: SharedApi;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off' },
    database: (database) => (counted = countStatements(database)).database,
  });
});
afterAll(() => drive.close());

beforeEach(async () => {
  admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
  team = (await boss.call('POST', '/api/drives', { name: `Secret ${(made += 1)}` })).body;
  file = await boss.put('needle.txt', 'hello', { in: team.rootId });
  stranger = await drive.createUser();
  strangers = sharedApi(drive, stranger);
});

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function give(role: MemberRole, itemId = team.rootId): Promise<string> {
  const grants = [{ userId: await idOf(stranger), role }];
  const { status, body } = await boss.call('POST', `/api/files/${itemId}/access`, { grants, notify: false });
  expect(status).toBe(201);
  return body.access[0].id;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
  statements: number;
}
const varies = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

async function ask(
  method: string,
  path: string,
  init: { json?: unknown; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  counted.take();
  const response = await drive.fetch(path, { method, key: stranger.key, ...init });
  const body = (await response.text()).replaceAll(/"timestamp":"[^"]*"/g, '');
  const headers = [...response.headers].filter(([name]) => !varies.has(name));
  return { status: response.status, body, headers, statements: counted.take().statements };
}

/** Expects the same answer, after as many statements, for something of others and for something unknown. */
async function expectSame(about: (name: string) => Promise<Answer>, foreign: string, unknown: string): Promise<void> {
  // The first request of a user creates their root, and others meet jobs that run beside them.
  await about(unknown);
  const [of, none] = [await about(foreign), await about(unknown)];
  for (let again = 0; again < 3 && of.statements !== none.statements; again++) {
    of.statements = Math.min(of.statements, (await about(foreign)).statements);
    none.statements = Math.min(none.statements, (await about(unknown)).statements);
  }
  const named = (answer: Answer, name: string): Answer => ({
    ...answer,
    body: answer.body.replaceAll(name, 'NAME'),
    headers: answer.headers.filter(([header]) => header !== 'content-length'),
  });
  expect(named(of, foreign)).toEqual(named(none, unknown));
}

describe('a stranger', () => {
  type Ask = readonly [what: string, method: string, path: (id: string) => string, json?: (id: string) => unknown];
  const requests: readonly Ask[] = [
    ['reads', 'GET', (id) => `/api/drives/${id}`],
    ['renames', 'PATCH', (id) => `/api/drives/${id}`, () => ({ name: 'Mine now' })],
    ['deletes', 'DELETE', (id) => `/api/drives/${id}`],
    ['lists', 'GET', (id) => `/api/files?driveId=${id}`],
    ['searches', 'GET', (id) => `/api/search?q=needle&driveId=${id}`],
    ['searches by owner in', 'GET', (id) => `/api/search?q=needle&owner=${id}`],
    ['looks for a path in', 'GET', (id) => `/api/files/by-path?path=/needle.txt&driveId=${id}`],
    ['reads by path from', 'GET', (id) => `/files/by-path/needle.txt?driveId=${id}`],
    ['follows', 'GET', (id) => `/api/changes?driveId=${id}`],
    ['lists the tags of', 'GET', (id) => `/api/tags?driveId=${id}`],
    ['lists the trash of', 'GET', (id) => `/api/trash?driveId=${id}`],
    ['empties the trash of', 'DELETE', (id) => `/api/files/trash?driveId=${id}`],
    ['reads what happened in', 'GET', (id) => `/api/activity?driveId=${id}`],
    ['lists the links of', 'GET', (id) => `/api/shares?driveId=${id}`],
    ['lists the file requests of', 'GET', (id) => `/api/collections?driveId=${id}`],
    ['lists the proofings of', 'GET', (id) => `/api/proofings?driveId=${id}`],
    ['lists the upload grants of', 'GET', (id) => `/api/upload-grants?driveId=${id}`],
    ['lists the webhooks of', 'GET', (id) => `/api/users/me/webhooks?driveId=${id}`],
    ['asks for files in', 'POST', () => '/api/collections', (id) => ({ name: 'x', driveId: id })],
    ['grants uploads to', 'POST', () => '/api/upload-grants', (id) => ({ driveId: id })],
    ['hooks', 'POST', () => '/api/users/me/webhooks', (id) => ({ url: 'https://example.com/hook', driveId: id })],
    ['adds to', 'POST', () => '/api/files/folders', (id) => ({ name: 'x', driveId: id })],
  ];

  it.each(requests.map((each) => [each[0], each] as const))(
    '[P-1513] %s a team drive of others as if it did not exist',
    async (_, [, method, path, json]) => {
      const about = (id: string) => ask(method, path(id), json === undefined ? {} : { json: json(id) });
      await expectSame(about, team.id, crypto.randomUUID());
    },
  );

  it('[P-1514] learns nothing by WebDAV, neither by names nor by conditions', async () => {
    const token = await davApi(drive, admin, '/dav-all').lock(`/Drives/${encodeURIComponent(team.name)}/needle.txt`);
    const at = (name: string) => `/dav-all/Drives/${encodeURIComponent(name)}`;
    await strangers.put('own.txt', 'x');
    const asks: readonly ((name: string) => Promise<Answer>)[] = [
      (name) => ask('PROPFIND', `${at(name)}/`, { headers: { depth: '1' } }),
      (name) => ask('GET', `${at(name)}/needle.txt`),
      (name) => ask('PUT', `${at(name)}/needle.txt`, { body: 'x' }),
      (name) => ask('DELETE', `${at(name)}/needle.txt`),
      (name) => ask('MOVE', `${at(name)}/needle.txt`, { headers: { destination: `${at(name)}/b.txt` } }),
      (name) =>
        ask('PUT', '/dav/own.txt', { body: 'y', headers: { if: `(<${name === team.name ? token : 'urn:x'}>)` } }),
      (name) => ask('DELETE', '/dav-all/Drives/', { headers: { if: `<${at(name)}/needle.txt> (<${token}>)` } }),
      (name) => ask('DELETE', '/dav-all/Drives/', { headers: { if: `<${at(name)}/needle.txt> (["etag"])` } }),
    ];
    for (const about of asks) await expectSame(about, team.name, 'Secret unknown');
  });

  it('[P-1515] goes on with no cursor of another feed, and finds nothing by the tools of MCP', async () => {
    const { cursor } = (await boss.call('GET', `/api/changes/latest?driveId=${team.id}`)).body;
    const stolen = await ask('GET', `/api/changes?cursor=${encodeURIComponent(cursor)}`);
    expect([stolen.status, stolen.body.includes('needle')]).toEqual([410, false]);

    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${stranger.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', drive.url), { requestInit }));
    const call = async (name: string, input: Record<string, unknown>): Promise<string> =>
      JSON.stringify(await client.callTool({ name, arguments: input }));
    expect(JSON.parse(await call('list_drives', {})).structuredContent).toEqual({ drives: [], shared: [] });
    const texts = await Promise.all(
      [team.id, crypto.randomUUID()].map(async (driveId) =>
        (await call('list_folder', { driveId })).replaceAll(driveId, ''),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
    await give('viewer');
    expect(await call('list_drives', {})).toContain(team.name);
    expect(await call('list_folder', { driveId: team.id })).toContain('/needle.txt');
    expect(await call('write_file', { driveId: team.id, path: '/b.txt', content: 'x' })).toContain('needs the role');
    await client.close();
  });
});

it('[P-1516] a member of a folder learns nothing of the rest of the drive', async () => {
  const inner = await boss.folder('Inner', team.rootId);
  const below = await boss.put('below.txt', 'x', { in: inner });
  await give('manager', inner);
  for (const path of [
    `/api/drives/${team.id}`,
    `/api/files?driveId=${team.id}`,
    `/api/files/${file}`,
    `/api/shares?driveId=${team.id}`,
  ])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
  const seen = await Promise.all(
    [
      `/api/files/${below}/path`,
      '/api/files?sharedWithMe=true',
      '/api/search?q=e&owner=any',
      `/api/search?q=e&owner=${team.id}`,
      `/api/changes?folderId=${inner}`,
      `/api/files/${inner}/access`,
      '/api/drives',
    ].map(async (path) => (await ask('GET', path)).body),
  );
  expect(
    seen.filter((body) => body.includes('needle') || body.includes(team.name) || body.includes(team.rootId)),
  ).toEqual([]);
  const dav = davApi(drive, stranger, '/dav-all');
  expect([await dav.members('/Drives/'), await dav.members('/Shared%20with%20me/')]).toEqual([
    [],
    ['/dav-all/Shared%20with%20me/Inner/'],
  ]);
});
