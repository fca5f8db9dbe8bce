import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Broken } from '../crash-uploads.ts';
import { startUploads, verifyCluster, type ClusterSums } from './crash-cluster.ts';
import { startCluster, type ClusterNode, type Engines } from './start-cluster.ts';

export interface OutageReport extends ClusterSums {
  readonly outages: number;
  /** The longest time between the return of what was away and the first answer of the slowest server, also through nginx. */
  readonly longestReturnMs: number;
}

const longestOutageMs = 3000;
const mostReturnMs = 60_000;
const uploadsBetween = 5;

/**
 * Kills Postgres, or the gateway of the object storage, repeatedly below three servers while clients upload and copy, starts it again
 * after up to three seconds, and checks that the servers stay, answer again, and lose nothing acknowledged.
 */
export async function runOutages(
  engines: Engines,
  of: 'postgres' | 'storage',
  outages: number,
  say: (line: string) => void = () => undefined,
): Promise<OutageReport> {
  const { postgres, ceph } = engines;
  const engine =
    of === 'postgres'
      ? { kill: () => postgres.kill(), start: () => postgres.restart() }
      : { kill: () => ceph.killGateway(), start: () => ceph.startGateway() };
  const cluster = await startCluster(engines);
  const load = startUploads(cluster.url, cluster.key, { copies: true });
  let longestReturnMs = 0;
  try {
    const pids = cluster.nodes.map((node) => node.server().child.pid);
    const { fileId } = await cluster.client.uploads.upload(new Blob(['hello']), { name: 'probe.txt' });
    const { downloadUrl } = await cluster.client.files.downloadUrl(fileId);
    const { pathname, search } = new URL(downloadUrl);
    const probes = [downloadUrl, ...cluster.nodes.map(({ url }) => `${url}${pathname}${search}`)];
    for (let outage = 1; outage <= outages; outage++) {
      const sent = load.uploads.length;
      while (load.uploads.length < sent + uploadsBetween && !load.isFull()) {
        if ((await Promise.race([sleep(100), load.failure])) !== undefined) await load.end();
      }
      await engine.kill();
      await sleep(randomInt(longestOutageMs));
      await engine.start();
      longestReturnMs = Math.max(longestReturnMs, ...(await Promise.all(probes.map(untilAnswered))));
      if (outage % 10 === 0) say(`${outage} outages, ${load.uploads.length} uploads`);
    }
    await load.end();
    for (const [index, node] of cluster.nodes.entries())
      if (hasEnded(node, pids[index])) throw new Broken('a server ended');
    return { outages, longestReturnMs, ...(await verifyCluster(cluster, engines, load, 1)) };
  } finally {
    load.cancel();
    await cluster.stop();
  }
}

/** Whether the process is another one than before, or has ended, be it by a signal. */
function hasEnded(node: ClusterNode, pid: number | undefined): boolean {
  const { child } = node.server();
  return child.pid !== pid || child.exitCode !== null || child.signalCode !== null;
}

/** Milliseconds until a file can be read, through nginx or from a server itself. */
async function untilAnswered(downloadUrl: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < mostReturnMs) {
    const status = await fetch(downloadUrl).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    );
    if (status === 200) return Math.round(performance.now() - began);
    await sleep(50);
  }
  throw new Broken(`no answer of ${new URL(downloadUrl).origin} within ${mostReturnMs} ms`);
}
