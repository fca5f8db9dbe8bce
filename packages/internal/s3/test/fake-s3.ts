import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import aws4 from 'aws4';
import type { S3Credentials } from '../src/credentials.ts';
import { escapeXml } from '../src/s3-xml.ts';

/** A fault that the storage injects into a request. */
export type StorageFault =
  /** Refused before its body is read. */
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string }
  /** The connection is reset after the first bytes of the request. */
  | { readonly kind: 'reset request' }
  /** Carried out, and the connection is reset instead of an answer. */
  | { readonly kind: 'lose answer' }
  /** The connection is reset after half of the answer. */
  | { readonly kind: 'reset answer' }
  /** The connection is closed in good order after half of the answer. */
  | { readonly kind: 'cut answer' }
  /** A bit of the body changes on its way to the storage. */
  | { readonly kind: 'damage body' }
  /** Carried out, and answered with another ETag. */
  | { readonly kind: 'wrong etag' }
  /** Answered with all bytes of the object. */
  | { readonly kind: 'ignore range' }
  /** Not carried out, and answered with this text and status 200. */
  | { readonly kind: 'answer'; readonly text: string };

interface StoredObject {
  readonly bytes: Buffer;
  readonly modifiedAt: number;
}

interface Upload {
  readonly key: string;
  readonly initiatedAt: number;
  readonly parts: Map<number, Buffer>;
}

interface Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const region = 'us-east-1';
const bucket = 'drive';
const maxSkewMs = 15 * 60 * 1000;
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const element = (name: string, text: string | number): string => `<${name}>${escapeXml(String(text))}</${name}>`;

/** One bucket in memory that speaks as much of S3 as the client does, verifies signatures and digests, and fails on demand. */
export class FakeS3 {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  /** Method, path and query of each request. */
  readonly requests: string[] = [];
  readonly clock = createTestClock();
  /** Those that the storage accepts. */
  credentials: S3Credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  /** Time of the storage minus that of `clock`, which the client has. */
  aheadMs = 0;
  /** Bytes that one request may copy. */
  mostCopied = Infinity;
  /** Entries of a page of a list. */
  pageEntries = 1000;
  /** Asked for every request, with its method, path and query. */
  fault: (request: string) => StorageFault | undefined = () => undefined;
  readonly #server: Server = createServer((request, response) => void this.#receive(request, response));

  static async start(): Promise<FakeS3> {
    const fake = new FakeS3();
    await new Promise<void>((resolve) => {
      fake.#server.listen(0, '127.0.0.1', resolve);
    });
    return fake;
  }

