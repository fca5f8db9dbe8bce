import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
const clients: Client[] = [];
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(key = user.key, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', drive.url), { requestInit }));
  clients.push(client);
  return client;
}

type Arguments = Record<string, unknown>;
type Result = CallToolResult & { readonly structuredContent?: any };
const callWith = (client: Client, name: string, args: Arguments = {}): Promise<Result> =>
  client.callTool({ name, arguments: args });

async function call(name: string, args: Arguments = {}, key = user.key): Promise<any> {
  const result = await callWith(await connect(key), name, args);
  expect([name, result.isError ?? false, result.isError === true ? result.content : []]).toEqual([name, false, []]);
  return result.structuredContent;
}

async function refusal(name: string, args: Arguments = {}, key = user.key): Promise<string> {
  const { isError, content } = await callWith(await connect(key), name, args);
  expect(isError).toBe(true);
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

const write = (path: string, content: string): Promise<any> => call('write_file', { path, content });

async function createKey(restriction: Arguments): Promise<string> {
  const response = await drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, json: restriction });
  return ((await response.json()) as { rawKey: string }).rawKey;
}

const toolNames = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

describe('the tools', () => {
  it.each(['legacy', 'auto'] as const)(
    '[P-970] are those of the scopes of the key, for clients of the %s protocol',
    async (mode) => {
      expect(await toolNames(await connect(await createKey({ scopes: ['files:read'] }), mode))).toEqual([
        'list_drives',
        'list_folder',
        'list_versions',
        'read_file',
        'search',
      ]);
      expect(await toolNames(await connect(await createKey({ scopes: ['files:write'] }), mode))).toEqual([
        'write_file',
      ]);
      expect(await toolNames(await connect(await createKey({ scopes: ['webhooks'] }), mode))).toEqual([]);
      expect(await toolNames(await connect(user.key, mode))).toHaveLength(14);
    },
  );

  it('store, list, read and find files, and create the folders', async () => {
    await write('/Notes/2026/plan.md', '# Plan\n');
    expect(await call('create_folder', { path: 'Notes/2026/empty/' })).toMatchObject({ path: '/Notes/2026/empty' });
    expect(await call('list_folder', { path: '/Notes/2026' })).toMatchObject({
      path: '/Notes/2026',
      items: [
        { path: '/Notes/2026/empty', type: 'folder' },
        { path: '/Notes/2026/plan.md', type: 'file', size: 7, shared: false },
      ],
      nextCursor: null,
    });
    expect(await call('read_file', { path: '/Notes/2026/plan.md' })).toMatchObject({ text: '# Plan\n', size: 7 });
    expect(await call('search', { query: 'PLAN', path: '/Notes' })).toMatchObject({
      results: [{ path: '/Notes/2026/plan.md' }],
    });
  });

  it('list a long folder in pages', async () => {
    for (const name of ['a', 'b', 'c']) await write(`/${name}.txt`, name);
    const first = await call('list_folder', { limit: 2 });
    const second = await call('list_folder', { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ path }) => path)).toEqual(['/a.txt', '/b.txt', '/c.txt']);
    expect(second.nextCursor).toBeNull();
  });

  it('show images, and of other bytes a URL', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await call('write_file', { path: '/dot.png', content: png.toString('base64'), encoding: 'base64' });
    const { content, structuredContent } = await callWith(await connect(), 'read_file', { path: '/dot.png' });
    expect(content[0]).toMatchObject({ type: 'image', mimeType: 'image/png', data: png.toString('base64') });
    expect(structuredContent).toMatchObject({ image: 'complete', mimeType: 'image/png' });
    expect(structuredContent).not.toHaveProperty('downloadUrl');

    const bytes = Buffer.from([0, 1, 2, 255]);
    await call('write_file', { path: '/data.bin', content: bytes.toString('base64'), encoding: 'base64' });
    const { text, downloadUrl, sha256 } = await call('read_file', { path: '/data.bin' });
    expect([text, sha256]).toEqual([undefined, createHash('sha256').update(bytes).digest('hex')]);
    expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('do not return texts above 256 KiB', async () => {
    await write('/long.txt', 'x'.repeat(256 * 1024 + 1));
    expect(await call('read_file', { path: '/long.txt' })).toMatchObject({ downloadUrl: expect.any(String) });
    expect(await call('read_file', { path: '/long.txt' })).not.toHaveProperty('text');
  });

  it('move, rename and copy without overwriting anything', async () => {
    await write('/a.txt', 'a');
    await write('/b.txt', 'b');
    await call('create_folder', { path: '/Box' });
    expect(await call('move', { path: '/a.txt', destination: '/Box' })).toMatchObject({ path: '/Box/a.txt' });
    expect(await call('move', { path: '/Box/a.txt', destination: '/Box/c.txt' })).toMatchObject({ path: '/Box/c.txt' });
    expect(await call('copy', { path: '/Box', destination: '/Box 2' })).toMatchObject({
      path: '/Box 2',
      type: 'folder',
    });
    expect(await call('copy', { path: '/b.txt', destination: '/' })).toMatchObject({ path: '/b (1).txt' });
    expect(await refusal('move', { path: '/b.txt', destination: '/Box/c.txt' })).toContain('already');
    expect(await refusal('copy', { path: '/b.txt', destination: '/None/b.txt' })).toContain(
      'There is nothing at /None',
    );
    expect(await call('read_file', { path: '/Box 2/c.txt' })).toMatchObject({ text: 'a' });
  });

  it('[P-971] delete nothing for good', async () => {
    await write('/a.txt', 'first');
    expect(await refusal('write_file', { path: '/a.txt', content: 'second' })).toContain('set replace to true');
    await call('write_file', { path: '/a.txt', content: 'second', replace: true });
    const { versions } = await call('list_versions', { path: '/a.txt' });
    expect(await call('read_file', { path: '/a.txt', version: versions[0].version })).toMatchObject({ text: 'first' });
    await call('restore_version', { path: '/a.txt', version: versions[0].version });
    expect(await call('read_file', { path: '/a.txt' })).toMatchObject({ text: 'first' });
    expect(await call('trash', { path: '/a.txt' })).toEqual({ path: '/a.txt', type: 'file' });
    expect(await refusal('read_file', { path: '/a.txt' })).toContain('There is nothing at /a.txt');
    expect(await refusal('restore', { path: '/b.txt' })).toContain('The last items that were moved there: /a.txt.');
    expect(await call('restore', { path: '/a.txt' })).toMatchObject({ path: '/a.txt' });
  });

  it('share an item by a link, and return no other secret', async () => {
    await write('/a.txt', 'hello');
    const shared = await call('share', { path: '/a.txt', expires_in_days: 7, password: 'open sesame' });
    expect(shared).toMatchObject({ path: '/a.txt', passwordProtected: true, expiresAt: expect.any(String) });
    expect((await fetch(shared.url)).status).toBe(401);
    expect(JSON.stringify(shared)).not.toContain('sesame');
    const token = new URL(shared.url).pathname.split('/').at(-1) ?? '';
    for (const listed of [await call('list_folder'), await call('search', { query: 'a.txt' })])
      expect(JSON.stringify(listed)).not.toContain(token);
  });
});

