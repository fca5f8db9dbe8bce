import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { expect, it } from 'vitest';
import { openRequest, type RawAnswer } from '../../../packages/server/test/network/raw-request.ts';
import { serverCommand } from '../programs.ts';
import { clientOf, describeCluster, type ClusterTest } from './describe-cluster.ts';
import { buildRelease, hasRelease } from './previous-release.ts';
import { startCluster, type Cluster, type ClusterNode } from './start-cluster.ts';

/** Until nginx asks a server again that did not answer: `fail_timeout` is 5 s. With all three left out it would answer 502. */
const untilNginxAsksAgain = (): Promise<void> => sleep(6000);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Half of them is more than a part of an object, which is stored before the rest arrives. */
const bytes = randomBytes(20_000_000);

/** A request that stops in the middle of its body. */
interface HalfSent {
  readonly name: string;
  finish(): Promise<RawAnswer | undefined>;
}

async function sendHalf(
  name: string,
  url: string,
  method: string,
  headers: Record<string, string>,
  body: Buffer = bytes,
): Promise<HalfSent> {
  const request = await openRequest(url, method, {
    'content-length': String(body.length),
    connection: 'close',
    ...headers,
  });
  const middle = body.length >> 1;
  await request.send(body.subarray(0, middle));
  return {
    name,
    finish: async () => {
      await request.send(body.subarray(middle));
      return request.answer;
    },
  };
}

/** A PUT, a PATCH of tus and the form of a file request, each of a new file. */
async function beginUploads({ client }: Cluster, { url }: ClusterNode, formToken: string): Promise<HalfSent[]> {
  const reserve = async (fileName: string): Promise<string> =>
    (await client.uploads.create({ fileName, fileSizeBytes: bytes.length, contentType: 'text/plain' })).sessionId;
  const [put, patch, form] = [randomUUID(), randomUUID(), randomUUID()];
  const head = `--x\r\ncontent-disposition: form-data; name="files"; filename="${form}"\r\ncontent-type: text/plain\r\n\r\n`;
  return [
    await sendHalf(put, `${url}/files/uploads/${await reserve(put)}`, 'PUT', {}),
    await sendHalf(patch, `${url}/files/tus/${await reserve(patch)}`, 'PATCH', {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }),
    await sendHalf(
      form,
      `${url}/files/collect-form/${formToken}`,
      'POST',
      { 'content-type': 'multipart/form-data; boundary=x' },
      Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    ),
  ];
}

/** Clients that upload through nginx as long as the work takes; an upload that fails for good is an error. */
async function duringUploads(client: DriveClient, work: () => Promise<void>): Promise<void> {
  const uploaded = new Map<string, string>();
  let isOver = false;
  const uploads = Array.from({ length: 3 }, async (_, worker) => {
    for (let turn = 0; !isOver || turn < 2; turn += 1) {
      const content = bytes.subarray(0, turn % 2 === 0 ? 9_000_000 + worker : 1000 + turn);
      const { fileId } = await client.uploads.upload(new Blob([content]), { name: `${worker}-${turn}.bin` });
      uploaded.set(fileId, sha256(content));
      await sleep(100);
    }
  });
  try {
    await Promise.race([work(), Promise.all(uploads)]);
  } finally {
    isOver = true;
  }
  await Promise.all(uploads);
  for (const [fileId, digest] of uploaded) {
    const stored = await client.files.downloadBlob(fileId);
    expect([fileId, sha256(new Uint8Array(await stored.arrayBuffer()))]).toEqual([fileId, digest]);
  }
}

if (!hasRelease())
  console.warn('SKIPPED: the upgrade from the previous release, because this checkout lacks its history.');
const settings = { DRIVE_DRAIN_SECONDS: '1' };

describeCluster('that are restarted', settings, (test: ClusterTest) => {
  it('keep what they receive while any other one is killed and started, or restarted in order', async () => {
    const { cluster } = test;
    const { token, id } = await cluster.client.collections.create({ name: 'Requests' });
    const begun: HalfSent[] = [];
    for (const [index, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
      const restarted = cluster.nodes[index]!;
      const others = cluster.nodes.filter((node) => node !== restarted);
      const uploads = (await Promise.all(others.map((node) => beginUploads(cluster, node, token)))).flat();
      begun.push(...uploads);
      await restarted.end(signal);
      await restarted.start();
      // The sweep and the recovery at a start run beside requests.
      await expect.poll(async () => (await fetch(`${restarted.url}/readyz`)).status).toBe(200);
      await sleep(500);
      for (const { finish } of uploads) expect([200, 204, 303]).toContain((await finish())?.status);
    }
    const folderId = (await cluster.client.collections.get(id)).folderId ?? '';
    const stored = [
      ...(await cluster.client.files.list({ parentId: folderId, limit: 100 })).items,
      ...(await cluster.client.files.list({ limit: 100 })).items,
    ];
    for (const { name } of begun)
      expect([name, stored.find((item) => item.name === name)]).toEqual([
        name,
        expect.objectContaining({ sha256: sha256(bytes) }),
      ]);
  });

  it('interrupt no client when they are restarted in order, one after another', async () => {
    const { url, key, nodes } = test.cluster;
    // Of the servers that the test above killed.
    await untilNginxAsksAgain();
    // A client that repeats nothing.
    await duringUploads(new DriveClient({ baseUrl: url, apiKey: key, maxRetries: 0 }), async () => {
      for (const node of nodes) {
        expect(await node.end('SIGTERM')).toBe(0);
        await node.start();
        await untilNginxAsksAgain();
      }
    });
  });

  it.skipIf(!hasRelease())('are upgraded from the previous release one after another', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'drive-upgrade-'));
    const command = buildRelease(parent);
    const cluster = await startCluster(test.engines, settings, { command });
    const [first, second, third] = cluster.nodes;
    const upgrade = async (node: ClusterNode): Promise<void> => {
      expect(await node.end('SIGTERM')).toBe(0);
      await node.start(serverCommand);
      await untilNginxAsksAgain();
    };
    try {
      const before = await cluster.client.uploads.upload(new Blob(['before']), { name: 'before.txt' });
      await duringUploads(cluster.client, async () => {
        await upgrade(first);
        // An old one that restarts beside a newer one tolerates what the newer one has added to the database.
        await second.end('SIGKILL');
        await second.start();
        await untilNginxAsksAgain();
        for (const node of cluster.nodes)
          expect((await clientOf(node, cluster.key).files.get(before.fileId)).name).toBe('before.txt');
        await upgrade(second);
        await upgrade(third);
      });
    } finally {
      await cluster.stop();
      rmSync(parent, { recursive: true, force: true });
    }
  });
});
