import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '@drive/access';
import { ClientTime, ContentType, ItemName } from '@drive/contract';
import { parseOrThrow } from '@drive/http-api';
import { bodyBroken } from '@drive/node-http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { DigestCheck, readDigests } from './body-digests.ts';
import { contentLengthOf, requireWholeBytes } from './declared-body.ts';

export interface StagedFormFile {
  readonly sessionId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

export interface ReceivedFile extends StagedFormFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Epoch milliseconds; undefined without a field for it. */
  readonly modifiedAt: number | undefined;
}

export interface ReceivedForm {
  /** In the order of the form, without empty file fields. */
  readonly files: readonly ReceivedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

export interface MultipartOptions {
  /** Stages one file. Called for the next file before the previous call resolves. */
  readonly stage: (
    file: { readonly fileName: string; readonly contentType: string },
    body: Readable,
  ) => Promise<StagedFormFile>;
  readonly maxFiles: number;
  readonly tooMany: () => DomainError;
  /** Filled as the fields arrive, so that it also has those of a form that is refused. */
  readonly fields?: Map<string, string>;
}

const limits = { fields: 20, fieldSize: 4096, headerPairs: 20, headerSize: 16_384 };

/**
 * Reads a multipart form and stages its files as they arrive. A field `modifiedAt` is the time of the next file. Rejects with the
 * first error once no file is being staged; the server then discards the rest of the body.
 */
export function receiveForm(request: IncomingMessage, options: MultipartOptions): Promise<ReceivedForm> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request);
    // Digests of the headers are those of the form, not of a file in it.
    const digests = new DigestCheck(readDigests(request), { hashesSha256: true });
    const hash = (chunk: Buffer): void => digests.update(chunk);
    const { fields = new Map<string, string>() } = options;
    const bodies = new Set<Readable>();
    const files: Promise<ReceivedFile>[] = [];
    let isOver = false;

    const stop = (): boolean => {
      if (isOver) return false;
      isOver = true;
      request.unpipe(parser);
      request.off('data', hash);
      request.off('close', close);
      request.off(bodyBroken, cutOff);
      return true;
    };
    const refuse = (error: unknown): void => {
      if (!stop()) return;
      request.pause();
      for (const body of bodies) body.destroy();
      void Promise.allSettled(files).then(() => reject(error));
    };
    const cutOff = (): void => refuse(new DomainError('bad_request', 'The form ended before its files did.'));
    // A complete body also closes, perhaps before its last part is parsed.
    const close = (): void => {
      if (!request.complete) cutOff();
    };

    let nextModifiedAt: string | undefined;
    const takeFile = async (
      body: Readable,
      {
        given,
        mimeType,
        time,
      }: { readonly given: string; readonly mimeType: string; readonly time: string | undefined },
    ): Promise<ReceivedFile> => {
      const modifiedAt = parseOrThrow(ClientTime.optional(), time, 'modifiedAt');
      // Some browsers send a path.
      const fileName = ItemName.safeParse((given.split(/[/\\]/).at(-1) ?? '').replaceAll('%22', '"'));
      if (!fileName.success) throw badName(given, fileName.error.issues[0]?.message);
      const type = ContentType.safeParse(mimeType);
      const file = { fileName: fileName.data, contentType: type.data ?? 'application/octet-stream' };
      const staged = await options.stage(file, body);
      if (staged.sizeBytes === 0)
        throw new DomainError('validation_failed', `“${fileName.data}” is empty. Empty files cannot be uploaded.`);
      return { ...staged, ...file, modifiedAt };
    };

    parser.on('field', (name, value) => {
      if (name === 'modifiedAt') nextModifiedAt = value;
      else fields.set(name, value);
    });
    parser.on('file', (_field, body, given: string | undefined, _encoding, mimeType) => {
      body.on('error', cutOff);
      const time = nextModifiedAt;
      nextModifiedAt = undefined;
      if (isOver || given === undefined || given === '') return void body.resume();
      if (files.length === options.maxFiles) {
        body.resume();
        return refuse(options.tooMany());
      }
      bodies.add(body);
      const file = takeFile(body, { given, mimeType, time });
      files.push(file);
      file.catch(refuse);
    });
    parser.on('error', () => refuse(new DomainError('bad_request', 'The form is malformed.')));
    parser.on('finish', () => {
      void Promise.all(files).then((received) => {
        const found = digests.findMismatch();
        if (found !== undefined)
          return refuse(new DomainError('digest_mismatch', `The received form has the ${found}.`));
        if (stop()) resolve({ files: received, fields });
      }, refuse);
    });
    // Never removed: an error event without a listener would end the process.
    request.on('error', cutOff);
    // The connection may have broken before a listener was added.
    if (request.destroyed && !request.complete) return cutOff();
    request.on('close', close);
    request.on(bodyBroken, cutOff);
    if (digests.isDeclared) request.on('data', hash);
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage): InstanceType<typeof Busboy> {
  requireWholeBytes(request);
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data\s*;/i.test(type)) {
    try {
      return new Busboy({ headers: request.headers as BusboyHeaders, limits, preservePath: true });
    } catch {
      // Without a boundary.
    }
  }
  throw new DomainError('unsupported_media_type', 'Send the form as multipart/form-data.');
}

const badName = (given: string, why = 'is not valid'): DomainError =>
  new DomainError('validation_failed', `The file name “${given.toWellFormed()}” ${why}.`);

/** Allowance for part headers and fields. */
export const formOverheadBytes = 1024 * 1024;

/** Content-Length of the form, which is the size to reserve. */
export function announcedFormBytes(request: IncomingMessage): number {
  const bytes = contentLengthOf(request);
  if (bytes === undefined) throw new DomainError('length_required', 'Send the form with a Content-Length.');
  if (bytes === 0) throw new DomainError('bad_request', 'The form is empty.');
  return bytes;
}
