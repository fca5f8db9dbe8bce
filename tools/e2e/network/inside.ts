// The server's machine: connects the cable, runs the real server, and counts connections caused by its events. Runs in
// its own network and mount namespaces; prints its report to standard output.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certified, gateway, internal, nameServer, own, receivers, rebinding, server as address } from './addresses.ts';
import { makeCertificates } from './certificates.ts';
import { proveAll } from './network-proof.ts';
import type { Order, Seen } from './outside.ts';

const ip = (...args: string[]): void => void execFileSync('ip', args);
const directory = mkdtempSync(join(tmpdir(), 'drive-network-'));

async function layCable(outside: ChildProcess): Promise<void> {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'inside', 'type', 'veth', 'peer', 'name', 'outside', 'netns', String(outside.pid));
  ip('addr', 'add', `${address.v4}/24`, 'dev', 'inside');
  ip('addr', 'add', `${address.v6}/64`, 'dev', 'inside', 'nodad');
  ip('link', 'set', 'inside', 'up');
  ip('route', 'add', 'default', 'via', gateway.v4);
  ip('-6', 'route', 'add', 'default', 'via', gateway.v6);
  const resolver = join(directory, 'resolv.conf');
  writeFileSync(resolver, `nameserver ${nameServer}\n`);
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf']);
}

/** Counts connections to the https port of the server's machine. */
async function keepWatch(): Promise<() => Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [place, host] of Object.entries(own)) {
    counts[place] = 0;
    const server = createServer((socket) => {
      counts[place] = (counts[place] ?? 0) + 1;
      socket.on('error', () => undefined).end();
    });
    await new Promise<void>((resolve) => server.listen(443, host, resolve));
    server.unref();
  }
  return () => ({ ...counts });
}

/** Checks that the hosts are reachable; otherwise missing connections would prove nothing. */
async function requireReachable(hosts: readonly string[]): Promise<void> {
  for (const host of hosts) {
    const socket = connect(443, host);
    await once(socket, 'connect').catch(() => {
      throw new Error(`${host} can’t be reached, so that nothing is proven`);
    });
    socket.destroy();
  }
}

makeCertificates(directory, [...certified]);
const outsideMain = join(import.meta.dirname, 'outside.ts');
const outside = spawn('unshare', ['-n', process.execPath, outsideMain, directory], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
outside.once('exit', (code) => {
  if (code !== null && code !== 0) process.exit(1);
});
const order = async (what: Order): Promise<unknown> => {
  const answer = once(outside, 'message');
  outside.send(what);
  return (await answer)[0] as unknown;
};
try {
  await once(outside, 'message');
  await layCable(outside);
  await order('open');
  const lookAround = await keepWatch();
  const forbidden = [...Object.values(internal), ...Object.values(own)];
  await requireReachable([...forbidden, receivers.good, receivers.goodV6, receivers.silent]);
  const look = async () => {
    const seen = (await order('report')) as Seen;
    return { ...seen, connections: { ...seen.connections, ...lookAround() } };
  };
  const report = await proveAll(join(directory, 'authority.pem'), rebinding.name, look);
  process.stdout.write(`${JSON.stringify(report)}\n`);
} finally {
  outside.disconnect();
  rmSync(directory, { recursive: true, force: true });
}
