import type { ApiKey, ErrorCode, PublicConfig, User } from '../api.gen.ts';
import { sdkVersion, type OperationId } from '../api.gen.ts';
import { DriveClient, type ClientOptions } from '../client.ts';
import type { DriveEvent } from '../events/drive-event.ts';
import { sign } from '../webhooks/sign.ts';
import { byteHandlers } from './byte-handlers.ts';
import {
  type ByteOperationId,
  type FakeCall,
  findOperation,
  type FoundOperation,
  type Handlers,
} from './fake-calls.ts';
import { FakeEvents } from './fake-events.ts';
import { FakeRefusal } from './fake-refusal.ts';
import type { FakeState } from './fake-state.ts';
import { FakeTree } from './fake-tree.ts';
import { itemHandlers } from './item-handlers.ts';
import { FakeShares } from './share-handlers.ts';

/**
 * Options of a fake drive.
 *
 * @example
 * ```ts
 * import { FakeDrive, type FakeDriveOptions } from '@drive/sdk/testing';
 *
 * const options: FakeDriveOptions = { quotaBytes: 1000, now: () => new Date('2026-11-27T12:00:00Z') };
 * console.log(new FakeDrive(options).url);
 * ```
 */
export interface FakeDriveOptions {
  /** URL of the server, which nothing listens at. Default: `https://drive.test`. */
  readonly url?: string | undefined;
  /** Bytes that the user may store; more are refused with `storage_quota_exceeded`. Default: 10 GiB. */
  readonly quotaBytes?: number | undefined;
  /** The clock of the server. Default: the system's. */
  readonly now?: (() => Date) | undefined;
}

/**
 * An operation that can be made to fail: one of the API, by its `operationId`, or one that moves bytes.
 *
 * @example
 * ```ts
 * import { FakeDrive, type FakedOperation } from '@drive/sdk/testing';
 *
 * const operations: FakedOperation[] = ['createUpload', 'putUploadBytes'];
 * const drive = new FakeDrive();
 * for (const operation of operations) drive.failNext(operation, 'network');
 * ```
 */
export type FakedOperation = OperationId | ByteOperationId;

/**
 * How a call fails: refused by the server, or `network`: without an answer.
 *
 * @example
 * ```ts
 * import { FakeDrive, type FakedFailure } from '@drive/sdk/testing';
 *
 * const full: FakedFailure = { status: 409, code: 'storage_quota_exceeded' };
 * new FakeDrive().failNext('createUpload', full);
 * ```
 */
export type FakedFailure =
  | 'network'
  | {
      /** HTTP status. */
      readonly status: number;
      /** Error code of the API. */
      readonly code: ErrorCode;
      /** Default: a sentence with the code. */
      readonly message?: string | undefined;
      /** Seconds of the header `Retry-After`. */
      readonly retryAfter?: number | undefined;
    };

const gibibyte = 1024 ** 3;

/**
 * A drive in memory, for unit tests of an application that uses the SDK: files, folders, versions, the trash, and links. Nothing is
 * sent anywhere. A call that it does not know fails with `not_faked`: test that on a server.
 *
 * @example
 * ```ts
 * import { FakeDrive } from '@drive/sdk/testing';
 *
 * const drive = new FakeDrive();
 * const client = drive.client();
 * await client.files.put('/reports/may.txt', new Blob(['hello']));
 * console.log((await client.files.getByPath('/reports/may.txt')).size, drive.events.length);
 * ```
 */
export class FakeDrive {
  /** URL of the server, for `baseUrl`. */
  readonly url: string;
  /** The only key that the server accepts. */
  readonly apiKey: string = `svc_${'fake'.repeat(10)}`;
  readonly #state: FakeState;
  readonly #shares: FakeShares;
  readonly #handlers: Handlers;
  readonly #failures = new Map<string, FakedFailure[]>();
  readonly #quotaBytes: number;

