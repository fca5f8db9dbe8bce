import type { ApiPromise } from './api-promise.ts';
import type { SearchItemsQuery, SearchResult } from './api.gen.ts';
import { reasonOf } from './error-from.ts';
import { DriveError } from './error.ts';
import { type Logger, Network, type RetryInfo, type WaitInfo } from './network.ts';
import { type NextPage, type PagedList, pagedListOf } from './page.ts';
import { isPage, pageOrigin } from './platform.ts';
import { RateBudgets } from './rate-budget.ts';
import type { RawRequestOptions, RequestOptions } from './request-options.ts';
import { Account } from './resources/account.ts';
import { Admin } from './resources/admin/admin.ts';
import { ApiKeys } from './resources/api-keys.ts';
import { Auth } from './resources/auth.ts';
import { Changes } from './resources/changes.ts';
import { Collections } from './resources/collections.ts';
import { Events } from './resources/events.ts';
import { Files } from './resources/files.ts';
import { Operations } from './resources/operations.ts';
import { Pastes } from './resources/pastes.ts';
import { Proofings } from './resources/proofings.ts';
import { PublicResource } from './resources/public/public.ts';
import { ServerState } from './resources/server-state.ts';
import { Links } from './resources/sharing/links.ts';
import { Shares } from './resources/sharing/shares.ts';
import { Tags } from './resources/tags.ts';
import { ActivityLog } from './resources/teams/activity-log.ts';
import { Drives } from './resources/teams/drives.ts';
import { ItemAccess } from './resources/teams/item-access.ts';
import { Notifications } from './resources/teams/notifications.ts';
import { Trash } from './resources/trash.ts';
import { UploadGrants } from './resources/upload-grants.ts';
import { Uploads } from './resources/uploads.ts';
import { Webhooks } from './resources/webhooks.ts';
import { defaultRetries } from './retry.ts';
import { Session } from './session.ts';
import { keepTransport, requireApiKey, Transport, transportOf, type TransportSettings } from './transport.ts';

/**
 * Options of a client.
 *
 * @example
 * ```ts
 * import { DriveClient, type ClientOptions } from '@drive/sdk';
 *
 * const options: ClientOptions = { baseUrl: 'https://drive.example.com', apiKey: process.env['DRIVE_API_KEY'] };
 * await new DriveClient(options).account.me();
 * ```
 */
