import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ItemName, NewAnonymousUpload } from '@drive/contract';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { DomainError } from '../../platform/errors.ts';
import { bodyBroken } from '../../platform/http/index.ts';
import type { StagedFormFile } from './form-upload.ts';

export interface ReceivedFile extends StagedFormFile {
  readonly fileName: string;
  readonly contentType: string;
}

export interface ReceivedForm {
  /** In the order of the form; a field where nothing was chosen is none. */
  readonly files: readonly ReceivedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

export interface MultipartOptions {
  /** Keeps the bytes of one file. Is called again before the last one is through. */
  readonly take: (body: Readable) => Promise<StagedFormFile>;
  readonly maxFiles: number;
  readonly tooMany: () => DomainError;
}

const limits = { fields: 20, fieldSize: 4096, headerPairs: 20, headerSize: 16_384 };

/**
 * Reads what a browser's form sends, the files as they come. Rejects with the first thing that is wrong, once nothing is
 * being taken any more; what is left of the body is then the server's to settle.
 */
export function receiveForm(request: IncomingMessage, options: MultipartOptions): Promise<ReceivedForm> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request);
    const fields = new Map<string, string>();
    const bodies = new Set<Readable>();
    const files: Promise<ReceivedFile>[] = [];
    let isOver = false;

    const stop = (): boolean => {
      if (isOver) return false;
      isOver = true;
      request.unpipe(parser);
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
    // A body that came whole is closed, too, perhaps before its last part has been looked at.
    const close = (): void => {
      if (!request.complete) cutOff();
    };

    const takeFile = async (body: Readable, given: string, mimeType: string): Promise<ReceivedFile> => {
      // Of a path that a browser sends, the last part is the name.
      const fileName = ItemName.safeParse((given.split(/[/\\]/).at(-1) ?? '').replaceAll('%22', '"'));
      if (!fileName.success) throw badName(given, fileName.error.issues[0]?.message);
      const contentType = NewAnonymousUpload.shape.contentType.safeParse(mimeType);
      const taken = await options.take(body);
      if (taken.sizeBytes === 0)
        throw new DomainError('validation_failed', `“${fileName.data}” is empty, and empty files are not taken.`);
      return { ...taken, fileName: fileName.data, contentType: contentType.data ?? 'application/octet-stream' };
    };

    parser.on('field', (name, value) => void fields.set(name, value));
    parser.on('file', (_field, body, given: string | undefined, _encoding, mimeType) => {
      body.on('error', cutOff);
      if (isOver || given === undefined || given === '') return void body.resume();
      if (files.length === options.maxFiles) {
        body.resume();
        return refuse(options.tooMany());
      }
      bodies.add(body);
      const file = takeFile(body, given, mimeType);
      files.push(file);
      file.catch(refuse);
    });
    parser.on('error', () => refuse(new DomainError('bad_request', 'The form can’t be read.')));
    parser.on('finish', () => {
      void Promise.all(files).then((received) => {
        if (stop()) resolve({ files: received, fields });
      }, refuse);
    });
    // Stays for good: a connection that breaks later must not bring the process down.
    request.on('error', cutOff);
    // It may have broken before anybody listened.
    if (request.destroyed && !request.complete) return cutOff();
    request.on('close', close);
    request.on(bodyBroken, cutOff);
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage): InstanceType<typeof Busboy> {
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

/** The parts' own headers, and the fields. */
export const formOverheadBytes = 1024 * 1024;

/** How long the whole form is: the room for its files is reserved by it. */
export function announcedFormBytes(request: IncomingMessage): number {
  const header = request.headers['content-length'];
  if (header === undefined) throw new DomainError('length_required', 'Send the form with a Content-Length.');
  if (Number(header) === 0) throw new DomainError('bad_request', 'The form is empty.');
  return Number(header);
}
