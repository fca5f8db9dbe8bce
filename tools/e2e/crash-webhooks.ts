import { randomInt, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from '../../packages/internal/guarded-fetch/test/certificate.ts';
import { Broken } from './crash-uploads.ts';
import { countWaiting, verifyDeliveries, type CrashWebhook } from './crash-deliveries.ts';
import { Callers } from './crash-events.ts';
import { admin, createKey, freshMachine, startServer } from './programs.ts';
import { untilItDies } from './until-it-dies.ts';
import { createWebhook, startReceiver, type Manner } from './webhook-receivers.ts';

export interface WebhookCrashReport {
  readonly kills: number;
  /** What happened, each of it news for every webhook. */
  readonly events: number;
  readonly deliveries: number;
  /** Requests that receivers got, repeats among them. */
  readonly receptions: number;
  /** Attempts that the log knows of. */
  readonly attempts: number;
  /** Deliveries that receivers got once more after they had taken them. */
  readonly repeats: number;
  /** Requests that were refused, which nobody may hear of. */
  readonly refused: number;
}

export interface WebhookCrashOptions {
  readonly say?: (line: string) => void;
  /** An empty database on Postgres; default SQLite. */
  readonly databaseUrl?: string | undefined;
}

const clients = 4;
const maxLifeMs = 700;
/** On Postgres what a dead server had in its hands is sent when its lease has ended. */
const patienceMs = 240_000;
/** In those lives that bring news, before the moment of death is chosen. */
const eventsPerLife = 14;
/** At the least, with what comes when the killing has ended. */
const eventsPerKill = 7;

/** Steady, failing twice before it takes anything, and slow: what is sent is cut in every state there is. */
const manners: readonly Manner[] = [
  () => ({ status: 200, afterMs: 0 }),
  (count) => ({ status: count < 2 ? (([500, 'nothing', 302] as const)[randomInt(3)] ?? 500) : 204, afterMs: 0 }),
  () => ({ status: 202, afterMs: randomInt(250) }),
];

/**
 * Kills the server with SIGKILL again and again while events happen and are delivered, and sees that every event of
 * what happened reaches every webhook, that the log is right, and that nobody hears of what did not happen.
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
    DRIVE_RATE_API: '0',
    DRIVE_RATE_FILES: '0',
    DRIVE_RATE_APIKEY: '0',
    DRIVE_FEATURE_LIMITS: 'off',
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
      // In every other life the deliveries have the server almost to themselves, and it may die while it starts.
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
