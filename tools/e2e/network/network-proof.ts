import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Callers, listAll } from '../crash-events.ts';
import { admin, createKey, freshMachine, liftedLimits, startServer } from '../programs.ts';
import { createWebhook, signedAt } from '../webhook-receivers.ts';
import { outside, receivers, server as address } from './addresses.ts';
import type { Seen } from './outside.ts';

/** The findings; the test contains the expected ones. */
export interface NetworkReport {
  /** By name: the response to creating a webhook for it. */
  readonly registrations: Readonly<Record<string, string>>;
  /** By name: the result of a test event of a webhook for it. */
  readonly tests: Readonly<Record<string, string>>;
  readonly delivered: readonly { readonly host: string; readonly from: string; readonly isSigned: boolean }[];
  readonly rebinding: {
    readonly deliveries: number;
    readonly delivered: number;
    readonly attempts: number;
    readonly blocked: number;
    readonly otherErrors: readonly string[];
    /** Answers of the name server with a forbidden address. */
    readonly answersToInternal: number;
  };
  /** Duration of attempts that timed out. */
  readonly gaveUpAfterMs: Readonly<Record<string, number>>;
  /** By host: connections in addition to those that proved reachability. */
  readonly connections: Readonly<Record<string, number>>;
  /** Results of a server whose administrator allows the private network. */
  readonly allowed: Readonly<Record<string, string>>;
}

const blocked =
  'lan metadata shared loopback loopback6 mapped nat64 sixtofour own own6 mixed mixed6 mixed-metadata alias'.split(' ');
/** Targets that an administrator can allow, and others. */
const asked = ['https://lan.test/', 'http://lan.test/', 'https://metadata.test/', 'http://good.test/'].concat([
  'https://mixed.test/',
  'http://mixed.test/',
  'https://loopback.test/',
]);
const literals = [
  '93.184.216.34',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  '[::ffff:7f00:1]',
  address.v4,
  `[${address.v6}]`,
  outside,
];
const rebindingEvents = 16;

type Look = () => Promise<Seen>;

