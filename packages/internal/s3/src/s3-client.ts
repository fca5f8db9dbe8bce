import type { Readable } from 'node:stream';
import { minuteMs } from '@drive/base';
import { createS3Transport, S3Error, type S3Transport, type S3TransportOptions } from './s3-transport.ts';
import { escapeXml, findText, listChildren, parseXml, requireText, type XmlElement } from './s3-xml.ts';

export interface S3ClientOptions extends S3TransportOptions {
  /** Encryption of new objects by the service: `AES256`, or `aws:kms` with its default key. Default: that of the bucket. */
  readonly encryption?: string | undefined;
  /** Key of `aws:kms`. */
  readonly kmsKeyId?: string | undefined;
  /** Storage class of objects that stay. Default: that of the bucket. */
  readonly storageClass?: string | undefined;
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

/**
 * The requests that a blob store makes to one bucket. Keys have only characters that need no escape. Every method rejects with
 * an S3Error; those that find something resolve with undefined if it is missing.
 */
export interface S3Client {
  /** Origin of presigned URLs. */
  readonly publicOrigin: string;
  /** `isTemporary`: in the default storage class. */
  put(key: string, bytes: S3Bytes, options?: { readonly isTemporary?: boolean }): Promise<void>;
  /** Without a range, all bytes. */
  get(key: string, range?: S3Range): Promise<S3Body | undefined>;
  head(key: string): Promise<S3Object | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** URL of a PUT of exactly these bytes. It sets neither a storage class nor an encryption. */
  presignPut(key: string, options: { readonly bytes: number; readonly lifeMs: number }): string;
  /** URL of a GET whose answer has these headers. */
  presignGet(
    key: string,
    options: { readonly headers: Readonly<Record<string, string>>; readonly lifeMs: number },
  ): string;
  /** The object has at most 5 GiB. */
  copy(from: string, to: string): Promise<void>;
  /** In order of their keys. */
  list(options: { readonly prefix: string; readonly after?: string }): AsyncIterable<S3Object>;
  /** Returns the id of the upload. */
  createMultipart(key: string): Promise<string>;
  /** Returns the ETag of the part. */
  putPart(upload: Omit<S3Multipart, 'initiatedAt'>, number: number, bytes: S3Bytes): Promise<string>;
  /** False if there is no such upload; it may have been completed before. */
  completeMultipart(upload: Omit<S3Multipart, 'initiatedAt'>, etags: readonly string[]): Promise<boolean>;
  /** Idempotent. */
  abortMultipart(upload: Omit<S3Multipart, 'initiatedAt'>): Promise<void>;
  listMultiparts(options: { readonly prefix: string }): AsyncIterable<S3Multipart>;
  close(): Promise<void>;
}

/** A service may send nothing while it copies some gigabytes. */
const copyMs = 5 * minuteMs;

export function createS3Client(options: S3ClientOptions): S3Client {
  const transport: S3Transport = createS3Transport(options);
  const { encryption, kmsKeyId, storageClass, prefix: base } = options;
  const encryptionHeaders = {
    ...(encryption === undefined ? {} : { 'x-amz-server-side-encryption': encryption }),
    ...(kmsKeyId === undefined ? {} : { 'x-amz-server-side-encryption-aws-kms-key-id': kmsKeyId }),
  };
  const objectHeaders = {
    ...encryptionHeaders,
    ...(storageClass === undefined ? {} : { 'x-amz-storage-class': storageClass }),
  };

  async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  const pagesOf = async function* pagesOf(query: Record<string, string>, next: (page: XmlElement) => object) {
    for (let more: object = {}; ;) {
      const page = parseXml(await transport.sendForText({ method: 'GET', key: '', query: { ...query, ...more } }));
      yield page;
      if (findText(page, 'IsTruncated') !== 'true') return;
      more = next(page);
    }
  };
  const withoutBase = (key: string): string => key.slice(base.length);

  return {
    publicOrigin: transport.publicOrigin,

    async put(key, { pieces, sha256 }, { isTemporary = false } = {}) {
      const headers = isTemporary ? encryptionHeaders : objectHeaders;
      await transport.sendForText({ method: 'PUT', key, headers, body: pieces, sha256 });
    },

    async get(key, range) {
      const wanted = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
      const response = await orMissing(transport.send({ method: 'GET', key, headers: wanted }));
      if (response === undefined) return undefined;
      const { 'content-range': part, 'content-length': length } = response.headers;
      // A service that ignores the range would send other bytes.
      if ((range !== undefined) !== (response.statusCode === 206)) {
        response.body.destroy();
        throw new S3Error('The storage does not send the range of an object', { status: response.statusCode });
      }
      const bytes = Number(typeof part === 'string' ? part.slice(part.indexOf('/') + 1) : length);
      return { bytes, stream: response.body };
    },

    async head(key) {
      const response = await orMissing(transport.send({ method: 'HEAD', key }));
      if (response === undefined) return undefined;
      await response.body.dump();
      const { 'content-length': bytes, 'last-modified': modified } = response.headers;
      return { key, bytes: Number(bytes), modifiedAt: Date.parse(String(modified)) };
    },

    async delete(key) {
      await orMissing(transport.sendForText({ method: 'DELETE', key }));
    },

    presignPut: (key, { bytes, lifeMs }) =>
      transport.presign({ method: 'PUT', key, headers: { 'Content-Length': String(bytes) }, lifeMs }),

    presignGet(key, { headers, lifeMs }) {
      const query = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`response-${name}`, value]));
      return transport.presign({ method: 'GET', key, query, lifeMs });
    },

    async copy(from, to) {
      // Headers that a client has sent with the object are not kept.
      const source = {
        'x-amz-copy-source': `/${options.bucket}/${base}${from}`,
        'x-amz-metadata-directive': 'REPLACE',
      };
      const request = { method: 'PUT', key: to, headers: { ...objectHeaders, ...source }, idleMs: copyMs } as const;
      await transport.sendForText(request);
    },

    async *list({ prefix, after }) {
      const query = {
        'list-type': '2',
        prefix: base + prefix,
        ...(after === undefined ? {} : { 'start-after': base + after }),
      };
      const next = (page: XmlElement) => ({ 'continuation-token': requireText(page, 'NextContinuationToken') });
      for await (const page of pagesOf(query, next))
        for (const entry of listChildren(page, 'Contents'))
          yield {
            key: withoutBase(requireText(entry, 'Key')),
            bytes: Number(requireText(entry, 'Size')),
            modifiedAt: Date.parse(requireText(entry, 'LastModified')),
          };
    },

    async createMultipart(key) {
      const request = { method: 'POST', key, query: { uploads: '' }, headers: objectHeaders } as const;
      return requireText(parseXml(await transport.sendForText(request)), 'UploadId');
    },

    async putPart({ key, uploadId }, number, { pieces, sha256 }) {
      const query = { partNumber: String(number), uploadId };
      const response = await transport.send({ method: 'PUT', key, query, body: pieces, sha256 });
      await response.body.dump();
      return String(response.headers['etag']);
    },

    async completeMultipart({ key, uploadId }, etags) {
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
      const request = { method: 'POST', key, query: { uploadId }, body: [Buffer.from(body)] } as const;
      return (await orMissing(transport.sendForText(request))) !== undefined;
    },

    async abortMultipart({ key, uploadId }) {
      await orMissing(transport.sendForText({ method: 'DELETE', key, query: { uploadId } }));
    },

    async *listMultiparts({ prefix }) {
      const next = (page: XmlElement) => ({
        'key-marker': requireText(page, 'NextKeyMarker'),
        'upload-id-marker': requireText(page, 'NextUploadIdMarker'),
      });
      for await (const page of pagesOf({ uploads: '', prefix: base + prefix }, next))
        for (const entry of listChildren(page, 'Upload'))
          yield {
            key: withoutBase(requireText(entry, 'Key')),
            uploadId: requireText(entry, 'UploadId'),
            initiatedAt: Date.parse(requireText(entry, 'Initiated')),
          };
    },

    close: () => transport.close(),
  };
}