it('create_upload_grant lets others upload into a folder', async () => {
  await call('create_folder', { path: '/Inbox' });
  const grant = await call('create_upload_grant', { path: '/Inbox', max_files: 2, allowed_types: ['text/plain'] });
  expect(grant).toMatchObject({ path: '/Inbox', maxFiles: 2, token: expect.stringMatching(/^upg_/) });
  const reserved = await drive.fetch('/api/public/grants/uploads', {
    method: 'POST',
    headers: { 'x-upload-grant': grant.token },
    json: { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 2 },
  });
  const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'hi' })).status).toBe(200);
  expect(await call('read_file', { path: '/Inbox/a.txt' })).toMatchObject({ text: 'hi' });
});

describe('a key for one folder', () => {
  it('[P-972] sees its folder as the root, and nothing outside', async () => {
    await write('/Public/in.txt', 'in');
    await write('/out.txt', 'out');
    const item = await drive.fetch('/api/files/by-path?path=/Public', { key: user.key });
    const { id: folderId } = (await item.json()) as { id: string };
    const key = await createKey({ folderId });
    expect((await call('list_folder', {}, key)).items).toMatchObject([{ path: '/in.txt' }]);
    await call('write_file', { path: '/sub/new.txt', content: 'new' }, key);
    expect((await call('search', { query: 'new' }, key)).results).toMatchObject([{ path: '/sub/new.txt' }]);
    expect(await call('move', { path: '/sub/new.txt', destination: '/' }, key)).toMatchObject({ path: '/new.txt' });
    await call('trash', { path: '/new.txt' }, key);
    expect(await call('restore', { path: '/new.txt' }, key)).toMatchObject({ path: '/new.txt' });
    for (const path of ['/out.txt', '/Public/in.txt', '/../out.txt'])
      expect(await refusal('read_file', { path }, key)).toMatch(/nothing at|without "\.\."/);
    expect(await call('read_file', { path: '/Public/new.txt' })).toMatchObject({ text: 'new' });
  });
});

