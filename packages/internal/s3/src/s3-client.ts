import type { Readable } from 'node:stream';
import { minuteMs } from '@drive/base';
import { S3Transport, S3Error, type S3TransportOptions } from './s3-transport.ts';
import { escapeXml, findText, listChildren, parseXml, requireText, type XmlElement } from './s3-xml.ts';

export interface S3ClientOptions extends S3TransportOptions {
  /** Encryption of new objects by the service: `AES256`, or `aws:kms` with its default key. Default: that of the bucket. */
  readonly encryption?: string | undefined;
  /** Key of `aws:kms`. */
  readonly kmsKeyId?: string | undefined;
  /** Storage class of objects that stay. Default: that of the bucket. */
  readonly storageClass?: string | undefined;
  /** Bytes that one request copies. Default: 5 GiB, the most that S3 takes. */
  readonly copyBytes?: number;
}

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export interface S3Multipart {
  readonly key: string;
  readonly uploadId: string;
  /** Epoch milliseconds. */
  readonly initiatedAt: number;
}

/** Positions of the first and the last byte; undefined: up to the last byte. */
export interface S3Range {
  readonly start: number;
  readonly end?: number;
}

export interface S3Body {
  /** Size of the complete object. */
  readonly bytes: number;
  /** Destroy it unless it is read to its end. */
  readonly stream: Readable;
}

export interface S3Bytes {
  readonly pieces: readonly Uint8Array[];
  /** Lower-case hex; the service refuses other bytes. Default: computed. */
  readonly sha256?: string | undefined;
}

/** A page that a proxy sends with status 200 is no answer of the storage: read as a list, it would be an empty one. */
function parseAnswer(text: string, name: string): XmlElement {
  let element: XmlElement | undefined;
  try {
    element = parseXml(text);
  } catch {
    // No XML.
  }
  if (element?.name === name) return element;
  throw new S3Error(`The storage does not answer with ${name}`, { status: 200, code: 'InvalidAnswer' });
}

/** A service may send nothing while it copies some gigabytes. */
const copyMs = 5 * minuteMs;
const maxCopyBytes = 5 * 1024 ** 3;

/**
 * The requests that a blob store makes to one bucket. Keys have only characters that need no escape. Every method rejects with
 * an S3Error; those that find something resolve with undefined if it is missing.
 */
export class S3Client {
  readonly #options: S3ClientOptions;
  readonly #transport: S3Transport;
  readonly #encryptionHeaders: Readonly<Record<string, string>>;
  readonly #objectHeaders: Readonly<Record<string, string>>;
  /** Origin of presigned URLs. */
  readonly publicOrigin: string;

