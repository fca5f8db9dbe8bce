import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type Random, secondMs } from '@drive/base';
import aws4 from 'aws4';
import type { Agent, Dispatcher } from 'undici';
import { CredentialsError, type ChangingCredentials, type S3Credentials } from './credentials.ts';
import { findText, parseXml } from './s3-xml.ts';

export interface S3Location {
  /** URL of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins every key; ends with a slash, or is empty. */
  readonly prefix: string;
  /** Whether the bucket is in the path instead of the host. */
  readonly usesPathStyle: boolean;
  /** URL of the service as clients reach it, in presigned URLs. Default: `endpoint`. */
  readonly publicEndpoint?: string | undefined;
}

export interface S3TransportOptions extends S3Location {
  readonly credentials: S3Credentials | ChangingCredentials;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: a timer. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The service refused a request, or did not answer it. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** 0 if there was no answer. */
  readonly status: number;
  /** Code of the service, such as `NoSuchBucket`, or of the connection, such as `ECONNREFUSED`. */
  readonly code: string;
  /** Region of the bucket, if the service names another one. */
  readonly region: string | undefined;

  constructor(message: string, { status = 0, code = '', region }: S3ErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.region = region;
  }
}

interface S3ErrorFields {
  readonly status?: number;
  readonly code?: string;
  readonly region?: string | undefined;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; '' for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent again for each try. */
  readonly body?: readonly Uint8Array[];
  /** SHA-256 of the body, lower-case hex, which the service compares. Default: computed. */
  readonly sha256?: string | undefined;
  /** Time without a byte in either direction until the request fails, for work that the service does meanwhile. */
  readonly idleMs?: number;
}

/** A request that another program sends, as `presign` allows it. */
export interface S3PresignedRequest {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that the request must have exactly so. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly lifeMs: number;
}

export type S3Response = Dispatcher.ResponseData;

const connectMs = 5 * secondMs;
/** Without a byte in either direction. */
const idleMs = 30 * secondMs;
const tries = 6;
/** After so long no further try begins. */
const triesMs = 60 * secondMs;
const firstPauseMs = 100;
const maxPauseMs = 5 * secondMs;
/** Larger answers are not of S3. */
const maxTextBytes = 8 * 1024 * 1024;

/** A refusal that other credentials may lift. The answer to HEAD has no code. */
const areCredentialsRefused = ({ status, code }: S3Error): boolean =>
  [400, 401, 403].includes(status) &&
  /^(|AccessDenied|Expired.*|Invalid.*Token.*|InvalidAccessKeyId|SignatureDoesNotMatch|TokenRefreshRequired)$/.test(
    code,
  );

/** 507: the storage is full, and will be in some seconds, too. */
const isTransient = ({ status, code }: S3Error): boolean =>
  status === 0 ||
  status === 429 ||
  (status >= 500 && status !== 507) ||
  code === 'RequestTimeout' ||
  code === 'SlowDown';

type Place = ReturnType<typeof placeOf>;

/** Host, origin and path of the bucket at an endpoint. */
function placeOf({ bucket, usesPathStyle }: S3Location, endpoint: string) {
  const { protocol, host: service, pathname } = new URL(endpoint);
  const host = usesPathStyle ? service : `${bucket}.${service}`;
  const basePath = `${pathname.replace(/\/$/, '')}${usesPathStyle ? `/${bucket}` : ''}`;
  return { host, origin: `${protocol}//${host}`, basePath };
}

/** Signed HTTP requests to one bucket (AWS Signature Version 4), with connections that are kept. */
export class S3Transport {
  readonly #options: S3TransportOptions;
  readonly #place: Place;
  readonly #publicPlace: Place;
  readonly #credentials: ChangingCredentials;
  /** Loaded with the first request: undici is a tenth of a start of a server that stores bytes on a disk. */
  #opened: Promise<Agent> | undefined;
  /** Time of the service minus that of this machine, once it differs too much for a signature. */
  #skewMs = 0;
  /** Origin of presigned URLs. */
  readonly publicOrigin: string;

  constructor(options: S3TransportOptions) {
    this.#options = options;
    this.#place = placeOf(options, options.endpoint);
    this.#publicPlace = placeOf(options, options.publicEndpoint ?? options.endpoint);
    this.publicOrigin = this.#publicPlace.origin;
    const { credentials } = options;
    this.#credentials = 'current' in credentials ? credentials : { current: credentials, refresh: async () => false };
  }

