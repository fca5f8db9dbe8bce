import { randomInt, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from '../../packages/internal/guarded-fetch/test/certificate.ts';
import { countWaiting, verifyDeliveries, type CrashWebhook } from './crash-deliveries.ts';
import { Callers } from './crash-events.ts';
import { Broken } from './crash-uploads.ts';
import { admin, createKey, freshMachine, liftedLimits, startServer } from './programs.ts';
import { untilItDies } from './until-it-dies.ts';
import { createWebhook, startReceiver, type Manner } from './webhook-receivers.ts';

export interface WebhookCrashReport {
  readonly kills: number;
  /** Number of events, each for every webhook. */
  readonly events: number;
  readonly deliveries: number;
  /** Requests at receivers, including repeats. */
  readonly receptions: number;
  /** Attempts in the log. */
  readonly attempts: number;
  /** Deliveries that receivers got again after they had accepted them. */
  readonly repeats: number;
  /** Number of refused requests, which must cause no event. */
  readonly refused: number;
}

export interface WebhookCrashOptions {
  readonly say?: (line: string) => void;
  /** An empty Postgres database; default SQLite. */
  readonly databaseUrl?: string | undefined;
}

const clients = 4;
const maxLifeMs = 700;
/** On Postgres the deliveries of a dead server are sent when its lease has ended. */
const patienceMs = 240_000;
/** Events of a run before the kill, in runs with events. */
const eventsPerLife = 14;
/** Minimum, including events after the last kill. */
const eventsPerKill = 7;

/** Reliable, failing twice before it accepts, and slow: deliveries are interrupted in every state. */
const manners: readonly Manner[] = [
  () => ({ status: 200, afterMs: 0 }),
  (count) => ({ status: count < 2 ? (([500, 'nothing', 302] as const)[randomInt(3)] ?? 500) : 204, afterMs: 0 }),
  () => ({ status: 202, afterMs: randomInt(250) }),
];

/**
 * Kills the server with SIGKILL repeatedly during events and deliveries, and checks that every event reaches every
 * webhook, that the log is right, and that no other event is delivered.
 */
export async function runWebhookCrashLoop(
  kills: number,
  { say = () => undefined, databaseUrl }: WebhookCrashOptions = {},
): Promise<WebhookCrashReport> {
  const { home, env: machine } = freshMachine();
  const authority = join(home, 'authority.pem');
  writeFileSync(authority, testCertificate.cert);
  const env = {
    ...machine,
    ...liftedLimits,
    DRIVE_LOG_LEVEL: 'warn',
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DRIVE_WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
    NODE_EXTRA_CA_CERTS: authority,
    ...(databaseUrl === undefined ? {} : { DRIVE_DATABASE_URL: databaseUrl }),
  };
  const receivers = await Promise.all(manners.map((manner) => startReceiver(testCertificate, manner)));
  let server = await startServer(env);
  try {
    const key = await createKey(env, admin.email);
    const callers = await Callers.prepare(server.url, key);
    const webhooks: CrashWebhook[] = [];
    for (const receiver of receivers)
      webhooks.push({ receiver, ...(await createWebhook(server.url, key, `https://127.0.0.1:${receiver.port}/hook`)) });

    for (let kill = 1; kill <= kills; kill++) {
      const { url } = server;
      const life = new AbortController();
      const enough = callers.acknowledged.size + (kill % 2 === 0 ? 0 : eventsPerLife);
      // In every other run the server handles mainly deliveries, and it may die during its start.
      const work = Array.from({ length: kill % 2 === 0 ? 1 : clients }, () =>
        untilItDies(async () => {
          while (!life.signal.aborted) await callers.call(url, randomUUID());
        }),
      );
      while (callers.acknowledged.size < enough) await Promise.race([sleep(10), ...work]);
      await sleep(randomInt(maxLifeMs));
      life.abort();
      await server.end('SIGKILL');
      await Promise.all(work);
      server = await startServer(env);
      if (kill % 10 === 0) say(`${kill} kills, ${callers.acknowledged.size} events acknowledged`);
    }
    while (callers.acknowledged.size < kills * eventsPerKill) await callers.call(server.url, randomUUID());

    const waitsUntil = Date.now() + patienceMs;
    for (let left = 1; left > 0; await sleep(200)) {
      left = await countWaiting(server.url, key, webhooks);
      if (Date.now() > waitsUntil) throw new Broken(`${left} deliveries still wait`);
    }
    const happened = await callers.listHappened(server.url);
    for (const each of callers.acknowledged)
      if (!happened.has(each)) throw new Broken(`${each} was acknowledged, and did not happen`);
    const { attempts, repeats } = await verifyDeliveries(server.url, key, webhooks, happened);
    if ((await server.end('SIGTERM')) !== 0) throw new Broken('the server did not end in order');
    return {
      kills,
      events: happened.size,
      deliveries: happened.size * webhooks.length,
      receptions: receivers.reduce((sum, { receptions }) => sum + receptions.length, 0),
      attempts,
      repeats,
      refused: callers.refused,
    };
  } finally {
    await server.end('SIGKILL');
    for (const receiver of receivers) await receiver.close();
    rmSync(home, { recursive: true, force: true });
  }
}