  constructor({
    url = 'https://drive.test',
    quotaBytes = 10 * gibibyte,
    now = () => new Date(),
  }: FakeDriveOptions = {}) {
    this.url = url.replace(/(?<!\/)\/+$/, '');
    this.#quotaBytes = quotaBytes;
    const tree = new FakeTree({ now, quotaBytes });
    const events = new FakeEvents(tree, now, keyId);
    this.#state = { url: this.url, now, tree, events, shares: new Map(), signed: new Map() };
    const shares = new FakeShares(this.#state);
    this.#shares = shares;
    this.#handlers = {
      ...itemHandlers(this.#state),
      ...byteHandlers(this.#state, (node, shareMode) => shares.linkOf(shares.share(node, { shareMode }))),
      ...shares.handlers(),
      getMe: () => this.#user(),
      getCurrentApiKey: () => this.#key(),
      getPublicConfig: () => publicConfig(quotaBytes),
      healthz: () => ({ status: 'ok' }),
    };
  }

  /**
   * Every event so far, oldest first: what a webhook for `file.*` and `folder.*` would receive.
   *
   * @example
   * ```ts
   * import { FakeDrive } from '@drive/sdk/testing';
   *
   * const drive = new FakeDrive();
   * await drive.client().files.put('/a.txt', new Blob(['a']));
   * console.log(drive.events.map(({ type }) => type));
   * ```
   */
  get events(): readonly DriveEvent[] {
    return this.#state.events.all;
  }

  /**
   * Returns a client of this drive. It does not repeat failed calls, unless `maxRetries` is given.
   *
   * @example
   * ```ts
   * import { FakeDrive } from '@drive/sdk/testing';
   *
   * console.log((await new FakeDrive().client().account.me()).email);
   * ```
   */
  client(options: ClientOptions = {}): DriveClient {
    const { url: baseUrl, apiKey, fetch } = this;
    return new DriveClient({
      baseUrl,
      apiKey,
      fetch,
      maxRetries: 0,
      throttle: false,
      dangerouslyAllowBrowser: true,
      ...options,
    });
  }

  /**
   * Lets the next calls of an operation fail, one for each failure, in their order.
   *
   * @example
   * ```ts
   * import { isDriveError } from '@drive/sdk';
   * import { FakeDrive } from '@drive/sdk/testing';
   *
   * const drive = new FakeDrive();
   * drive.failNext('createFolder', { status: 409, code: 'item_quota_exceeded' });
   * await drive.client().files.createFolder({ name: 'Photos' }).catch((error: unknown) => {
   *   console.log(isDriveError(error, 'item_quota_exceeded'));
   * });
   * ```
   */
  failNext(operation: FakedOperation, ...failures: readonly FakedFailure[]): void {
    this.#failures.set(operation, [...(this.#failures.get(operation) ?? []), ...failures]);
  }

  /**
   * Returns the signed request with which the server delivers an event to a webhook, to hand it to your receiver.
   *
   * @example
   * ```ts
   * import { FakeDrive } from '@drive/sdk/testing';
   * import { unwrap } from '@drive/sdk/webhooks';
   *
   * const drive = new FakeDrive();
   * await drive.client().files.put('/a.txt', new Blob(['a']));
   * const request = await drive.delivery(drive.events[0]!, { secret: 'a secret of the test' });
   * console.log((await unwrap(await request.text(), request.headers, 'a secret of the test')).type);
   * ```
   */
  async delivery(
    event: DriveEvent,
    { secret, url = 'https://app.test/hook' }: { readonly secret: string; readonly url?: string },
  ): Promise<Request> {
    const body = JSON.stringify(event);
    return new Request(url, { method: 'POST', body, headers: await sign(body, secret) });
  }

  /** `fetch` of the drive, for `new DriveClient({ fetch })`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    try {
      return await this.#answer(request);
    } catch (error) {
      if (error instanceof FakeRefusal) return error.toResponse(this.#state.now());
      throw error;
    }
  };

  async #answer(request: Request): Promise<Response> {
    const { method, headers, url } = request;
    const { pathname, searchParams: query } = new URL(url);
    const path = pathname.slice(new URL(this.url).pathname.replace(/\/$/, '').length);
    const [, shortCode] = /^\/s\/([^/]+)$/.exec(path) ?? [];
    if (shortCode !== undefined) return this.#shares.redirect(shortCode);
    const operation = findOperation(method, path);
    this.#requireKey(operation, headers);
    this.#fail(operation);
    const handle = (this.#handlers as Readonly<Record<string, Handler | undefined>>)[operation.id];
    if (handle === undefined)
      throw new FakeRefusal(501, 'not_faked', `FakeDrive does not know ${operation.id}. Test it on a server.`);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const isJson = headers.get('content-type')?.startsWith('application/json') === true && bytes.length > 0;
    const body: unknown =
      isJson && pathname.includes('/api/') ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
    const answer = await handle({ params: operation.params, query, body, bytes, headers });
    if (answer instanceof Response) return answer;
    if (answer === undefined) return new Response(null, { status: 204 });
    return Response.json(answer, { status: statusOf(operation.id, answer) });
  }

  #requireKey({ isPublic }: FoundOperation, headers: Headers): void {
    if (isPublic || headers.get('authorization') === `Bearer ${this.apiKey}`) return;
    throw new FakeRefusal(401, 'authentication_required', 'This is not the key of the FakeDrive.');
  }

  #fail({ id }: FoundOperation): void {
    const failure = this.#failures.get(id)?.shift();
    if (failure === undefined) return;
    if (failure === 'network') throw new TypeError('fetch failed');
    const { status, code, message = `The call was made to fail with ${code}.`, retryAfter } = failure;
    throw new FakeRefusal(status, code, message, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` });
  }

  #key(): ApiKey {
    const created = new Date(0).toISOString();
    const scopes = ['files:read', 'files:write', 'shares', 'webhooks', 'account'] as const;
    const never = { expiresAt: null, lastUsedAt: null, revokedAt: null };
    return {
      id: keyId,
      prefix: this.apiKey.slice(0, 12),
      label: null,
      scopes: [...scopes],
      folderId: null,
      createdAt: created,
      ...never,
    };
  }

  #user(): User {
    const { tree } = this.#state;
    return {
      id: userId,
      email: 'user@drive.test',
      name: 'Fake User',
      isAdmin: false,
      plan: 'free',
      language: null,
      notifications: { mail: 'now' },
      createdAt: new Date(0).toISOString(),
      usedBytes: tree.usedBytes,
      trashBytes: 0,
      quotaBytes: this.#quotaBytes,
      maxFileBytes: this.#quotaBytes,
      itemCount: tree.nodes.size,
      maxItems: null,
    };
  }
}

type Handler = (call: FakeCall) => unknown;

const userId = '00000000-0000-4000-8000-000000000001';
const keyId = '00000000-0000-4000-8000-000000000002';

const created: ReadonlySet<string> = new Set(['createUpload', 'createUploadBatch', 'createFolder']);

/** 207 if some items of a batch failed. */
function statusOf(id: string, answer: unknown): number {
  if (created.has(id)) return 201;
  const { failed } = answer as { readonly failed?: readonly unknown[] };
  return id !== 'moveFiles' && failed !== undefined && failed.length > 0 ? 207 : 200;
}

const publicConfig = (maxBytes: number): PublicConfig => ({
  freeUserMaxBytes: maxBytes,
  paidUserMaxBytes: maxBytes,
  anonymousMaxFilesPerBatch: 1,
  anonymousMaxBytes: 0,
  anonymousUploads: false,
  captcha: { provider: 'none', siteKey: null },
  registration: 'closed',
  oidc: null,
  passkeys: false,
  passwordLogin: true,
  mailDelivery: 'outbox',
  shareMaxExpiryDays: 3650,
  archiveMaxBytes: maxBytes,
  trashRetentionDays: 30,
  versionsKeep: Number.MAX_SAFE_INTEGER,
  version: sdkVersion,
});
