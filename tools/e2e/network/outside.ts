// The machine with everything but the server: a name server, receivers, and forbidden targets. Starts when its parent
// has connected the cable, and answers questions about received connections.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, isIPv6, type Server } from 'node:net';
import { join } from 'node:path';
import { startReceiver, type Manner, type Reception, type WebhookReceiver } from '../webhook-receivers.ts';
import { gateway, internal, names, nameServer, rebinding, receivers, server } from './addresses.ts';
import { startNameServer, type Meaning, type Question } from './name-server.ts';

/** Everything received so far. */
export interface Seen {
  /** By name of a host: number of connections opened to it. */
  readonly connections: Readonly<Record<string, number>>;
  /** Requests at receivers with public addresses. */
  readonly receptions: readonly Reception[];
  /** Queries for the rebinding name by family, and answers with forbidden addresses. */
  readonly rebinding: { readonly asked: number; readonly internal: number };
}
export type Order = 'open' | 'report';

const ip = (...args: string[]): void => void execFileSync('ip', args);
const directory = process.argv[2] ?? '';
const certificate = { cert: readFileSync(join(directory, 'leaf.pem')), key: readFileSync(join(directory, 'leaf.key')) };
/** By name of a host: its number of connections. */
const counts = new Map<string, () => number>();
const open: WebhookReceiver[] = [];
const asked = { A: 0, AAAA: 0 };
let toInternal = 0;

function mean({ name, kind }: Question): Meaning {
  if (name === 'alias.test') return { alias: 'lan.test' };
  if (name === 'hanging.test') return 'hangs';
  if (name === 'failing.test') return 'fails';
  if (name === rebinding.name) {
    // IPv4 and IPv6 share a turn: the addresses of one attempt come from two queries.
    const turn = asked[kind]++;
    if (turn % 2 === 0) return [receivers.good];
    const address = rebinding.inBetween[((turn - 1) / 2) % rebinding.inBetween.length] ?? '';
    if (isIPv6(address) === (kind === 'AAAA')) toInternal += 1;
    return [address];
  }
  return names[name] ?? 'unknown';
}

async function listen(place: string, address: string, port: number, made: Server): Promise<void> {
  let count = 0;
  counts.set(place, () => count);
  made.on('connection', () => (count += 1));
  await new Promise<void>((resolve) => made.listen(port, address, resolve));
}

async function receive(place: string, host: string, manner: Manner): Promise<void> {
  const receiver = await startReceiver(certificate, manner, { host, port: 443 });
  counts.set(place, receiver.connections);
  open.push(receiver);
}

async function startAll(): Promise<void> {
  ip('link', 'set', 'lo', 'up');
  for (const address of [nameServer, ...Object.values(receivers), ...Object.values(internal)])
    ip('addr', 'add', address.includes(':') ? `${address}/128` : `${address}/32`, 'dev', 'lo');
  ip('addr', 'add', `${gateway.v4}/24`, 'dev', 'outside');
  ip('addr', 'add', `${gateway.v6}/64`, 'dev', 'outside', 'nodad');
  ip('link', 'set', 'outside', 'up');
  ip('route', 'add', 'default', 'via', server.v4);
  ip('-6', 'route', 'add', 'default', 'via', server.v6);

  await startNameServer(nameServer, mean);
  const taken: Manner = () => ({ status: 200, afterMs: 0 });
  await receive('good', receivers.good, taken);
  await receive('goodV6', receivers.goodV6, taken);
  await receive('slow', receivers.slow, () => ({ status: 200, afterMs: 60_000 }));
  const location = 'https://lan.test/';
  await receive('redirecting', receivers.redirecting, () => ({ status: 302, afterMs: 0, location }));
  for (const [place, address] of Object.entries(internal)) await receive(place, address, taken);
  const ignore = (): Server => createServer((socket) => void socket.on('error', () => undefined).resume());
  await listen('silent', receivers.silent, 443, ignore());
  await listen('proxy', receivers.proxy, 3128, ignore());
  await listen(
    'lan over http',
    internal.lan,
    80,
    createPlainServer((_request, response) => void response.end()),
  );
}

process.on('message', (order: Order) => {
  if (order === 'open')
    void startAll().then(
      () => process.send?.('open'),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  else {
    const seen: Seen = {
      connections: Object.fromEntries([...counts].map(([place, count]) => [place, count()])),
      receptions: open.flatMap((receiver) => receiver.receptions),
      rebinding: { asked: asked.A, internal: toInternal },
    };
    process.send?.(seen);
  }
});
process.on('disconnect', () => process.exit());
process.send?.('there');
