import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PublicConfig } from '@drive/contract';
import { createAccountsApp } from './app/accounts-app.ts';
import type { Config } from './config.ts';
import type { Account, Accounts } from './modules/accounts/index.ts';
import type { ApiKeys } from './modules/api-keys/index.ts';
import { createArchives } from './modules/archives/index.ts';
import { createAnonymous } from './modules/anonymous/index.ts';
import { createCollections } from './modules/collections/index.ts';
import { createDownloads, type Offload } from './modules/downloads/index.ts';
import { createFiles, createNameSearch } from './modules/files/index.ts';
import { createProofings } from './modules/proofings/index.ts';
import { createPublic } from './modules/public/index.ts';
import { createService, readVersion } from './modules/service/index.ts';
import { createShares } from './modules/shares/index.ts';
import { createUploads } from './modules/uploads/index.ts';
import { createWebhooks } from './modules/webhooks/index.ts';
import { errorPage } from './pages/error-page.tsx';
import { dayMs, hourMs, secondMs } from './platform/clock.ts';
import {
  createAnswerCheck,
  createFeatureLimiter,
  createHttp,
  createIdempotency,
  createRateLimits,
  type FeatureBudgets,
} from './platform/http/index.ts';
import { sweepGivenUp } from './platform/jobs/index.ts';
import type { Ports } from './ports.ts';

export type { Account };

export interface AppOptions {
  /** The outside address without a slash at the end; the port is known only once the server listens. */
  readonly baseUrl: string;
  /** Runs after the first account was made, whatever way. */
  readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
  /** For tests: every answer is held to the contract, and this is told where one breaks it. */
  readonly onViolation?: (what: string) => void;
  /** For tests: in place of the contract's. */
  readonly featureBudgets?: FeatureBudgets;
  /** For tests: webhooks send nothing until `drainWebhooks()`. */
  readonly sendsOnlyWhenDrained?: boolean;
}

export interface App {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ids of the mounted endpoints. */
  readonly mounted: ReadonlySet<string>;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  /** Resolves when no request is at work any more, what follows an answer included. */
  idle(): Promise<void>;
  /** Ends what would never end by itself: for the beginning of a stop, before requests are waited for. */
  endStreams(): void;
  /** For tests: sends what is due to webhooks; answers whether there was anything. */
  drainWebhooks(): Promise<boolean>;
  /** Takes up what an earlier process left, then begins to work jobs off. */
  start(): Promise<void>;
  /** Resolves when no request and no job is at work any more and everything that waited is written. */
  stop(): Promise<void>;
}

