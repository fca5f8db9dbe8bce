import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakedClock, findFaketime } from '../faked-clock.ts';
import { startRelay } from '../frozen-relay.ts';
import { serverCommand, startCommand, type RunningServer } from '../programs.ts';
import type { ClusterNode } from './start-cluster.ts';

/** A server of a cluster to which something happens. */
export interface AfflictedNode {
  readonly server: RunningServer;
  /** Ends what happened to it, and starts it as it was. */
  recover(): Promise<void>;
}

/** It hangs: its connections stay, and nothing is answered. */
export function stopNode(node: ClusterNode): AfflictedNode {
  const server = node.server();
  server.child.kill('SIGSTOP');
  return { server, recover: async () => void server.child.kill('SIGCONT') };
}

/** Its connections to Postgres pass a relay, which can be frozen. */
export async function relayNode(
  node: ClusterNode,
): Promise<AfflictedNode & { readonly relay: Pick<Awaited<ReturnType<typeof startRelay>>, 'freeze' | 'thaw'> }> {
  const databaseUrl = new URL(node.env['DRIVE_DATABASE_URL'] ?? '');
  const relay = await startRelay(Number(databaseUrl.port));
  databaseUrl.port = String(relay.port);
  return { ...(await restart(node, { DRIVE_DATABASE_URL: databaseUrl.href }, () => relay.close())), relay };
}

/** Its clock differs from that of the others. undefined without the program faketime. */
export async function skewNode(node: ClusterNode, ms: number): Promise<AfflictedNode | undefined> {
  const library = findFaketime();
  if (library === undefined) return undefined;
  const clock = new FakedClock(join(mkdtempSync(join(tmpdir(), 'drive-clock-')), 'clock'));
  clock.jump(ms);
  return restart(node, clock.env(library));
}

/** The disk of its data directory is full. undefined if this process cannot mount one. */
export async function fillNode(node: ClusterNode): Promise<AfflictedNode | undefined> {
  const disk = mkdtempSync(join(tmpdir(), 'drive-disk-'));
  const mount = (...args: string[]): boolean =>
    spawnSync(args[0] ?? '', args.slice(1), { stdio: 'ignore' }).status === 0;
  if (!mount('mount', '-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk)) return undefined;
  const dataDirectory = join(disk, 'data');
  mkdirSync(dataDirectory);
  const afflicted = await restart(node, { DRIVE_DATA_DIR: dataDirectory }, () => void mount('umount', '-l', disk));
  try {
    for (;;) appendFileSync(join(disk, 'filler'), Buffer.alloc(65_536));
  } catch {
    // It is full.
  }
  return afflicted;
}

async function restart(
  node: ClusterNode,
  settings: Readonly<Record<string, string>>,
  end: () => void = () => undefined,
): Promise<AfflictedNode> {
  await node.end('SIGTERM');
  const server = await startCommand(serverCommand, { ...node.env, ...settings });
  return {
    server,
    recover: async () => {
      end();
      await server.end('SIGKILL');
      await node.start();
    },
  };
}