  /** Returns a URL with which any client may send this request until it expires. */
  presign({ method, key, query, headers = {}, lifeMs }: S3PresignedRequest): string {
    const { prefix, region } = this.#options;
    const parameters = new URLSearchParams({
      ...query,
      'X-Amz-Expires': String(Math.floor(lifeMs / secondMs)),
      'X-Amz-Date': this.#signingTime(),
    });
    const path = `${this.#publicPlace.basePath}/${prefix}${key}?${parameters.toString().replaceAll('+', '%20')}`;
    const request = { service: 's3', region, method, host: this.#publicPlace.host, path, headers, signQuery: true };
    return `${this.#publicPlace.origin}${aws4.sign(request, this.#credentials.current).path}`;
  }

  /**
   * Sends the request until the service accepts or refuses it; the body of a refusal is read. Rejects with an S3Error.
   * The caller reads the body or destroys it.
   */
  send(request: S3Request): Promise<S3Response> {
    return this.#retrying(() => this.#sendOnce(request));
  }

  /** Like `send`; resolves with the body. An error that follows a status of 200 is one, too. */
  sendForText(request: S3Request): Promise<string> {
    return this.#retrying(async () => {
      const text = await this.#readText(request, await this.#sendOnce(request));
      // A copy or a completion may fail after the headers were sent.
      const { code, message } = parseError(text);
      if (code !== '') throw new S3Error(`The storage fails ${request.key}: ${code}${message}`, { status: 500, code });
      return text;
    });
  }

  async close(): Promise<void> {
    return await (await this.#opened)?.destroy();
  }

  #openAgent(): Promise<Agent> {
    return (this.#opened ??= import('undici').then(({ Agent }) => new Agent({ connect: { timeout: connectMs } })));
  }

  #sign({ method, key, query = {}, headers = {}, body = [], sha256 }: S3Request, bodyBytes: number) {
    const { prefix, region } = this.#options;
    const parameters = new URLSearchParams(query).toString();
    // A key begins the query of a list as a parameter, not the path.
    const path = `${this.#place.basePath}/${key === '' ? '' : prefix + key}${parameters === '' ? '' : `?${parameters}`}`;
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        method,
        host: this.#place.host,
        path,
        headers: {
          ...headers,
          ...(method === 'PUT' || method === 'POST' ? { 'Content-Length': String(bodyBytes) } : {}),
          'X-Amz-Content-Sha256': sha256 ?? sha256Of(body),
          'X-Amz-Date': this.#signingTime(),
        },
      },
      this.#credentials.current,
    );
    return { path, headers: signed.headers as Record<string, string> };
  }

  #signingTime(): string {
    return new Date(this.#options.clock.now() + this.#skewMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  }

  async #sendOnce(request: S3Request): Promise<S3Response> {
    const { method, body, idleMs: ownIdleMs = idleMs } = request;
    const bodyBytes = (body ?? []).reduce((sum, piece) => sum + piece.length, 0);
    let response: S3Response;
    await this.#refreshCredentials();
    try {
      const agent = await this.#openAgent();
      response = await agent.request({
        origin: this.#place.origin,
        ...this.#sign(request, bodyBytes),
        method,
        headersTimeout: ownIdleMs,
        bodyTimeout: ownIdleMs,
        // An iterable is sent piece by piece, without joining them.
        body: bodyBytes === 0 ? null : (body as unknown as Dispatcher.DispatchOptions['body'] as never),
      });
    } catch (error) {
      throw connectionError(request, error);
    }
    const { statusCode: status } = response;
    if (status < 300) return response;
    const text = await this.#readText(request, response);
    const found = parseError(text);
    const named = response.headers['x-amz-bucket-region'];
    throw new S3Error(
      `The storage answers ${status} ${found.code} to ${method} ${request.key || 'the bucket'}${found.message}`,
      {
        status,
        code: found.code,
        region: found.region ?? (typeof named === 'string' && named !== this.#options.region ? named : undefined),
      },
    );
  }

  async #readText(request: S3Request, response: S3Response): Promise<string> {
    try {
      let text = '';
      response.body.setEncoding('utf8');
      for await (const piece of response.body) {
        text += String(piece);
        if (text.length > maxTextBytes) throw new RangeError('the answer is too long');
      }
      return text;
    } catch (error) {
      throw connectionError(request, error);
    }
  }

  async #retrying<T>(work: () => Promise<T>): Promise<T> {
    const { clock, sleep = delay } = this.#options;
    const lastTryAt = clock.now() + triesMs;
    for (let count = 1; ; count += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof S3Error) || count === tries || clock.now() > lastTryAt) throw error;
        if (error.code === 'RequestTimeTooSkewed' && count === 1) await this.#learnSkew();
        else if (count === 1 && areCredentialsRefused(error) && (await this.#refreshCredentials({ isRefused: true })))
          continue;
        else if (isTransient(error)) await sleep(this.#pauseMs(count));
        else throw error;
      }
    }
  }

  async #refreshCredentials(options?: { readonly isRefused: boolean }): Promise<boolean> {
    try {
      return await this.#credentials.refresh(options);
    } catch (error) {
      if (!(error instanceof CredentialsError)) throw error;
      throw new S3Error(error.message, { status: 401, code: 'NoCredentials' }, { cause: error });
    }
  }

  /** Doubles with each try; between half of it and all of it, so that many clients do not return together. */
  #pauseMs(count: number): number {
    const jitter = Number.parseInt(this.#options.random.uuid().slice(0, 8), 16) / 2 ** 32;
    return Math.min(maxPauseMs, firstPauseMs * 2 ** count) * (0.5 + jitter / 2);
  }

  async #learnSkew(): Promise<void> {
    const agent = await this.#openAgent();
    const { headers, body } = await agent.request({
      origin: this.#place.origin,
      path: `${this.#place.basePath}/`,
      method: 'HEAD',
    });
    await body.dump();
    const date = Date.parse(String(headers['date']));
    if (!Number.isNaN(date)) this.#skewMs = date - this.#options.clock.now();
  }
}

function sha256Of(body: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of body) hash.update(piece);
  return hash.digest('hex');
}

function connectionError({ method, key }: S3Request, error: unknown): S3Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new S3Error(
    `The storage does not answer ${method} ${key || 'the bucket'} (${code})`,
    { code },
    { cause: error },
  );
}

/** The code is empty if the text is no error. */
function parseError(text: string): { readonly code: string; readonly message: string; readonly region?: string } {
  if (!text.includes('<Error>')) return { code: '', message: '' };
  try {
    const element = parseXml(text);
    const message = findText(element, 'Message');
    const region = findText(element, 'Region');
    return {
      code: findText(element, 'Code') ?? 'Error',
      message: message === undefined || message === '' ? '' : `: ${message}`,
      ...(region === undefined ? {} : { region }),
    };
  } catch {
    return { code: 'Error', message: '' };
  }
}
