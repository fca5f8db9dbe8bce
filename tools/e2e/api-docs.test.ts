import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, cliCommand, createKey, freshMachine, run, startServer, type RunningServer } from './programs.ts';

type Label = 'SDK' | 'CLI' | 'curl';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? '');

describe('the examples of the API reference', () => {
  const { env, home } = freshMachine();
  let server: RunningServer;
  let client: DriveClient;
  let shell: Record<string, string>;
  /** The examples of each operation by language. */
  const examples = new Map<string, Partial<Record<Label, string>>>();
  /** Values for the placeholders in angle brackets. */
  const known: Record<string, string> = {};

  beforeAll(async () => {
    server = await startServer({ ...env, DRIVE_RATE_APIKEY: '0', DRIVE_RATE_API: '0' });
    const apiKey = await createKey(env, admin.email);
    client = new DriveClient({ baseUrl: server.url, apiKey });
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
    await client.files.createFolder({ name: 'Photos' });
    const { shareToken } = await client.shares.create(fileId, {});
    Object.assign(known, { id: fileId, fileId, token: shareToken });
    const programs = join(home, 'bin');
    mkdirSync(programs);
    writeFileSync(
      join(programs, 'drive-cli'),
      `#!/bin/sh\nexec ${cliCommand.map((word) => `"${word}"`).join(' ')} "$@"\n`,
      {
        mode: 0o755,
      },
    );
    shell = { PATH: `${programs}:${env.PATH}`, HOME: home, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: apiKey };

    const overview = await readPage('/api/docs');
    for (const path of new Set(
      Array.from(overview.matchAll(/href="(\/api\/docs\/[^"#]+)"/g), ([, found = '']) => found),
    ))
      for (const card of (await readPage(path)).split('<section class="card" id="').slice(1)) {
        const blocks = card.matchAll(/<pre [^>]*aria-label="(SDK|CLI|curl)">([^<]*)<\/pre>/g);
        const texts = Array.from(blocks, ([, label, text = '']) => [label, decode(text)]);
        const id = card.slice(0, card.indexOf('"'));
        // Events have a body, and no call.
        if (!id.startsWith('on.')) examples.set(id, Object.fromEntries(texts));
      }
  });
  afterAll(() => server.end('SIGTERM'));

  const readPage = async (path: string): Promise<string> =>
    (await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })).text();

  function exampleOf(call: string, label: Label): string {
    const text = examples.get(call)?.[label];
    if (text === undefined) throw new Error(`${call} is not shown in ${label}`);
    return text.replaceAll(/<(\w+)>/g, (all, name: string) => known[name] ?? all);
  }

  async function byCurl(call: string): Promise<{ status: number; body: unknown }> {
    const { stdout } = await run('bash', ['-c', `${exampleOf(call, 'curl')} -s -w '\n%{http_code}'`], { env: shell });
    const [, text = '', status] = /^([^]*)\n(\d+)$/.exec(stdout) ?? [];
    return { status: Number(status), body: text === '' ? undefined : JSON.parse(text) };
  }

  it('exist for every call in curl and the SDK, and for most in the command line', () => {
    expect(examples.size).toBeGreaterThan(90);
    for (const [call, texts] of examples)
      expect({ call, texts }).toMatchObject({
        texts: { curl: expect.any(String), SDK: expect.stringContaining('@drive/sdk') },
      });
    const commands = [...examples.values()].flatMap(({ CLI }) => CLI ?? []);
    expect(commands.length).toBeGreaterThan(90);
    for (const command of commands) expect(command).toMatch(/^(?:.*\| )?drive-cli /m);
  });

  it.each([
    ['getMe', { email: admin.email }],
    ['listFiles', { files: [{ name: 'Photos' }, { name: 'hello.txt' }] }],
    ['getFile', { name: 'hello.txt' }],
    ['getDownloadUrl', { downloadUrl: expect.any(String) }],
    ['getFilePath', expect.anything()],
    ['getFileByPath', { name: 'Photos' }],
    ['listApiKeys', expect.anything()],
    ['resolveShare', { shareMode: 'SHARED' }],
    ['listUsers', { pagination: { totalItems: 1 } }],
    ['getStats', expect.anything()],
    ['listAudit', expect.anything()],
    ['getPublicConfig', expect.anything()],
  ])('run unchanged: %s', async (call, expected) => {
    const byHand = await byCurl(call);
    expect(byHand).toMatchObject({ status: 200, body: expected });
  });

  it.each(['createFolder', 'createPaste', 'createCollection', 'createApiKey', 'createWebhook', 'updateMe'])(
    'run unchanged and create an object: %s',
    async (call) => {
      if (call === 'createFolder') await client.files.trash((await client.files.getByPath('/Photos')).id);
      const { status, body } = await byCurl(call);
      expect({ isDone: [200, 201].includes(status), body }).toEqual({ isDone: true, body: expect.any(Object) });
    },
  );

  it('are understood by the server with placeholders, too', async () => {
    // Except for calls that would end this server's only account, or the key.
    const calls = [...examples.keys()].filter((call) => !['deleteUser', 'logout', 'changePassword'].includes(call));
    const lines = calls.map((call) => {
      const text = exampleOf(call, 'curl').replace('@<file>', '@/dev/null');
      return `${text} -s -o /dev/null --max-time 1 -w '${call} %{http_code}\\n'`;
    });
    const { stdout } = await run('bash', ['-c', lines.join('\n')], { env: shell });
    const answers = stdout.trimEnd().split('\n');
    expect(answers).toHaveLength(calls.length);
    const misunderstood = answers.filter((answer) => / (000|405|415|5\d\d)$/.test(answer));
    expect(misunderstood).toEqual([]);
  });
});
