/**
 * Records the targets of events, on an isolated network: the real server, a real name server that changes its answers,
 * receivers with certificates at addresses that look public, and internal ones that must not be contacted. Needs Linux,
 * the right to create namespaces, and the programs ip, unshare and openssl:
 *
 *     node tools/e2e/webhook-network.ts
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { NetworkReport } from './network/network-proof.ts';
import { run } from './programs.ts';

/** The reason why this machine cannot run it; undefined if it can. */
export function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') return 'namespaces of the network are a thing of Linux';
  for (const [program, ...args] of [
    ['ip', '-V'],
    ['openssl', 'version'],
    ['unshare', '--version'],
  ] as const)
    if (spawnSync(program, args).status !== 0) return `the program ${program} is not there`;
  const [unshare, ...args] = inNamespaces('ip', 'link', 'add', 'inside', 'type', 'veth', 'peer', 'name', 'outside');
  const tried = spawnSync(unshare, args, { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `namespaces are not permitted here: ${tried.stderr.trim()}`;
}

/** A user who is not root becomes root in a user namespace, if that is permitted. */
function inNamespaces(...command: string[]): [string, ...string[]] {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return ['unshare', ...user, '--net', '--mount', '--', ...command];
}

export async function proveOnNetwork(): Promise<NetworkReport> {
  const [unshare, ...args] = inNamespaces(process.execPath, join(import.meta.dirname, 'network/inside.ts'));
  const { code, stdout, stderr } = await run(unshare, args, { env: { PATH: process.env.PATH ?? '' } });
  // Node prints where an error was thrown before the error.
  if (code !== 0) throw new Error(`it ended with ${code}: ${/^\w*Error.*/ms.exec(stderr)?.[0] ?? stderr}`);
  return JSON.parse(stdout) as NetworkReport;
}

if (import.meta.main) {
  const why = whyNotHere();
  if (why === undefined) process.stdout.write(`${JSON.stringify(await proveOnNetwork(), null, 2)}\n`);
  else process.stdout.write(`skipped: ${why}\n`);
}
