import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBaseUrl, secondMs } from '@drive/base';
import { sweepFailedJobs } from '@drive/jobs';
import { errorPage, type Text } from '@drive/pages';
import { createMemoryRateStore, createRowRateStore, withMemory } from '@drive/rate-limits';
import { createModules, type ModulesOptions } from './app/modules.ts';
import { OwnAnswers } from './app/own-answers.ts';
import { rotateSecrets } from './app/secret-rotation/secret-rotation.ts';
import type { Config } from './config.ts';
import type { Account, Accounts } from './modules/accounts/index.ts';
import type { ApiKeys } from './modules/api-keys/index.ts';
import { confineRequest, requireDriveRoot } from './modules/files/index.ts';
import { createActivity } from './platform/activity.ts';
import { type AnswerCheck, createCursors, Http, createIdempotency, createRateLimits } from './platform/http/index.ts';
import type { OpenedPorts } from './platform/ports/ports.ts';

export type { Account };

export interface AppOptions extends Omit<ModulesOptions, 'rateStores' | 'idempotency' | 'listener' | 'answerOwn'> {
  readonly baseUrl: string;
  /** For tests: creates a check of every response against the contract. `pageOrigin` is the origin of the base URL. */
  readonly createAnswerCheck?: (pageOrigin: string) => AnswerCheck;
}

export interface App {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Counts a request that could not be parsed; resolves to the headers of its answer. */
  readonly countBroken: Http['countBroken'];
  readonly mounted: ReadonlySet<string>;
  /** Method and pattern of every endpoint and page. */
  readonly routes: Http['routes'];
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  /** Resolves when no request is running, including the work after its response: what a client still has to take is waited for. */
  idle(): Promise<void>;
  /** Makes `/readyz` answer 503, so that load balancers send no more requests; the others are answered as before. */
  drain(): void;
  /** Closes open event streams and answers held requests. Call first during shutdown; they would otherwise keep it waiting. */
  endStreams(): void;
  /** For tests: sends due deliveries; returns whether there were any. */
  drainWebhooks(): Promise<boolean>;
  /** Resumes the work of an earlier process, and starts the jobs. */
  start(): void;
  /** Resolves when no request and no job is at work any more and everything that waited is written. */
  stop(): Promise<void>;
}

/** Composes the modules behind one listener, and starts and stops them together. */
export function createApp(opened: OpenedPorts, config: Config, options: AppOptions): App {
  const baseUrl = createBaseUrl(options.baseUrl);
  const ports = { ...opened, baseUrl, activity: createActivity() };
  const { database, clock, random, log, jobs, secrets } = ports;
  const sweepMs = config.sweepSeconds * secondMs;
  const rows = { database, clock, secrets, jobs, sweepMs };
  const memory = createMemoryRateStore(clock);
  const rateStores = {
    passing: ports.node.isAlone ? memory : withMemory(createRowRateStore(rows, 'call_windows'), memory),
    persistent: createRowRateStore(rows, 'rate_windows'),
  };
  const idempotency = createIdempotency({ database, clock, jobs, secrets, sweepMs });
  const ownAnswers = new OwnAnswers();
  const { search, live, routed } = createModules(ports, config, {
    ...options,
    answerOwn: (...asked) => ownAnswers.answer(...asked),
    rateStores,
    idempotency,
    listener: (request, response) => http.listen(request, response),
  });
  const { accounts, apiKeys, service, shares, uploads, webhooks } = routed;

  sweepFailedJobs({ jobs });
  rotateSecrets(ports);
  const http: Http = new Http({
    clock,
    random,
    log,
    metrics: ports.metrics,
    activity: ports.activity,
    baseUrl,
    instance: ports.instance,
    contentUrl: config.contentUrl,
    listMax: config.listMax,
    isCutOff: () => ports.node.isCutOff(),
    cursors: createCursors(secrets),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    logsClientIp: config.logClientIp,
    rateLimits: createRateLimits(rateStores, {
      api: config.rateApi,
      apikey: config.rateApikey,
      auth: config.rateAuth,
      files: config.rateFiles,
      transfers: config.rateTransfers,
      public: config.ratePublic,
      session: config.rateSession,
    }),
    idempotency,
    confine: confineRequest(database),
    findDriveRoot: (caller, driveId) => requireDriveRoot(database.reader, caller, driveId),
    credentials: { findKeyCaller: apiKeys.authenticateKey, findSession: accounts.authenticateSession },
    answerCheck: options.createAnswerCheck?.(baseUrl.origin),
    errorPage: (context, { status, message, requestId }) =>
      errorPage(context, baseUrl.path, { status, title: problemTitle(status), message, requestId }),
  });
  const router = ownAnswers.keeping(http.router);
  for (const module of Object.values(routed)) module.routes(router);

  return {
    listener: (request, response) => http.listen(request, response),
    countBroken: (socket, request) => http.countBroken(socket, request),
    mounted: http.mounted,
    routes: http.routes,
    accounts,
    apiKeys,
    idle: async () => {
      await http.idle();
      await shares.idle();
    },
    drain: () => service.drain(),
    endStreams: () => live.stop(),
    drainWebhooks: () => webhooks.drain(),
    start: () => {
      uploads.start();
      jobs.start();
      webhooks.start();
      service.start();
    },
    stop: async () => {
      live.stop();
      await http.idle();
      await shares.idle();
      await webhooks.stop();
      await uploads.stop();
      await jobs.stop();
      await search.stop();
      await accounts.flush();
      await apiKeys.flush();
      await service.stop();
    },
  };
}

function problemTitle(status: number): Text {
  if (status === 404) return 'Not found';
  if (status === 410) return 'Gone';
  if (status === 429) return 'Too many requests';
  return status >= 500 ? 'Something went wrong' : 'This request was refused';
}
