/**
 * Sends hostile requests to the built server on temporary data, and reports every violation:
 *
 *     npm run torture -- 600                        for ten minutes, half of them with feature limits
 *     npm run torture -- 600 --seed 7 --from 50000  the same requests as any other run of seed 7, from the 50,000th on
 *     npm run torture -- --count 5000 --limits on   5,000 requests, with feature limits only
 *     npm run torture -- 600 --state run.json       continues where the last run with this file ended, and adds up
 *     npm run torture -- --replay 7:51234           one request alone, against an idle server
 *
 * Exits with 1 if there are findings.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { admin, createKey, freshMachine, startServer, type RunningServer } from '../programs.ts';
import { judge } from './judge.ts';
import { Pool } from './pool.ts';
import { createRequest, METRICS_TOKEN, type TortureRequest } from './request.ts';
import { Summary, type Finding } from './summary.ts';
import { Targets } from './targets.ts';
import { Connection, type Outcome } from './torture-connection.ts';
import { createMemoryProbe, INSPECTED } from './torture-memory.ts';
import { createWorld, type World, type WorldServer } from './torture-world.ts';

export interface TortureOptions {
  readonly seed: number;
  /** Index of the first request. */
  readonly from: number;
  /** Index after the last one. */
  readonly until: number;
  readonly forMs: number;
  /** A slower response is requested again from an idle server, which must be faster. */
  readonly slowMs: number;
  readonly featureLimits: 'on' | 'off';
  readonly connections: number;
}

const SLOW_MS = 1_000;
/** Another program may be the cause of a slow one. */
const SLOW_ATTEMPTS = 6;
const ANSWER_WITHIN_MS = 30_000;
/** Time limit for an unfinished request. */
const UNFINISHED_WITHIN_MS = 300;
/** Requests per world; then much of it is deleted, revoked or expired. */
const WORLD_REQUESTS = 2_000;
const MEMORY_EVERY_REQUESTS = 1_000;
const NO_REQUEST = { pattern: '', request: '', replay: '' };

/** Lets requests run concurrently, or one alone on an idle server. */
class Gate {
  #inside = 0;
  #closed: Promise<void> | undefined;

  async enter(): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    this.#inside++;
  }

  leave(): void {
    this.#inside--;
  }

  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      while (this.#inside > 0) await sleep(5);
      await work();
    } finally {
      this.#closed = undefined;
      resolve();
    }
  }
}

interface Running {
  readonly server: RunningServer;
  readonly port: number;
  readonly worldServer: WorldServer;
  end(): Promise<void>;
}

export async function runTorture(options: TortureOptions, say: (line: string) => void = () => {}): Promise<Summary> {
  const { seed, from, until, connections, slowMs } = options;
  const summary = new Summary();
  const targets = new Targets();
  const running = await startRunning(options.featureLimits);
  const { server, worldServer, port } = running;
  const memory = await createMemoryProbe(server);
  try {
    const worlds = [await createWorld(worldServer, `${seed}-${from}`, undefined)];
    const pool = new Pool(worlds[0]!, `127.0.0.1:${port}`);
    const endsAt = Date.now() + options.forMs;
    const gate = new Gate();
    let next = from;
    const renewWorld = (index: number): Promise<void> =>
      gate.alone(async () => {
        const previous = worlds.at(-1);
        const world = await createWorld(worldServer, `${seed}-${index}`, previous);
        worlds.push(world);
        pool.world = world;
        if (worlds.length > 2) await forget(worldServer, worlds.shift()!);
      });

    const client = async (): Promise<void> => {
      const connection = new Connection(port);
      while (
        next < until &&
        Date.now() < endsAt &&
        server.child.exitCode === null &&
        server.child.signalCode === null
      ) {
        const index = next++;
        if (index > from && index % WORLD_REQUESTS === 0) await renewWorld(index);
        if (index % MEMORY_EVERY_REQUESTS === 0) summary.addMemory(await memory.measure());
        await gate.enter();
        const request = createRequest(seed, index, targets, pool);
        const outcome = await send(connection, request).finally(() => gate.leave());
        learn(pool, request, outcome);
        summary.add(request, outcome);
        for (const what of judge(request, outcome)) report(request, what);
        if (outcome.ms > slowMs + heldMs(request) && (request.isComplete || outcome.answer !== undefined))
          await judgeSlowness(request, outcome);
        if (index > from && index % 10_000 === 0) say(`${index - from} requests; ${summary.line()}`);
      }
      connection.close();
    };
    const report = (request: TortureRequest, what: string): void => {
      const finding = findingOf(seed, options.featureLimits, request, what);
      if (summary.report(finding)) say(`FINDING ${finding.what}: ${finding.request} (--replay ${finding.replay})`);
    };
    /** Other requests ran, too: only the time of an idle server counts, on a machine that may be busy. */
    const judgeSlowness = (request: TortureRequest, busy: Outcome): Promise<void> =>
      gate.alone(async () => {
        let idleMs = Infinity;
        const mostMs = slowMs + heldMs(request);
        for (let attempt = 0; attempt < SLOW_ATTEMPTS && idleMs > mostMs; attempt++) {
          await untilIdle(port);
          const fresh = new Connection(port);
          const { ms } = await send(fresh, request);
          fresh.close();
          idleMs = Math.min(idleMs, ms);
        }
        summary.addSlow(request, busy.ms, idleMs);
        if (idleMs > mostMs) report(request, 'an idle server takes over a second');
      });

    await Promise.all(Array.from({ length: connections }, client));
    summary.next = next;
    summary.requests = next - from;
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      summary.report({ ...NO_REQUEST, what: `the server ended (${server.child.exitCode ?? server.child.signalCode})` });
    else summary.addMemory(await memory.measure());
    for (const line of suspiciousLines(server)) summary.report({ ...NO_REQUEST, what: `logged: ${line}` });
    const growth = summary.memoryGrowth();
    if (growth !== undefined && growth > 1.3)
      summary.report({ ...NO_REQUEST, what: `memory grew ${growth.toFixed(2)} times` });
    return summary;
  } finally {
    memory.close();
    await running.end();
  }
}

