import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmtp } from '@drive/mail/test';
import { DriveClient } from '@drive/sdk';
import { png } from '@drive/thumbnails/test';
import { afterAll, expect, it } from 'vitest';
import { createKey, drive, freshMachine } from '../programs.ts';
import { clientInTurn, clientOf, describeCluster } from './describe-cluster.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const MB = 1_000_000;

const smtp = await startSmtp();
afterAll(() => smtp.close());
const sweepSeconds = 5;
const metricsToken = 'the-metrics-of-the-tests';
const settings = {
  DRIVE_REGISTRATION: 'open',
  DRIVE_SMTP_URL: smtp.url,
  DRIVE_SWEEP_SECONDS: String(sweepSeconds),
  DRIVE_METRICS_TOKEN: metricsToken,
};

describeCluster('that are asked in turn', settings, (test) => {
  /** The key of a new user. */
  async function createUser(): Promise<{ readonly id: string; readonly email: string; readonly key: string }> {
    const email = `${randomUUID()}@example.com`;
    const { id } = await test.cluster.client.admin.users.create({ email, password: 'the users of the tests' });
    return { id, email, key: await createKey(test.cluster.env, email) };
  }
  const post = (url: string, key: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('each may go to another server: the whole main way works, and every write is seen by the next request', async () => {
    const client = clientInTurn(test.cluster);
    const folder = await client.files.ensureFolder('/Photos/2026');
    const bytes = randomBytes(11 * MB);
    const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'sea.bin', parentId: folder.id });
    expect((await client.files.get(fileId)).sha256).toBe(sha256(bytes));
    expect((await client.files.list({ parentId: folder.id })).items.map(({ name }) => name)).toEqual(['sea.bin']);
    await client.files.update(fileId, { name: 'sky.bin', parentId: null });
    expect((await client.files.getByPath('/sky.bin')).id).toBe(fileId);
    // Each server once, and each as the first to be asked.
    for (const _ of test.cluster.nodes)
      expect((await client.files.list({ q: 'sky' })).items.map(({ id }) => id)).toEqual([fileId]);
    expect((await client.files.list({ q: 'sea' })).items).toEqual([]);
    expect(sha256(new Uint8Array(await (await client.files.downloadBlob(fileId)).arrayBuffer()))).toBe(sha256(bytes));

    const { shareToken, shortUrl } = await client.shares.create(fileId, { password: 'open sesame' });
    const share = await client.public.open(shortUrl, { password: 'open sesame' });
    expect((await share.downloadBlob()).size).toBe(bytes.length);
    // Counted after the last byte.
    await expect.poll(async () => (await client.shares.get(shareToken)).downloadCount).toBe(1);
    await client.shares.revoke({ token: shareToken });
    await expect(client.public.open(shortUrl)).rejects.toMatchObject({ status: 404 });

    const second = await client.files.put('/Photos/2026/a.txt', new Blob(['one']));
    await client.uploads.replace(second.id, new Blob(['two']));
    expect((await client.files.versions.list(second.id)).items).toHaveLength(1);
    await client.files.trash(second.id);
    expect((await client.trash.list()).map(({ id }) => id)).toEqual([second.id]);
    await client.trash.restore(second.id);
    expect(await (await client.files.downloadBlob(second.id)).text()).toBe('two');
    await client.files.trashMany([second.id, fileId]);
    await client.trash.empty();
    // A job removes the bytes.
    await expect.poll(async () => (await client.account.me()).usedBytes).toBe(0);
  });

  it('serve the CLI as a single one does', async () => {
    const { home, env } = freshMachine();
    const { url, key } = test.cluster;
    const cli = { ...env, DRIVE_BASE_URL: url, DRIVE_API_KEY: key };
    const names = Array.from({ length: 30 }, (_, index) => `${index}.bin`);
    const here = join(home, 'album');
    mkdirSync(here);
    for (const [index, name] of names.entries()) writeFileSync(join(here, name), randomBytes(1 + index * 50_000));
    expect(await drive(cli, 'upload', '-r', here)).toMatchObject({ code: 0 });
    const there = join(home, 'copy');
    expect(await drive(cli, 'download', '/album', '-o', there)).toMatchObject({ code: 0 });
    for (const name of names)
      expect(readFileSync(join(there, 'album', name)).equals(readFileSync(join(here, name)))).toBe(true);
    expect(await drive(cli, 'rm', '-r', '--permanent', '--yes', '/album')).toMatchObject({ code: 0 });
    expect((await drive(cli, 'find', '/')).stdout).not.toContain('album');
    rmSync(home, { recursive: true });
  });

  it('continue a tus upload on any server, at the offset that another acknowledged', async () => {
    const bytes = randomBytes(13 * MB + 7);
    const { sessionId, fileId } = await test.cluster.client.uploads.create({
      fileName: 'pieces.bin',
      fileSizeBytes: bytes.length,
      contentType: 'application/octet-stream',
    });
    let offset = 0;
    for (let turn = 0; offset < bytes.length; turn += 1) {
      const [asked, sent] = [test.cluster.nodes[(turn + 1) % 3]!, test.cluster.nodes[turn % 3]!];
      const headers = { 'tus-resumable': '1.0.0' };
      const head = await fetch(`${asked.url}/files/tus/${sessionId}`, { method: 'HEAD', headers });
      expect(head.headers.get('upload-offset')).toBe(String(offset));
      const piece = bytes.subarray(offset, offset + [1, 3 * MB, 5 * 1024 * 1024, 17][turn % 4]!);
      const patched = await fetch(`${sent.url}/files/tus/${sessionId}`, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: piece,
      });
      offset += piece.length;
      expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, String(offset)]);
    }
    expect((await test.cluster.client.files.get(fileId)).sha256).toBe(sha256(bytes));
    const stored = await test.cluster.client.files.downloadBlob(fileId);
    expect(sha256(new Uint8Array(await stored.arrayBuffer()))).toBe(sha256(bytes));
  });

  it('send a ZIP once, and a thumbnail and the page of a share always, whoever is asked', async () => {
    const client = clientInTurn(test.cluster);
    const { fileId } = await client.uploads.upload(
      new Blob([new Uint8Array(png({ width: 40, height: 30 }))], { type: 'image/png' }),
      {
        name: 'blue.png',
      },
    );
    const { fileId: other } = await client.uploads.upload(new Blob([randomBytes(9 * MB)]), { name: 'noise.bin' });
    const { downloadUrl } = await client.files.archive([fileId, other]);
    const { shortUrl } = await client.shares.create(fileId);
    await expect.poll(async () => (await client.files.get(fileId)).previewUrl).toBeTypeOf('string');
    const thumbnailUrl = (await client.files.get(fileId)).previewUrl ?? '';
    const archives: (readonly [number, boolean])[] = [];
    for (const { url } of test.cluster.nodes) {
      const here = (address: string): Promise<Response> => fetch(address.replace(test.cluster.url, url));
      const zip = await here(downloadUrl);
      archives.push([zip.status, (await zip.arrayBuffer()).byteLength > 9 * MB]);
      expect((await here(thumbnailUrl)).headers.get('content-type')).toMatch(/^image\//);
      const page = await fetch(shortUrl.replace(test.cluster.url, url), {
        headers: { 'user-agent': 'Mozilla/5.0', accept: 'text/html' },
        redirect: 'manual',
      });
      expect(page.status).toBe(302);
      expect(await (await here(page.headers.get('location') ?? '')).text()).toContain('blue.png');
    }
    expect(archives).toEqual([
      [200, true],
      [410, false],
      [410, false],
    ]);
  });

  it('reserve together no more than a quota', async () => {
    const user = await createUser();
    await test.cluster.client.admin.users.update(user.id, { quotaBytes: 10 * MB });
    const upload = { fileName: 'a.bin', contentType: 'application/octet-stream', fileSizeBytes: MB };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post(`${test.cluster.nodes[index % 3]!.url}/api/uploads`, user.key, upload),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const { usedBytes } = await clientOf(test.cluster.nodes[1], user.key).account.me();
    expect(usedBytes).toBe(10 * MB);
  });

  it('with one Idempotency-Key take effect once', async () => {
    const user = await createUser();
    const upload = { fileName: 'a.bin', contentType: 'application/octet-stream', fileSizeBytes: MB };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        for (;;) {
          const answer = await post(`${test.cluster.nodes[index % 3]!.url}/api/uploads`, user.key, upload, headers);
          // The first request is still in progress.
          if (answer.status !== 409) return answer.text();
        }
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('sessionId');
    expect((await clientOf(test.cluster.nodes[2], user.key).account.me()).usedBytes).toBe(MB);
  });

  it('for one name give it to one folder, and every file another', async () => {
    const user = await createUser();
    const clients = test.cluster.nodes.map((node) => clientOf(node, user.key));
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => clients[index % 3]!.files.createFolder({ name: 'Photos' })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, index) => clients[index % 3]!.uploads.upload(new Blob(['x']), { name: 'a.txt' })),
    );
    expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(12);
  });

  it('find, list and count at once what another server wrote', async () => {
    const { nodes, key } = test.cluster;
    for (const [index, node] of nodes.entries()) {
      const writer = clientOf(node, key);
      const readers = [1, 2].map((step) => clientOf(nodes[(index + step) % 3]!, key));
      const name = `harbour-${randomUUID()}`;
      const { items: before } = await writer.files.list({ limit: 200 });
      const expectNamed = async (wanted: string, listed: boolean): Promise<void> => {
        for (const reader of readers) {
          expect((await reader.files.list({ q: wanted })).items).toHaveLength(listed ? 1 : 0);
          const { items } = await reader.files.list({ limit: 200 });
          expect(items.some((item) => item.name === wanted)).toBe(listed);
          expect(items).toHaveLength(before.length + (listed ? 1 : 0));
        }
      };
      const { fileId } = await writer.uploads.upload(new Blob(['x']), { name });
      await expectNamed(name, true);
      await writer.files.update(fileId, { name: `quay-${name}` });
      await expectNamed(`quay-${name}`, true);
      await writer.files.trash(fileId);
      await expectNamed(`quay-${name}`, false);
      await writer.trash.restore(fileId);
      await expectNamed(`quay-${name}`, true);
    }
  });

  it('do every job once, whoever added it, and each sweep once in a period', async () => {
    const { nodes, key, client } = test.cluster;
    const countSweeps = async (): Promise<number> => {
      const texts = nodes.map(async ({ url }) => {
        const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
        return Number(
          /^drive_job_runs_total{type="files.trash",outcome="done"} (\d+)$/m.exec(await answer.text())?.[1] ?? 0,
        );
      });
      return (await Promise.all(texts)).reduce((sum, count) => sum + count, 0);
    };
    const beganAt = performance.now();
    const sweptBefore = await countSweeps();

    const { fileId } = await client.uploads.upload(new Blob(['x']), { name: 'mailed.txt' });
    const { shareToken } = await client.shares.create(fileId);
    const domain = `${randomUUID()}.example.com`;
    const emails = Array.from({ length: 90 }, (_, index) => `reader${index}@${domain}`);
    for (const [index, node] of nodes.entries())
      await clientOf(node, key).shares.send(shareToken, { emails: emails.slice(index * 30, index * 30 + 30) });
    // Other users may get a notification meanwhile, such as the one whose quota an earlier test used up.
    const recipients = (): string[] =>
      smtp.mails.flatMap((mail) => mail.recipients).filter((recipient) => emails.includes(recipient));
    await expect.poll(() => new Set(recipients()).size).toBe(emails.length);

    await expect.poll(countSweeps).toBeGreaterThan(sweptBefore + 2);
    const swept = (await countSweeps()) - sweptBefore;
    const periods = (performance.now() - beganAt) / (sweepSeconds * 1000);
    expect(swept).toBeLessThanOrEqual(periods + 1);
    expect(recipients().toSorted()).toEqual(emails.toSorted());
  });

  it('of a user that one server disabled are refused by the others at once', async () => {
    const user = await createUser();
    const [a, b, c] = test.cluster.nodes;
    const signIn = ({ url }: { readonly url: string }): Promise<Response> =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: user.email, password: 'the users of the tests' }),
      });
    const cookies = (await signIn(c)).headers.getSetCookie();
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const statuses = (): Promise<number[]> =>
      Promise.all([a, b, c].map(async ({ url }) => (await fetch(`${url}/api/me`, { headers: { cookie } })).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    for (const node of [a, b, c]) expect((await clientOf(node, user.key).account.me()).id).toBe(user.id);
    await clientOf(a, test.cluster.key).admin.users.update(user.id, { disabled: true });
    for (const node of [b, c, a]) await expect(clientOf(node, user.key).account.me()).rejects.toBeInstanceOf(Error);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await signIn(b)).status).toBeGreaterThanOrEqual(401);
    await clientOf(c, test.cluster.key).admin.users.update(user.id, { disabled: false });
    expect((await new DriveClient({ baseUrl: b.url, apiKey: user.key }).account.me()).id).toBe(user.id);
  });
});