  get #storageClock(): Clock {
    return { now: () => this.clock.now() + this.aheadMs };
  }

  /** Address of the bucket and the credentials of its client. */
  get location() {
    const endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return { endpoint, region, bucket, usesPathStyle: true, credentials: this.credentials };
  }

  /** The first requests that match have the fault; later ones have none. */
  failOnce(fault: StorageFault, of: RegExp, times = 1): void {
    let left = times;
    this.fault = (request) => (of.test(request) && left-- > 0 ? fault : undefined);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`;
    this.requests.push(line);
    const fault = this.fault(line);
    if (fault?.kind === 'reset request') {
      request.once('data', () => request.socket.resetAndDestroy());
      if ((request.headers['content-length'] ?? '0') === '0') request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'refuse') {
      request.resume();
      this.#send(response, errorAnswer(fault.status, fault.code), undefined);
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The client has left.
      return;
    }
    const body = Buffer.concat(chunks);
    if (fault?.kind === 'damage body' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1;
    if (fault?.kind === 'answer') return this.#send(response, { status: 200, body: fault.text }, undefined);
    const answer = this.#answer(request, body, fault);
    if (fault?.kind === 'lose answer') request.socket.resetAndDestroy();
    else this.#send(response, answer, fault);
  }

  #send(response: ServerResponse, { status, headers, body = '' }: Answer, fault: StorageFault | undefined): void {
    const bytes = Buffer.from(body);
    response.sendDate = false;
    response.writeHead(status, {
      date: new Date(this.#storageClock.now()).toUTCString(),
      'content-length': bytes.length,
      ...headers,
    });
    if (fault?.kind !== 'reset answer' && fault?.kind !== 'cut answer') return void response.end(bytes);
    const { socket } = response;
    response.write(bytes.subarray(0, bytes.length / 2), () => {
      if (fault.kind === 'reset answer') socket?.resetAndDestroy();
      else socket?.end();
    });
  }

  #answer(request: IncomingMessage, body: Buffer, fault: StorageFault | undefined): Answer {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', this.location.endpoint);
    const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
    try {
      if (method === 'HEAD' && key === '' && headers.authorization === undefined) return { status: 403 };
      if (!url.searchParams.has('X-Amz-Signature')) this.#authorize(request, body);
      const ranged = fault?.kind === 'ignore range' ? { ...headers, range: undefined } : headers;
      const answer = this.#carryOut({ method, key, query: url.searchParams, headers: ranged, body });
      if (fault?.kind !== 'wrong etag') return answer;
      return { ...answer, headers: { ...answer.headers, etag: '"0123456789abcdef0123456789abcdef"' } };
    } catch (error) {
      if (error instanceof Refusal) return errorAnswer(error.status, error.code);
      throw error;
    }
  }

  /** Signs the request again, and compares. */
  #authorize({ method = '', url = '', headers }: IncomingMessage, body: Buffer): void {
    const { authorization = '' } = headers;
    const date = String(headers['x-amz-date']);
    const signedAt = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
    if (!(Math.abs(signedAt - this.#storageClock.now()) <= maxSkewMs)) throw new Refusal(403, 'RequestTimeTooSkewed');
    const { accessKeyId, sessionToken } = this.credentials;
    if (!authorization.includes(`Credential=${accessKeyId}/`)) throw new Refusal(403, 'InvalidAccessKeyId');
    if (headers['x-amz-security-token'] !== sessionToken) throw new Refusal(400, 'ExpiredToken');
    const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const again = aws4.sign({ service: 's3', region, method, path: url, headers: signed }, this.credentials);
    if (again.headers?.['Authorization'] !== authorization) throw new Refusal(403, 'SignatureDoesNotMatch');
    if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256'])
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }

  #carryOut(call: Call): Answer {
    const { method, key, query, body } = call;
    const uploadId = query.get('uploadId');
    if (key === '') return query.has('uploads') ? this.#listUploads(query) : this.#list(query);
    if (method === 'POST') return uploadId === null ? this.#createUpload(key) : this.#complete(uploadId, body);
    if (method === 'DELETE') {
      if (uploadId === null) this.objects.delete(key);
      else if (!this.uploads.delete(uploadId)) throw new Refusal(404, 'NoSuchUpload');
      return { status: 204 };
    }
    if (method !== 'PUT') return this.#read(call);
    const copied = this.#copied(call);
    if (uploadId !== null) {
      const upload = this.uploads.get(uploadId);
      if (upload === undefined) throw new Refusal(404, 'NoSuchUpload');
      upload.parts.set(Number(query.get('partNumber')), copied ?? body);
      return copied === undefined
        ? { status: 200, headers: { etag: etagOf(body) } }
        : copyAnswer('CopyPartResult', copied);
    }
    if (copied === undefined) return this.#store(key, body);
    this.#store(key, copied);
    return copyAnswer('CopyObjectResult', copied);
  }

  /** The bytes that a request copies; undefined: it copies none. */
  #copied({ headers }: Call): Buffer | undefined {
    const source = headers['x-amz-copy-source'];
    if (source === undefined) return undefined;
    const from = this.objects.get(String(source).slice(`/${bucket}/`.length));
    if (from === undefined) throw new Refusal(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? [];
    const bytes = start === undefined ? from.bytes : from.bytes.subarray(Number(start), Number(end) + 1);
    if (bytes.length > this.mostCopied) throw new Refusal(400, 'InvalidRequest');
    return bytes;
  }

  #store(key: string, bytes: Buffer): Answer {
    this.objects.set(key, { bytes, modifiedAt: this.#storageClock.now() });
    return { status: 200, headers: { etag: etagOf(bytes) } };
  }

  #read({ method, key, headers }: Call): Answer {
    const object = this.objects.get(key);
    if (object === undefined) return method === 'HEAD' ? { status: 404 } : errorAnswer(404, 'NoSuchKey');
    const { bytes } = object;
    const modified = { 'last-modified': new Date(object.modifiedAt).toUTCString(), etag: etagOf(bytes) };
    if (method === 'HEAD') return { status: 200, headers: { ...modified, 'content-length': String(bytes.length) } };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, headers: modified, body: bytes };
    const start = Number(from);
    if (start >= bytes.length) throw new Refusal(416, 'InvalidRange');
    const end = to === '' || to === undefined ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
    const range = { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    return { status: 206, headers: { ...modified, ...range }, body: bytes.subarray(start, end + 1) };
  }

  #list(query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const page = keys.slice(0, this.pageEntries);
    const entries = page.map((key) => {
      const { bytes, modifiedAt } = this.objects.get(key)!;
      const modified = element('LastModified', new Date(modifiedAt).toISOString());
      return `<Contents>${element('Key', key)}${modified}${element('Size', bytes.length)}</Contents>`;
    });
    const isCut = keys.length > page.length;
    const next = isCut ? element('NextContinuationToken', page.at(-1) ?? '') : '';
    return xml('ListBucketResult', `${element('IsTruncated', String(isCut))}${next}${entries.join('')}`);
  }

  #listUploads(query: URLSearchParams): Answer {
    const after = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`;
    const all = [...this.uploads]
      .map(([id, upload]) => ({ id, ...upload, place: `${upload.key} ${id}` }))
      .filter(({ key, place }) => key.startsWith(query.get('prefix') ?? '') && place > after)
      .toSorted((a, b) => (a.place < b.place ? -1 : 1));
    const page = all.slice(0, this.pageEntries);
    const entries = page.map(({ id, key, initiatedAt }) => {
      const initiated = element('Initiated', new Date(initiatedAt).toISOString());
      return `<Upload>${element('Key', key)}${element('UploadId', id)}${initiated}</Upload>`;
    });
    const last = page.at(-1);
    const isCut = all.length > page.length;
    const next = isCut ? element('NextKeyMarker', last?.key ?? '') + element('NextUploadIdMarker', last?.id ?? '') : '';
    return xml('ListMultipartUploadsResult', `${element('IsTruncated', String(isCut))}${next}${entries.join('')}`);
  }

  #createUpload(key: string): Answer {
    const id = randomUUID();
    this.uploads.set(id, { key, initiatedAt: this.#storageClock.now(), parts: new Map() });
    return xml('InitiateMultipartUploadResult', element('UploadId', id));
  }

  #complete(uploadId: string, body: Buffer): Answer {
    const upload = this.uploads.get(uploadId);
    if (upload === undefined) throw new Refusal(404, 'NoSuchUpload');
    const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)].map(
      ([, number, etag = '']) => {
        const bytes = upload.parts.get(Number(number));
        if (bytes === undefined || escapeXml(etagOf(bytes)) !== etag) throw new Refusal(400, 'InvalidPart');
        return bytes;
      },
    );
    this.uploads.delete(uploadId);
    this.#store(upload.key, Buffer.concat(parts));
    return xml('CompleteMultipartUploadResult', element('Key', upload.key));
  }
}

const xml = (name: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`,
});

const copyAnswer = (name: string, bytes: Buffer): Answer => xml(name, element('ETag', etagOf(bytes)));

const errorAnswer = (status: number, code: string): Answer => ({
  ...xml('Error', element('Code', code) + element('Message', 'as the test wants')),
  status,
});
