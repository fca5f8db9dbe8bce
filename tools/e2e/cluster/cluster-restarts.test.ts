import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { expect, it } from 'vitest';
import { serverCommand } from '../programs.ts';
import { clientOf, describeCluster, type ClusterTest } from './describe-cluster.ts';
import { buildPreviousRelease, hasPreviousRelease } from './previous-release.ts';
import { startCluster, type ClusterNode } from './start-cluster.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytes = randomBytes(10_000_000);

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

if (!hasPreviousRelease())
  console.warn('SKIPPED: the upgrade from the previous release, because this checkout lacks its history.');
const settings = { DRIVE_DRAIN_SECONDS: '1' };

describeCluster('that are restarted', settings, (test: ClusterTest) => {
  it('interrupt no client when they are restarted in order, one after another', async () => {
    const { url, key, nodes } = test.cluster;
    // A client that repeats nothing.
    await duringUploads(new DriveClient({ baseUrl: url, apiKey: key, maxRetries: 0 }), async () => {
      for (const node of nodes) {
        expect(await node.end('SIGTERM')).toBe(0);
        await node.start();
      }
    });
  });

  it.skipIf(!hasPreviousRelease())('are upgraded from the previous release one after another', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'drive-upgrade-'));
    const command = buildPreviousRelease(parent);
    const cluster = await startCluster(test.engines, settings, command);
    const [first, second, third] = cluster.nodes;
    const upgrade = async (node: ClusterNode): Promise<void> => {
      expect(await node.end('SIGTERM')).toBe(0);
      await node.start(serverCommand);
    };
    try {
      const before = await cluster.client.uploads.upload(new Blob(['before']), { name: 'before.txt' });
      await duringUploads(cluster.client, async () => {
        await upgrade(first);
        // An old one that restarts beside a newer one tolerates what the newer one has added to the database.
        await second.end('SIGKILL');
        await second.start();
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