  constructor(options: S3ClientOptions) {
    this.#options = options;
    this.#transport = new S3Transport(options);
    this.#encryptionHeaders = {
      ...(options.encryption === undefined ? {} : { 'x-amz-server-side-encryption': options.encryption }),
      ...(options.kmsKeyId === undefined ? {} : { 'x-amz-server-side-encryption-aws-kms-key-id': options.kmsKeyId }),
    };
    this.#objectHeaders = {
      ...this.#encryptionHeaders,
      ...(options.storageClass === undefined ? {} : { 'x-amz-storage-class': options.storageClass }),
    };
    this.publicOrigin = this.#transport.publicOrigin;
  }

  /** `isTemporary`: in the default storage class. */
  async put(
    key: string,
    { pieces, sha256 }: S3Bytes,
    { isTemporary = false }: { readonly isTemporary?: boolean } = {},
  ): Promise<void> {
    const headers = isTemporary ? this.#encryptionHeaders : this.#objectHeaders;
    await this.#transport.sendForText({ method: 'PUT', key, headers, body: pieces, sha256 });
  }

  /** Without a range, all bytes. */
  async get(key: string, range?: S3Range): Promise<S3Body | undefined> {
    const wanted = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
    const response = await this.#orMissing(this.#transport.send({ method: 'GET', key, headers: wanted }));
    if (response === undefined) return undefined;
    const { 'content-range': part, 'content-length': length } = response.headers;
    // A service that ignores the range would send other bytes.
    if ((range !== undefined) !== (response.statusCode === 206)) {
      response.body.destroy();
      throw new S3Error('The storage does not send the range of an object', { status: response.statusCode });
    }
    const bytes = Number(typeof part === 'string' ? part.slice(part.indexOf('/') + 1) : length);
    return { bytes, stream: response.body };
  }

  async head(key: string): Promise<S3Object | undefined> {
    const response = await this.#orMissing(this.#transport.send({ method: 'HEAD', key }));
    if (response === undefined) return undefined;
    await response.body.dump();
    const { 'content-length': bytes, 'last-modified': modified } = response.headers;
    return { key, bytes: Number(bytes), modifiedAt: Date.parse(String(modified)) };
  }

  /** Idempotent. */
  async delete(key: string): Promise<void> {
    await this.#orMissing(this.#transport.sendForText({ method: 'DELETE', key }));
  }

  /** URL of a PUT of exactly these bytes. It sets neither a storage class nor an encryption. */
  presignPut(key: string, { bytes, lifeMs }: { readonly bytes: number; readonly lifeMs: number }): string {
    return this.#transport.presign({ method: 'PUT', key, headers: { 'Content-Length': String(bytes) }, lifeMs });
  }

  /** URL of a GET whose answer has these headers. */
  presignGet(
    key: string,
    { headers, lifeMs }: { readonly headers: Readonly<Record<string, string>>; readonly lifeMs: number },
  ): string {
    const query = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`response-${name}`, value]));
    return this.#transport.presign({ method: 'GET', key, query, lifeMs });
  }

  /** `bytes`: the size of the object. */
  async copy(from: string, to: string, bytes: number): Promise<void> {
    const { bucket, prefix, copyBytes = maxCopyBytes } = this.#options;
    const source = { 'x-amz-copy-source': `/${bucket}/${prefix}${from}` };
    if (bytes > copyBytes) return this.#copyInParts(source, to, { bytes, copyBytes });
    // Headers that a client has sent with the object are not kept.
    const headers = { ...this.#objectHeaders, ...source, 'x-amz-metadata-directive': 'REPLACE' };
    await this.#transport.sendForText({ method: 'PUT', key: to, headers, idleMs: copyMs });
  }

  async #copyInParts(
    source: Readonly<Record<string, string>>,
    key: string,
    { bytes, copyBytes }: { readonly bytes: number; readonly copyBytes: number },
  ): Promise<void> {
    await this.abortMultiparts(key);
    const upload = { key, uploadId: await this.createMultipart(key) };
    try {
      const etags: string[] = [];
      for (let start = 0; start < bytes; start += copyBytes) {
        const query = { partNumber: String(etags.length + 1), uploadId: upload.uploadId };
        const range = `bytes=${start}-${Math.min(start + copyBytes, bytes) - 1}`;
        const headers = { ...source, 'x-amz-copy-source-range': range };
        const answer = await this.#transport.sendForText({ method: 'PUT', key, query, headers, idleMs: copyMs });
        etags.push(requireText(parseAnswer(answer, 'CopyPartResult'), 'ETag'));
      }
      if (!(await this.completeMultipart(upload, etags)) && (await this.head(key))?.bytes !== bytes)
        throw new S3Error('The storage has lost the parts of a copy', { code: 'NoSuchUpload' });
    } catch (error) {
      await this.abortMultipart(upload).catch(() => undefined);
      throw error;
    }
  }

  /** In order of their keys. */
  async *list({ prefix, after }: { readonly prefix: string; readonly after?: string }): AsyncIterable<S3Object> {
    const { prefix: base } = this.#options;
    const query = {
      'list-type': '2',
      prefix: base + prefix,
      ...(after === undefined ? {} : { 'start-after': base + after }),
    };
    const next = (page: XmlElement) => ({ 'continuation-token': requireText(page, 'NextContinuationToken') });
    for await (const page of this.#pagesOf('ListBucketResult', query, next))
      for (const entry of listChildren(page, 'Contents'))
        yield {
          key: this.#withoutBase(requireText(entry, 'Key')),
          bytes: Number(requireText(entry, 'Size')),
          modifiedAt: Date.parse(requireText(entry, 'LastModified')),
        };
  }

  /** Returns the id of the upload. */
  async createMultipart(key: string): Promise<string> {
    const request = { method: 'POST', key, query: { uploads: '' }, headers: this.#objectHeaders } as const;
    const answer = parseAnswer(await this.#transport.sendForText(request), 'InitiateMultipartUploadResult');
    return requireText(answer, 'UploadId');
  }

  /** Returns the ETag of the part. */
  async putPart(
    { key, uploadId }: Omit<S3Multipart, 'initiatedAt'>,
    number: number,
    { pieces, sha256 }: S3Bytes,
  ): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    const response = await this.#transport.send({ method: 'PUT', key, query, body: pieces, sha256 });
    await response.body.dump();
    return String(response.headers['etag']);
  }

  /** False if there is no such upload; it may have been completed before. */
  async completeMultipart(
    { key, uploadId }: Omit<S3Multipart, 'initiatedAt'>,
    etags: readonly string[],
  ): Promise<boolean> {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const request = { method: 'POST', key, query: { uploadId }, body: [Buffer.from(body)] } as const;
    return (await this.#orMissing(this.#transport.sendForText(request))) !== undefined;
  }

  /** Idempotent. */
  async abortMultipart({ key, uploadId }: Omit<S3Multipart, 'initiatedAt'>): Promise<void> {
    await this.#orMissing(this.#transport.sendForText({ method: 'DELETE', key, query: { uploadId } }));
  }

  /** Aborts the multipart uploads of a key that processes have left which ended in the middle. `except`: the id of one that stays. */
  async abortMultiparts(key: string, except?: string): Promise<void> {
    for await (const upload of this.listMultiparts({ prefix: key }))
      if (upload.key === key && upload.uploadId !== except) await this.abortMultipart(upload);
  }

  async *listMultiparts({ prefix }: { readonly prefix: string }): AsyncIterable<S3Multipart> {
    const query = { uploads: '', prefix: this.#options.prefix + prefix };
    const next = (page: XmlElement) => ({
      'key-marker': requireText(page, 'NextKeyMarker'),
      'upload-id-marker': requireText(page, 'NextUploadIdMarker'),
    });
    for await (const page of this.#pagesOf('ListMultipartUploadsResult', query, next))
      for (const entry of listChildren(page, 'Upload'))
        yield {
          key: this.#withoutBase(requireText(entry, 'Key')),
          uploadId: requireText(entry, 'UploadId'),
          initiatedAt: Date.parse(requireText(entry, 'Initiated')),
        };
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #orMissing<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  async *#pagesOf(name: string, query: Record<string, string>, next: (page: XmlElement) => object) {
    for (let more: object = {}; ;) {
      const text = await this.#transport.sendForText({ method: 'GET', key: '', query: { ...query, ...more } });
      const page = parseAnswer(text, name);
      yield page;
      if (findText(page, 'IsTruncated') !== 'true') return;
      more = next(page);
    }
  }

  #withoutBase(key: string): string {
    return key.slice(this.#options.prefix.length);
  }
}