/** Runs the real server with a name server that changes its answers, and records the targets of its events. */
export async function proveAll(authority: string, rebindingName: string, look: Look): Promise<NetworkReport> {
  const { env: machine } = freshMachine();
  const env = {
    ...machine,
    ...liftedLimits,
    // Like behind address translation: none of its interfaces has it.
    DRIVE_BASE_URL: `https://${outside}/`,
    DRIVE_WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
    NODE_EXTRA_CA_CERTS: authority,
    ...Object.fromEntries(
      ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [
        name,
        `http://${receivers.proxy}:3128`,
      ]),
    ),
    NODE_USE_ENV_PROXY: '1',
  };
  const before = (await look()).connections;
  let server = await startServer(env);
  try {
    const key = await createKey(env, admin.email);
    const callers = await Callers.prepare(server.url, key);
    const api = new Api(server.url, key);

    const registrations: Record<string, string> = {};
    for (const host of [...blocked.map((name) => `${name}.test`), ...literals])
      registrations[host] = await api.tryToCreate(`https://${host}/`);
    for (const host of ['good.test', 'unknown.test', 'hanging.test', 'failing.test'])
      registrations[host] = await api.tryToCreate(`https://${host}/`);

    const secrets = new Map<string, string>();
    for (const host of ['good.test', 'six.test', 'both.test']) {
      const { id, signingSecret } = await createWebhook(server.url, key, `https://${host}/`);
      secrets.set(host, signingSecret);
      api.made.push(id);
    }
    await callers.submit(server.url, randomUUID());
    await api.waitForEnd();
    const delivered = (await look()).receptions.map((reception) => ({
      host: reception.host,
      from: reception.from,
      isSigned: signedAt(reception, secrets.get(reception.host) ?? '') !== undefined,
    }));
    await api.deleteMade();

    const rebindingReport = await proveRebinding(api, callers, rebindingName, look);

    const tests: Record<string, string> = {};
    const gaveUpAfterMs: Record<string, number> = {};
    const hard = ['redirecting', 'wrong', 'unknown', 'failing'];
    const hanging = ['nobody', 'silent', 'slow', 'hanging'];
    await Promise.all(
      [...hard, ...hanging].map(async (name) => {
        const found = await api.test(`https://${name}.test/`);
        tests[`${name}.test`] = found.said;
        if (hanging.includes(name)) gaveUpAfterMs[`${name}.test`] = found.durationMs;
      }),
    );
    const after = (await look()).connections;

    await server.end('SIGTERM');
    server = await startServer({ ...env, DRIVE_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' });
    const allowed: Record<string, string> = {};
    const open = new Api(server.url, key);
    for (const url of asked) allowed[url] = (await open.test(url)).said;

    return {
      registrations,
      tests,
      delivered,
      rebinding: rebindingReport,
      gaveUpAfterMs,
      connections: Object.fromEntries(
        Object.entries(after).map(([place, count]) => [place, count - (before[place] ?? 0)]),
      ),
      allowed,
    };
  } finally {
    await server.end('SIGTERM');
  }
}

async function proveRebinding(
  api: Api,
  callers: Callers,
  name: string,
  look: Look,
): Promise<NetworkReport['rebinding']> {
  const { id } = await createWebhook(api.server, api.key, `https://${name}/`);
  const before = (await look()).rebinding.internal;
  for (let count = 0; count < rebindingEvents; count += 1) await callers.submit(api.server, randomUUID());
  api.made.push(id);
  await api.waitForEnd();
  const deliveries = await api.listDeliveries(id);
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const isBlocked = (error: string | null): boolean => error?.startsWith('blocked: ') === true;
  return {
    deliveries: deliveries.length,
    delivered: deliveries.filter(({ status }) => status === 'delivered').length,
    attempts: attempts.length,
    blocked: attempts.filter(({ error }) => isBlocked(error)).length,
    otherErrors: attempts.flatMap(({ error }) => (error === null || isBlocked(error) ? [] : [error])),
    answersToInternal: (await look()).rebinding.internal - before,
  };
}

interface Delivery {
  readonly status: string;
  readonly attempts: readonly { readonly error: string | null; readonly durationMs: number }[];
}

class Api {
  readonly server: string;
  readonly key: string;
  /** Existing webhooks. */
  readonly made: string[] = [];

  constructor(server: string, key: string) {
    this.server = server;
    this.key = key;
  }

  call(method: string, path: string, json?: unknown): Promise<Response> {
    return fetch(`${this.server}/api/users/me/webhooks${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  /** Creates a webhook if that is allowed, and deletes it. */
  async tryToCreate(url: string): Promise<string> {
    const response = await this.call('POST', '', { url });
    const { id, code } = (await response.json()) as { id?: string; code?: string };
    if (id !== undefined) await this.call('DELETE', `/${id}`);
    return code ?? 'made';
  }

  /** Tests a temporary webhook, because there are at most five. */
  async test(url: string): Promise<{ readonly said: string; readonly durationMs: number }> {
    const response = await this.call('POST', '', { url });
    const made = (await response.json()) as { id?: string; code?: string };
    if (made.id === undefined) {
      if (made.code !== 'webhook_limit_reached') return { said: made.code ?? '', durationMs: 0 };
      await sleep(100);
      return this.test(url);
    }
    const answer = await this.call('POST', `/${made.id}/test`);
    const { delivered, error } = (await answer.json()) as { delivered: boolean; error: string | null };
    const [delivery] = await this.listDeliveries(made.id);
    await this.call('DELETE', `/${made.id}`);
    return { said: delivered ? 'delivered' : (error ?? ''), durationMs: delivery?.attempts[0]?.durationMs ?? 0 };
  }

  listDeliveries(id: string): Promise<Delivery[]> {
    const url = `${this.server}/api/users/me/webhooks/${id}/deliveries`;
    return listAll<Delivery>(url, { authorization: `Bearer ${this.key}` }, 'deliveries');
  }

  async waitForEnd(): Promise<void> {
    for (let turn = 0; turn < 600; turn += 1) {
      const all = await Promise.all(this.made.map((id) => this.listDeliveries(id)));
      if (all.flat().every(({ status }) => status !== 'pending')) return;
      await sleep(100);
    }
    throw new Error('deliveries have not come to their end');
  }

  async deleteMade(): Promise<void> {
    for (const id of this.made.splice(0)) await this.call('DELETE', `/${id}`);
  }
}