/** The request of one index against a fresh world on an idle server. */
async function replay(
  seed: number,
  index: number,
  featureLimits: 'on' | 'off',
  say: (line: string) => void,
): Promise<void> {
  const running = await startRunning(featureLimits);
  try {
    const world = await createWorld(running.worldServer, `${seed}-0`, undefined);
    const request = createRequest(seed, index, new Targets(), new Pool(world, `127.0.0.1:${running.port}`));
    const connection = new Connection(running.port);
    const outcome = await send(connection, request);
    connection.close();
    const sent = Buffer.concat(request.bytes);
    say(`${sent.toString('latin1', 0, 3_000)}${sent.length > 3_000 ? `… (${sent.length} bytes)` : ''}\n`);
    say(`${outcome.answer?.status ?? 'no answer'} after ${Math.round(outcome.ms)} ms`);
    for (const [name, value] of outcome.answer?.headers ?? []) say(`${name}: ${value}`);
    say(outcome.answer?.body.toString('utf8', 0, 3_000) ?? '');
    for (const what of judge(request, outcome)) say(`FINDING ${what}`);
    say(running.server.complaints());
  } finally {
    await running.end();
  }
}

async function startRunning(featureLimits: 'on' | 'off'): Promise<Running> {
  const hooks = await startHookReceiver();
  const { home, env } = freshMachine();
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const server = await startServer({
    ...env,
    ...INSPECTED,
    DRIVE_RATE_API: '1000000',
    DRIVE_RATE_APIKEY: '1000000',
    DRIVE_RATE_FILES: '1000000',
    DRIVE_RATE_TRANSFERS: '1000000',
    DRIVE_RATE_AUTH: '1000000',
    DRIVE_RATE_SESSION: '1000000',
    DRIVE_FEATURE_LIMITS: featureLimits,
    DRIVE_REGISTRATION: 'open',
    DRIVE_TRUSTED_PROXIES: '127.0.0.0/8',
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DRIVE_METRICS_TOKEN: METRICS_TOKEN,
    // A file of unknown length reserves as much as its owner may send.
    DRIVE_PAID_USER_MAX_BYTES: String(50 * 2 ** 20),
    DRIVE_FREE_USER_MAX_BYTES: String(50 * 2 ** 20),
    DRIVE_LOG_LEVEL: 'warn',
  }).catch((error: unknown) => {
    hooks.close();
    remove();
    throw error;
  });
  const keeperKey = await createKey(env, admin.email);
  const hookUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`;
  return {
    server,
    port: Number(new URL(server.url).port),
    worldServer: { url: server.url, keeperKey, hookUrl },
    async end() {
      await server.end('SIGKILL');
      hooks.closeAllConnections();
      hooks.close();
      remove();
    },
  };
}

async function startHookReceiver(): Promise<Server> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const send = (connection: Connection, { bytes, method, isComplete, abortAfterMs }: TortureRequest): Promise<Outcome> =>
  connection.send(bytes, {
    method,
    timeoutMs: abortAfterMs ?? (isComplete ? ANSWER_WITHIN_MS : UNFINISHED_WITHIN_MS),
  });

function learn(pool: Pool, request: TortureRequest, { answer }: Outcome): void {
  if (answer === undefined || answer.status >= 300 || answer.bodyBytes > 20_000) return;
  const lockToken = /^<(.*)>$/.exec(answer.headers.get('lock-token') ?? '')?.[1];
  if (lockToken !== undefined) pool.learn(request.path, { lockToken });
  if (answer.headers.get('content-type') !== 'application/json') return;
  try {
    pool.learn(request.path, JSON.parse(answer.body.toString('utf8')));
  } catch {
    // The answer to HEAD has no body.
  }
}

async function forget({ url, keeperKey }: WorldServer, { accountIds }: World): Promise<void> {
  for (const id of accountIds) {
    const headers = { authorization: `Bearer ${keeperKey}` };
    await fetch(`${url}/api/admin/users/${id}`, { method: 'DELETE', headers }).then((answer) => answer.arrayBuffer());
  }
}

/** Resolves when the server answers immediately, three times in a row. */
async function untilIdle(port: number): Promise<void> {
  const connection = new Connection(port);
  const bytes = [Buffer.from('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')];
  for (let quick = 0, asked = 0; quick < 3 && asked < 100; asked++) {
    const { ms } = await connection.send(bytes, { method: 'GET', timeoutMs: ANSWER_WITHIN_MS });
    quick = ms < 20 ? quick + 1 : 0;
    await sleep(50);
  }
  connection.close();
}

function suspiciousLines(server: RunningServer): string[] {
  const lines = `${server.output()}\n${server.complaints()}`.split('\n');
  const suspicious = lines.filter((line) => /unhandled|uncaught|MaxListenersExceeded|"level":"error"/i.test(line));
  return [
    ...new Set(suspicious.map((line) => line.replaceAll(/"(time|requestId|id)":"[^"]*"/g, '').slice(0, 600))),
  ].slice(0, 20);
}

/** How long a request asks to be held if nothing changes. */
const heldMs = ({ path }: TortureRequest): number => Number(/[?&]wait=(\d{1,2})(?:&|$)/.exec(path)?.[1] ?? 0) * 1000;

const findingOf = (
  seed: number,
  limits: 'on' | 'off',
  { index, method, pattern, path }: TortureRequest,
  what: string,
): Finding => ({
  what,
  pattern,
  request: `${method} ${path.length > 150 ? `${path.slice(0, 150)}… (${path.length})` : path}`,
  replay: `${seed}:${index} --limits ${limits}`,
});

interface State {
  readonly seed: number;
  readonly next: number;
  readonly requests: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      from: { type: 'string' },
      count: { type: 'string' },
      limits: { type: 'string' },
      connections: { type: 'string', default: '8' },
      state: { type: 'string' },
      replay: { type: 'string' },
    },
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const limits = values.limits === undefined ? undefined : values.limits === 'on' ? ('on' as const) : ('off' as const);
  if (values.replay !== undefined) {
    const [seed, index] = values.replay.split(':').map(Number);
    return replay(seed ?? 1, index ?? 0, limits ?? 'off', say);
  }
  // npm changes to the root; the file belongs to the user's own directory.
  const stateFile = values.state && join(process.env['INIT_CWD'] ?? '.', values.state);
  const state =
    stateFile !== undefined && existsSync(stateFile)
      ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State)
      : undefined;
  const seed = Number(values.seed ?? state?.seed ?? 1);
  const profiles = limits === undefined ? (['off', 'on'] as const) : [limits];
  const count = values.count === undefined ? Infinity : Math.ceil(Number(values.count) / profiles.length);
  const seconds = Number(positionals[0] ?? (values.count === undefined ? 60 : Infinity));
  let from = Number(values.from ?? state?.next ?? 0);
  let requests = state?.requests ?? 0;
  let findings = 0;
  for (const featureLimits of profiles) {
    say(`seed ${seed}, from ${from}, feature limits ${featureLimits}`);
    const forMs = (seconds * 1_000) / profiles.length;
    const connections = Number(values.connections);
    const summary = await runTorture(
      { seed, from, until: from + count, forMs, slowMs: SLOW_MS, featureLimits, connections },
      say,
    );
    say(summary.table(`seed ${seed}, requests ${from} to ${summary.next - 1}, feature limits ${featureLimits}`));
    from = summary.next;
    requests += summary.requests;
    findings += summary.findings.length;
  }
  if (stateFile !== undefined)
    writeFileSync(stateFile, `${JSON.stringify({ seed, next: from, requests } satisfies State)}\n`);
  say(`${requests} requests in all, ${findings} findings; go on with --seed ${seed} --from ${from}`);
  if (findings > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