describe('a call', () => {
  it('with wrong arguments is refused in words, before anything happens', async () => {
    expect(await refusal('list_folder', { path: 7 })).toContain('path');
    expect(await refusal('list_folder', { folder: '/' })).toContain('folder');
    expect(await refusal('write_file', { path: '/x', content: '???', encoding: 'base64' })).toContain('not base64');
    expect(await refusal('trash', { path: '/' })).toContain('root');
  });

  it('changes what the API changes: the same events, by the key', async () => {
    await write('/a.txt', 'a');
    const { changes } = (await (await drive.fetch('/api/changes', { key: user.key })).json()) as any;
    expect(changes).toMatchObject([{ type: 'created', item: { name: 'a.txt' } }]);
    const rows = await drive.database.reader
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'file.created')
      .execute();
    expect(rows.map(({ data }) => JSON.parse(data).origin.kind)).toContain('api_key');
  });
});

describe('the endpoint', () => {
  const post = (init: RequestInit & { key?: string }): Promise<Response> =>
    drive.fetch('/mcp', {
      method: 'POST',
      ...init,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...init.headers },
    });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  it('[P-973] answers API keys only, not the session of a page', async () => {
    const session = await drive.signIn(user);
    for (const headers of [
      {},
      { authorization: `Bearer svc_${'x'.repeat(40)}` },
      { cookie: session.cookie, 'x-xsrf-token': session.xsrf },
    ]) {
      const answer = await post({ body, headers });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await post({ body, key: user.key })).status).toBe(200);
  });

  it('refuses pages of other sites, unless DRIVE_CORS_ORIGINS names them', async () => {
    const origin = 'https://app.example.com';
    const open = await startDrive({ settings: { CORS_ORIGINS: origin } });
    const { key } = await open.createUser();
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const asked = await open.fetch('/mcp', { method: 'OPTIONS', headers: preflight });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Mcp-Protocol-Version'),
    ]);
    const headers = { origin, accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const allowed = await open.fetch('/mcp', { method: 'POST', key, body, headers });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    await open.close();

    const answer = await post({ body, key: user.key, headers: { origin: 'https://evil.example' } });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('DRIVE_CORS_ORIGINS')]);
    expect((await post({ body, key: user.key, headers: { origin: drive.url } })).status).toBe(200);
  });

  it('opens no stream, refuses large and broken bodies, and other methods', async () => {
    expect((await drive.fetch('/mcp', { key: user.key, headers: { accept: 'text/event-stream' } })).status).toBe(405);
    expect((await post({ body: '{', key: user.key })).status).toBe(400);
    expect((await post({ body: 'x'.repeat(5_000_000), key: user.key })).status).toBe(413);
    expect((await drive.fetch('/mcp/x', { key: user.key })).status).toBe(404);
  });

  it('ends with its key', async () => {
    const key = await createKey({});
    const client = await connect(key);
    const { apiKeys } = (await (await drive.fetch('/api/api-keys', { key: user.key })).json()) as any;
    await drive.fetch(`/api/me/api-keys/${apiKeys[0].id}`, { method: 'DELETE', key: user.key });
    await expect(callWith(client, 'list_folder')).rejects.toThrow();
  });
});

it('does not exist with DRIVE_MCP=off, and counts in the limit of the key', async () => {
  const off = await startDrive({ settings: { MCP: 'off' } });
  expect((await off.fetch('/mcp', { method: 'POST' })).status).toBe(404);
  await off.close();
  const limited = await startDrive({ settings: { RATE_APIKEY: '3' } });
  const { key } = await limited.createUser();
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_folder', arguments: {} } };
  const ask = (): Promise<Response> =>
    limited.fetch('/mcp', { method: 'POST', key, json, headers: { accept: 'application/json, text/event-stream' } });
  const first = await ask();
  expect([first.headers.get('x-ratelimit-limit'), await first.text()]).toEqual([
    '3',
    expect.stringContaining('"items"'),
  ]);
  const second = await ask();
  expect(await second.text()).toContain('Too many requests. Try again in');
  expect((await ask()).status).toBe(429);
  await limited.close();
});
