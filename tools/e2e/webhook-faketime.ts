/**
 * Runs the real server through the eight hours and 36 minutes of a delivery's attempts in a minute: its clock (by
 * libfaketime) is set to just before each attempt is due, and runs from there.
 *
 *     node tools/e2e/webhook-faketime.ts
 *
 * Prints the attempts; exits with 1 if one comes at the wrong time. Needs the program faketime.
 */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from '../../packages/internal/guarded-fetch/test/certificate.ts';
import { Callers, listAll } from './crash-events.ts';
import { Broken } from './crash-uploads.ts';
import { FakedClock, findFaketime } from './faked-clock.ts';
import { admin, createKey, freshMachine, startServer } from './programs.ts';
import { createWebhook, signedAt, startReceiver } from './webhook-receivers.ts';

/** Seconds between attempts, from the API document. */
const documented = [60, 300, 1800, 7200, 21_600];
/** Time before an attempt to which the clock is set; longer than the server ever sleeps without reading it. */
const leadMs = 8000;
/** No attempt may come in the first half of the lead. */
const silenceMs = leadMs / 2;
/** For a busy machine. */
const mostLateMs = 30_000;

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly { readonly at: string; readonly statusCode: number | null }[];
  readonly nextAttemptAt: string | null;
}

async function prove(library: string, say: (line: string) => void): Promise<void> {
  const { home, env: machine } = freshMachine();
  const clock = new FakedClock(join(home, 'faketimerc'));
  const authority = join(home, 'authority.pem');
  writeFileSync(authority, testCertificate.cert);
  const plain = {
    ...machine,
    DRIVE_FEATURE_LIMITS: 'off',
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
  };
  const server = await startServer({
    ...plain,
    ...clock.env(library),
  });
  const receiver = await startReceiver(testCertificate, () => ({ status: 500, afterMs: 0 }));
  try {
    const key = await createKey(plain, admin.email);
    const callers = await Callers.prepare(server.url, key);
    const { id, signingSecret } = await createWebhook(server.url, key, `https://127.0.0.1:${receiver.port}/hook`);
    const look = async (): Promise<Delivery> => {
      const headers = { authorization: `Bearer ${key}` };
      const url = `${server.url}/api/users/me/webhooks/${id}/deliveries`;
      const [delivery, ...others] = await listAll<Delivery>(url, headers, 'deliveries');
      if (delivery === undefined || others.length > 0) throw new Broken('there is not one delivery');
      return delivery;
    };
    await callers.submit(server.url, randomUUID());
    await waitFor(async () => (await look()).attempts.length === 1);
    for (const [index, seconds] of documented.entries()) {
      const { nextAttemptAt } = await look();
      if (nextAttemptAt === null) throw new Broken('no attempt is to come');
      clock.putTo(Date.parse(nextAttemptAt) - leadMs);
      await sleep(silenceMs);
      if (receiver.receptions.length !== index + 1) throw new Broken(`attempt ${index + 2} came before its time`);
      await waitFor(async () => (await look()).attempts.length === index + 2);
      const { attempts } = await look();
      const distanceMs = Date.parse(attempts[index + 1]?.at ?? '') - Date.parse(attempts[index]?.at ?? '');
      say(`attempt ${index + 2}: ${distanceMs / 1000} s after the one before, documented ${seconds} s`);
      if (distanceMs < seconds * 1000 || distanceMs > seconds * 1000 + mostLateMs)
        throw new Broken(`attempt ${index + 2} came at the wrong time`);
    }
    const { id: deliveryId, status, attempts, nextAttemptAt } = await look();
    if (status !== 'failed' || nextAttemptAt !== null) throw new Broken(`it ended ${status}`);
    for (const [index, reception] of receiver.receptions.entries()) {
      const at = Math.floor(Date.parse(attempts[index]?.at ?? '') / 1000);
      if (signedAt(reception, signingSecret) !== at)
        throw new Broken(`attempt ${index + 1} was not signed at its time`);
      if (reception.deliveryId !== deliveryId) throw new Broken(`attempt ${index + 1} had another delivery’s id`);
    }
    clock.putTo(clock.now() + 24 * 3600 * 1000);
    await sleep(silenceMs + 2000);
    if (receiver.receptions.length !== documented.length + 1) throw new Broken('a seventh attempt came');
    const wholeMs = Date.parse(attempts.at(-1)?.at ?? '') - Date.parse(attempts[0]?.at ?? '');
    say(
      `six attempts in ${(wholeMs / 1000).toFixed(1)} s of the server’s time, each signed again under one delivery id`,
    );
  } finally {
    await server.end('SIGTERM');
    await receiver.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Broken('an attempt never came');
}

const library = findFaketime();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (library === undefined) say('skipped: the program faketime is not there');
else await prove(library, say);