/** Puts the modules together. The only place that knows all of them. */
export function createApp(ports: Ports, config: Config, options: AppOptions): App {
  const { database, clock, random, log, jobs, secrets } = ports;
  const { baseUrl } = options;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const sweepMs = config.sweepSeconds * secondMs;
  const featureLimiter = createFeatureLimiter(clock, {
    enabled: config.featureLimits,
    budgets: options.featureBudgets ?? {},
  });

  const { accounts, apiKeys } = createAccountsApp(ports, config, { baseUrl, onFirstAdmin: options.onFirstAdmin });
  const search = createNameSearch({ database });
  const files = createFiles({
    ...ports,
    search,
    config: { baseUrl, listMax: config.listMax, trashMs: config.trashRetentionDays * dayMs, sweepMs },
  });
  const shares = createShares({
    ...ports,
    accounts,
    files,
    featureLimiter,
    config: { baseUrl, maxExpiryDays: config.shareMaxExpiryDays, listMax: config.listMax },
  });
  const uploads = createUploads({
    ...ports,
    accounts,
    files,
    shares,
    config: {
      baseUrl,
      maxFileBytes: Math.max(config.freeUserMaxBytes, config.paidUserMaxBytes),
      sessionMs: config.uploadSessionHours * hourMs,
      sweepMs,
    },
  });
  const downloads = createDownloads({
    ...ports,
    files,
    shares,
    featureLimiter,
    config: {
      baseUrl,
      contentUrl: config.contentUrl,
      urlLifeMs: config.downloadUrlSeconds * secondMs,
    },
    offload: offloadOf(config),
  });
  const archives = createArchives({
    ...ports,
    files,
    shares,
    config: { baseUrl, maxBytes: config.archiveMaxBytes, sweepMs },
  });
  const publicFace = createPublic({
    ...ports,
    accounts,
    files,
    shares,
    downloads,
    archives,
    featureLimiter,
    config: { baseUrl, listMax: config.listMax },
  });
  const anonymous = createAnonymous({
    ...ports,
    accounts,
    files,
    shares,
    uploads,
    featureLimiter,
    config: {
      baseUrl,
      limits: {
        isOn: config.anonymousUploads,
        maxFiles: config.anonymousMaxFiles,
        maxFileBytes: config.anonymousMaxBytes,
        quotaBytes: config.anonymousQuotaBytes,
      },
      captcha: {
        provider: config.captcha,
        siteKey: config.captchaSiteKey,
        secret: config.captchaSecret,
        verifyUrl: config.captchaVerifyUrl,
      },
      retentionDays: config.anonymousRetentionDays,
      sweepMs,
    },
  });
  const webhooks = createWebhooks({
    ...ports,
    accounts,
    featureLimiter,
    config: {
      baseUrl,
      listMax: config.listMax,
      retrySeconds: config.webhookRetrySeconds,
      sweepMs,
      runsOnlyWhenDrained: options.sendsOnlyWhenDrained ?? false,
    },
  });
  const proofings = createProofings({
    ...ports,
    accounts,
    files,
    downloads,
    featureLimiter,
    config: { baseUrl, maxExpiryDays: config.shareMaxExpiryDays, listMax: config.listMax },
  });
  const collections = createCollections({
    ...ports,
    accounts,
    files,
    uploads,
    downloads,
    featureLimiter,
    config: { baseUrl, maxExpiryDays: config.shareMaxExpiryDays, listMax: config.listMax },
  });
  const service = createService({
    ...ports,
    config: { baseUrl, public: publicConfigOf(config), metricsToken: config.metricsToken },
  });

  sweepGivenUp({ database, clock, jobs });
  const http = createHttp({
    clock,
    random,
    log,
    metrics: ports.metrics,
    baseUrl,
    contentUrl: config.contentUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    rateLimits: createRateLimits(clock, {
      api: config.rateApi,
      apikey: config.rateApikey,
      auth: config.rateAuth,
      session: config.rateSession,
    }),
    idempotency: createIdempotency({ database, clock, jobs, secrets, sweepMs }),
    credentials: { findKeyCaller: apiKeys.authenticateKey, findSession: accounts.authenticateSession },
    answerCheck: options.onViolation === undefined ? undefined : createAnswerCheck(options.onViolation),
    errorPage: (context, { status, message, requestId }) =>
      errorPage(context, basePath, { status, title: problemTitle(status), message, requestId }),
  });
  for (const module of [
    accounts,
    apiKeys,
    files,
    shares,
    uploads,
    downloads,
    archives,
    publicFace,
    anonymous,
    collections,
    proofings,
    webhooks,
    service,
  ])
    module.routes(http.router);

  return {
    listener: http.listener,
    mounted: http.mounted,
    accounts,
    apiKeys,
    idle: http.idle,
    endStreams: webhooks.endStreams,
    drainWebhooks: webhooks.drain,
    start: async () => {
      uploads.start();
      jobs.start();
      webhooks.start();
    },
    stop: async () => {
      webhooks.endStreams();
      await http.idle();
      await webhooks.stop();
      await uploads.stop();
      await jobs.stop();
      await search.stop();
      await accounts.flush();
      await apiKeys.flush();
    },
  };
}

function offloadOf({ offload, storageUrl, dataDir }: Config): Offload | undefined {
  const storage = storageUrl === undefined ? dataDir : fileURLToPath(storageUrl);
  if (offload === 'x-sendfile') return { kind: offload, blobDirectory: resolve(storage, 'blobs') };
  return offload === 'x-accel' ? { kind: offload } : undefined;
}

function publicConfigOf(config: Config): PublicConfig {
  return {
    freeUserMaxBytes: config.freeUserMaxBytes,
    paidUserMaxBytes: config.paidUserMaxBytes,
    anonymousMaxFilesPerBatch: config.anonymousMaxFiles,
    anonymousMaxBytes: config.anonymousMaxBytes,
    anonymousUploads: config.anonymousUploads,
    captcha: { provider: config.captcha, siteKey: config.captchaSiteKey ?? null },
    registration: config.registration,
    shareMaxExpiryDays: config.shareMaxExpiryDays,
    archiveMaxBytes: config.archiveMaxBytes,
    trashRetentionDays: config.trashRetentionDays,
    version: readVersion(),
  };
}

function problemTitle(status: number): string {
  if (status === 404) return 'Not found';
  if (status === 410) return 'Gone';
  if (status === 429) return 'Too many requests';
  return status >= 500 ? 'Something went wrong' : 'That did not work';
}
