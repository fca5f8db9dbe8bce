import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Caller } from '@drive/access';
import { createBaseUrl, createSecrets, type LogFields, type LogLevel, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { noMetrics } from '@drive/metrics';
import type { HttpServer } from '@drive/node-http';
import { createMemoryRateStore } from '@drive/rate-limits';
import {
  createCursors,
  createHttpServer,
  createRateLimits,
  type Credentials,
  Http,
  type Idempotency,
  type RateSettings,
  type Router,
  type ServerOptions,
} from '../src/index.ts';
import { createAnswerCheck } from './answer-check.ts';

export interface HttpTestOptions {
  readonly routes: (router: Router) => void;
  readonly rates?: Partial<RateSettings>;
  readonly clock?: TestClock;
  /** Default: stores nothing. */
  readonly idempotency?: Idempotency;
  readonly baseUrl?: string;
  readonly bodyMs?: number;
  readonly isCutOff?: () => boolean;
  readonly trustedProxies?: readonly string[];
  readonly corsOrigins?: readonly string[];
  readonly server?: Pick<ServerOptions, 'idleMs' | 'headersMs' | 'keepAliveMs' | 'lingerMs'>;
}

export interface HttpTest {
  readonly url: string;
  readonly port: number;
  readonly clock: TestClock;
  readonly http: Http;
  readonly server: HttpServer;
  readonly logged: ({ event: string; level: LogLevel } & LogFields)[];
  readonly violations: string[];
  /** Sends these bytes and returns the response until the server closes; `end` closes the client's side after them. */
  raw(bytes: string | Buffer, options?: { readonly end?: boolean }): Promise<string>;
  open(): Promise<Socket>;
  close(): Promise<void>;
}

const callerOf = (credentialId: number, kind: Caller['kind'], more: Partial<Caller> = {}): Caller => ({
  kind,
  userId: 1,
  accountId: 'account-1',
  accountName: null,
  isAdmin: false,
  plan: 'free',
  credentialId,
  publicId: `credential-${credentialId}`,
  restriction: null,
  ...more,
});

/** Keys `svc_one`, `svc_two`, `svc_reader` (scope files:read) and `svc_admin`; sessions `s1` and `s2` with the XSRF tokens `x1` and `x2`. */
const credentials: Credentials = {
  findKeyCaller: async (rawKey) =>
    ({
      svc_one: callerOf(1, 'key'),
      svc_two: callerOf(2, 'key'),
      svc_reader: callerOf(4, 'key', { restriction: { scopes: ['files:read'], folderId: null, expiresAt: null } }),
      svc_admin: callerOf(3, 'key', { userId: 2, isAdmin: true }),
    })[rawKey],
  findSession: async (token) =>
    ({
      s1: { caller: callerOf(1, 'session'), xsrfToken: 'x1' },
      s2: { caller: callerOf(2, 'session', { userId: 7 }), xsrfToken: 'x2' },
    })[token],
};

/** The HTTP part of the server, with endpoints of the test. */
export async function startHttp(options: HttpTestOptions): Promise<HttpTest> {
  const clock = options.clock ?? createTestClock();
  const logged: HttpTest['logged'] = [];
  const violations: string[] = [];
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) =>
      void logged.push({ level, event, ...fields });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const memory = createMemoryRateStore(clock);
  const stores = { passing: memory, persistent: memory };
  const rates = { api: 0, apikey: 0, auth: 0, files: 0, transfers: 0, public: 0, session: undefined, ...options.rates };
  const baseUrl = createBaseUrl(options.baseUrl ?? 'http://localhost');
  const http = new Http({
    clock,
    random: systemRandom,
    log,
    baseUrl,
    instance: { name: 'Drive', color: undefined, logo: undefined },
    metrics: noMetrics,
    activity: { add: () => {} },
    listMax: 200,
    isCutOff: options.isCutOff ?? (() => false),
    cursors: createCursors(createSecrets<'cursor'>(Buffer.alloc(32, 7), 'test')),
    trustedProxies: options.trustedProxies ?? [],
    corsOrigins: options.corsOrigins ?? [],
    logsClientIp: true,
    bodyMs: options.bodyMs,
    rateLimits: createRateLimits(stores, rates),
    credentials,
    confine: async () => undefined,
    findDriveRoot: async () => '',
    idempotency: options.idempotency ?? {
      hashNetwork: (network) => network,
      find: async () => undefined,
      remember: async () => undefined,
      once: (_request, work) => work(async () => {}),
      getTwins: () => Promise.reject(new Error('no test here has twins')),
    },
    answerCheck: createAnswerCheck((what) => violations.push(what), baseUrl.origin),
    errorPage: async (context, { status, message }) => context.html(`<h1>${message}</h1>`, status as 400),
  });
  options.routes(http.router);
  const server = createHttpServer({ clock, random: systemRandom, log, ...options.server });
  const { port } = (await server.listen('127.0.0.1', 0)) satisfies AddressInfo;
  server.serve(
    (request, response) => http.listen(request, response),
    (socket, request) => http.countBroken(socket, request),
  );

  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket));
      socket.once('error', reject);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    clock,
    http,
    server,
    logged,
    violations,
    open,
    raw: async (bytes, { end = false } = {}) => {
      const socket = await open();
      socket.write(bytes);
      if (end) socket.end();
      return readAll(socket);
    },
    close: async () => {
      await server.stop(0);
      await http.idle();
    },
  };
}

/** Reads until the other side closes; rejects if the connection is reset. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.once('end', () => {
      socket.end();
      resolve(text);
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });
}