export interface ClientOptions {
  /**
   * API key, or a function that returns one and is called before each request. Default: the environment variable
   * `DRIVE_API_KEY`. `null`: no key. Without a key, a browser's session is used. A text that is not a key is refused when the
   * client is created; what a function returns is not checked.
   */
  readonly apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /**
   * URL of the server with its path prefix, if any. Default: the environment variable `DRIVE_URL`, else `DRIVE_BASE_URL`; in a browser
   * the page's server; otherwise http://127.0.0.1:8080.
   */
  readonly baseUrl?: string | undefined;
  /** Default: the platform's fetch. The functions of `@drive/sdk/node` use Node's HTTP client for bytes. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Timeout of one attempt in milliseconds. Not applied to file contents. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Retries after the first attempt. Default 2. */
  readonly maxRetries?: number | undefined;
  /**
   * Delays calls while the server's rate limit is used up, instead of getting 429. Many calls can be made at once; each
   * is sent as soon as the limit permits. Default true.
   */
  readonly throttle?: boolean | undefined;
  /**
   * Headers of every request to the server, such as those that a proxy requires. Not sent to other servers, whose share
   * links may be opened. `User-Agent` replaces `drive-sdk/VERSION` everywhere but in browsers.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Receives a message about each request, retry and wait, without secrets: `console`, for instance. */
  readonly logger?: Logger | undefined;
  /** Called before each retry. */
  readonly onRetry?: ((retry: RetryInfo) => void) | undefined;
  /** Called when a call waits because the server's rate limit is used up. */
  readonly onWait?: ((wait: WaitInfo) => void) | undefined;
  /**
   * Awaited before each piece of a file's content: before it is sent by functions of `@drive/sdk/node`, and after it was received.
   * Delay here to limit the transfer rate of one or several clients.
   */
  readonly pace?: ((bytes: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /**
   * Allows an API key in a page of a browser, where every visitor can read it. Use a key of few scopes and for one
   * folder, that its user has typed in or that expires soon; `DRIVE_CORS_ORIGINS` of the server has to name the origin of the page.
   * Default false: such a client throws.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * Client of a Drive server.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: process.env['DRIVE_API_KEY'] });
 * const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
 * console.log((await client.shares.create(fileId)).shortUrl);
 * ```
 */
export class DriveClient {
  readonly #options: ClientOptions;
  /** Uploads of bytes, files and folders. */
  readonly uploads: Uploads;
  /** Tokens with which the users of an application upload files. */
  readonly uploadGrants: UploadGrants;
  /** Files and folders: list, find, move, download. */
  readonly files: Files;
  /** Work that the server continues after the request. */
  readonly operations: Operations;
  /** Tags of files and folders. */
  readonly tags: Tags;
  /** Who has access to files and folders. */
  readonly access: ItemAccess;
  /** Who did what, and when. */
  readonly activity: ActivityLog;
  /** What the caller is told of. */
  readonly notifications: Notifications;
  /** Team drives. */
  readonly drives: Drives;
  /** Trashed items: restore them or delete them permanently. */
  readonly trash: Trash;
  /** Share links of files and folders. */
  readonly shares: Shares;
  /** Several links of one file or folder. */
  readonly links: Links;
  /** File requests, through which others send files. */
  readonly collections: Collections;
  /** Galleries from which clients select files. */
  readonly proofings: Proofings;
  /** Texts with a link. */
  readonly pastes: Pastes;
  /** Subscriptions to events and their deliveries. */
  readonly webhooks: Webhooks;
  /** Events as a stream. */
  readonly events: Events;
  /** Changes of files and folders, to keep a copy up to date. */
  readonly changes: Changes;
  /** API keys of the account. */
  readonly apiKeys: ApiKeys;
  /** The account of the caller and its sessions. */
  readonly account: Account;
  /** Administration of the server. */
  readonly admin: Admin;
  /** Registration, sign-in and passwords. */
  readonly auth: Auth;
  /** Calls without an account: open links, search, upload. */
  readonly public: PublicResource;
  /** Health and description of the server. */
  readonly server: ServerState;

  constructor(options: ClientOptions = {}) {
    const settings = settingsOf(options);
    const transport = new Transport({ ...settings, ...sharedBy.get(options) });
    keepTransport(this, transport);
    this.#options = options;
    this.uploads = new Uploads(transport);
    this.uploadGrants = new UploadGrants(transport);
    this.files = new Files(transport);
    this.operations = new Operations(transport);
    this.tags = new Tags(transport);
    this.access = new ItemAccess(transport);
    this.activity = new ActivityLog(transport);
    this.notifications = new Notifications(transport);
    this.drives = new Drives(transport);
    this.trash = new Trash(transport);
    this.shares = new Shares(transport);
    this.links = new Links(transport);
    this.collections = new Collections(transport);
    this.proofings = new Proofings(transport);
    this.pastes = new Pastes(transport);
    this.webhooks = new Webhooks(transport);
    this.events = new Events(transport);
    this.changes = new Changes(transport);
    this.apiKeys = new ApiKeys(transport);
    this.account = new Account(transport);
    this.admin = new Admin(transport);
    this.auth = new Auth(transport);
    this.public = new PublicResource(transport);
    this.server = new ServerState(transport);
  }

  /**
   * Finds files and folders whose names contain every word of `q`, the best first, each with its path. A `"quoted phrase"` is
   * one word. `in` is the id of a folder to search below.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.search({ q: 'annual report', limit: 10 });
   * for (const { path, item } of items) console.log(path, item.size);
   * for await (const { path } of client.search({ q: '"final draft"', sort: '-createdAt' })) console.log(path);
   * ```
   */
  search(query: SearchItemsQuery, options?: RequestOptions): PagedList<SearchResult, NextPage> {
    return pagedListOf(transportOf(this), 'searchItems', 'results', { query }, options);
  }

  /**
   * Returns a client with other options. It counts toward the same rate limit and uses the same session, unless its key
   * or its server is another one.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 8 });
   * await patient.account.me();
   * ```
   */
  withOptions(options: ClientOptions): DriveClient {
    const merged = { ...this.#options, ...options };
    const { session, budgets } = transportOf(this).settings;
    const isSame = ['apiKey', 'baseUrl', 'throttle'].every((name) => !(name in options));
    if (isSame) sharedBy.set(merged, { session, budgets });
    return new DriveClient(merged);
  }

  /**
   * Calls an endpoint by its path, for endpoints that this version has no method for. Uses the client's credential,
   * retries and errors. POST and PATCH are retried only with an `idempotencyKey`.
   *
   * @example
   * ```ts
   * import { DriveClient, type Item } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const folder = await client.request<Item>('POST', '/api/files/folders', { body: { name: 'Photos' } });
   * const { response } = await client.request('GET', `/api/files/${folder.id}`).withResponse();
   * console.log(response.status);
   * ```
   */
  request<T = unknown>(method: string, path: string, options: RawRequestOptions = {}): ApiPromise<T> {
    return transportOf(this).request<T>(method, path, options, options);
  }
}

/** State that clients made by `withOptions` share with the original. */
const sharedBy = new WeakMap<ClientOptions, Pick<TransportSettings, 'session' | 'budgets'>>();

const optionNames = [
  'apiKey',
  'baseUrl',
  'fetch',
  'timeout',
  'maxRetries',
  'throttle',
  'headers',
  'logger',
  'onRetry',
  'onWait',
  'pace',
  'dangerouslyAllowBrowser',
] satisfies (keyof ClientOptions)[];

function settingsOf(options: ClientOptions): TransportSettings {
  check(typeof options === 'object', 'Options are an object: new DriveClient({ baseUrl, apiKey }).');
  for (const name of Object.keys(options))
    check(
      (optionNames as string[]).includes(name),
      `Unknown option ${name}. Known options: ${optionNames.join(', ')}.`,
    );
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
  const baseUrl =
    options.baseUrl ??
    (environment['DRIVE_URL'] || environment['DRIVE_BASE_URL'] || pageOrigin() || 'http://127.0.0.1:8080');
  const given = options.apiKey === null ? undefined : (options.apiKey ?? environment['DRIVE_API_KEY']);
  const { timeout = 30_000, maxRetries = defaultRetries.calls, throttle = true, fetch = globalThis.fetch } = options;
  const { headers, logger, onRetry, onWait, pace } = options;
  check(
    isServerAddress(baseUrl),
    `baseUrl must be a URL such as https://drive.example.com${baseUrl.includes('@') ? ' without user and password' : `, not ${baseUrl}`}.`,
  );
  const isGiven = typeof given === 'string' ? given.trim() !== '' : given !== undefined;
  check(
    !isGiven || options.dangerouslyAllowBrowser === true || !isPage(),
    'Every visitor of a page can read its API key. Call Drive from a route of your server, or set dangerouslyAllowBrowser: true with a key of few scopes.',
  );
  const apiKey =
    typeof given === 'string' ? requireApiKey(given, options.apiKey === undefined ? 'DRIVE_API_KEY' : 'apiKey') : given;
  check(timeout > 0, 'timeout must be more than 0.');
  check(Number.isSafeInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be an integer from 0.');
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey,
    network: new Network({ fetch, baseUrl, headers: requireHeaders(headers), logger, onRetry, onWait, pace }),
    timeout,
    maxRetries,
    session: new Session(),
    budgets: throttle ? new RateBudgets() : undefined,
  };
}

function requireHeaders(given: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(new Headers(given));
  } catch (cause) {
    throw new DriveError('invalid_argument', `headers cannot be sent: ${reasonOf(cause)}`, { cause });
  }
}

function check(isRight: boolean, message: string): void {
  if (!isRight) throw new DriveError('invalid_argument', message);
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username + password === '';
}
