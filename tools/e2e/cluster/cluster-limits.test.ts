import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { admin, createKey } from '../programs.ts';
import { describeCluster } from './describe-cluster.ts';

const settings = { DRIVE_RATE_APIKEY: '60', DRIVE_RATE_AUTH: '10', DRIVE_FEATURE_LIMITS: 'on' };

describeCluster('with limits', settings, (test) => {
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  /** Sends the same call to the servers in turn; returns the number of answers that are not 429. */
  async function admitted(calls: number, path: string, init: RequestInit, atOnce = 1): Promise<number> {
    let count = 0;
    for (let sent = 0; sent < calls; sent += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, async (_, index) => {
          const answer = await fetch(test.cluster.nodes[(sent + index) % 3]!.url + path, init);
          await answer.arrayBuffer();
          if (answer.status !== 429) count += 1;
        }),
      );
    return count;
  }

  it('admit together 60 calls of a key in a minute', async () => {
    const key = await createKey(test.cluster.env, admin.email);
    expect(await admitted(600, '/api/files', { headers: { authorization: `Bearer ${key}` } }, 30)).toBe(60);
  });

  it('admit together 10 attempts to sign in, and 5 to unlock a share', async () => {
    const { client } = test.cluster;
    const { fileId } = await client.uploads.upload(new Blob(['x']), { name: 'locked.txt' });
    const { shareToken } = await client.shares.create(fileId, { password: 'open sesame' });
    expect(await admitted(60, '/api/auth/login', post({ email: admin.email, password: 'a guess' }))).toBe(10);
    expect(await admitted(30, `/api/public/share/${shareToken}/unlock`, post({ password: 'a guess' }))).toBe(5);
  });

  it('send a share with one download once, however slowly it is read', async () => {
    const { client, nodes, url } = test.cluster;
    const bytes = 40_000_000;
    const { fileId } = await client.uploads.upload(new Blob([randomBytes(bytes)]), { name: 'large.bin' });
    const { shareToken } = await client.shares.create(fileId, { maxDownloads: 1 });
    const addresses = await Promise.all(
      nodes.map(async (node) => {
        const answer = await fetch(`${node.url}/api/public/share/${shareToken}/download-url`);
        return ((await answer.json()) as { downloadUrl: string }).downloadUrl.replace(url, node.url);
      }),
    );
    const responses = await Promise.all(addresses.map((address) => fetch(address)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    const sending = responses.find(({ status }) => status === 200);
    expect((await sending?.arrayBuffer())?.byteLength).toBe(bytes);
  });
});
