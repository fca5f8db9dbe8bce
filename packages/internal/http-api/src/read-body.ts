import type { IncomingMessage } from 'node:http';
import { DomainError } from '@drive/access';
import { secondMs } from '@drive/base';
import { hasBody } from '@drive/node-http';
import type { Context } from 'hono';
import { incomingOf } from './exchange.ts';

/**
 * Reads a JSON body; undefined if there is none. Refused unread if the headers show that it is too large or not JSON.
 * The complete body must arrive in time: a slow one would never be idle.
 */
export async function readJsonBody(request: IncomingMessage, withinMs: number, maxBytes: number): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  requireJson(request);
  const tooLarge = (): DomainError =>
    new DomainError('payload_too_large', `The JSON body may have at most ${maxBytes} bytes here.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const bytes = await readAtMost(request, maxBytes, withinMs, tooLarge);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

function requireJson(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!/^application\/([\w.+-]+\+)?json$/.test(type.trim()) || !isUtf8)
    throw new DomainError(
      'unsupported_media_type',
      'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    );
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.');
}

/** Rejects with the error of `tooLarge` over the limit, and when the client disconnects. */
function readAtMost(
  request: IncomingMessage,
  maxBytes: number,
  withinMs: number,
  tooLarge: () => DomainError,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose);
    };
    const refuse = (error: DomainError): void => {
      settle();
      // The server discards the rest, or cuts the connection, after the response.
      request.pause();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) return refuse(tooLarge());
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    const onClose = (): void => refuse(new DomainError('bad_request', 'The request ended before its body did.'));
    const timer = setTimeout(() => refuse(new DomainError('bad_request', 'The body was sent too slowly.')), withinMs);
    request.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new DomainError('bad_request', 'The body is not JSON.', { cause: error });
  }
}

interface BodyLimits {
  readonly withinMs: number;
  readonly maxBytes: number;
}

/** Reads a body of any declared type; empty if there is none. */
export async function readBytes(request: IncomingMessage, { withinMs, maxBytes }: BodyLimits): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  const tooLarge = (): DomainError =>
    new DomainError('payload_too_large', `The body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return readAtMost(request, maxBytes, withinMs, tooLarge);
}

/** Reads a text body in UTF-8 of any declared type; empty if there is none. Throws `bad_request` if it is not UTF-8. */
export async function readText(request: IncomingMessage, within: BodyLimits): Promise<string> {
  const bytes = await readBytes(request, within);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new DomainError('bad_request', 'The body is not UTF-8.', { cause: error });
  }
}

/**
 * Larger than every form except for those with a long text. JSON bodies have `limits.jsonBodyBytes` and
 * `limits.visitorBodyBytes` of the contract.
 */
const formBytes = 64 * 1024;
const withinMs = 30 * secondMs;

/** The fields of a posted form: the first value of a repeated field, and an empty text for a missing one. */
export interface FormFields {
  (name: string): string;
  /** Every value of a field that may be repeated. */
  all(name: string): string[];
}

export async function readForm(context: Context, maxBytes = formBytes): Promise<FormFields> {
  const request = incomingOf(context);
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded')
    throw new DomainError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  const tooLarge = (): DomainError =>
    new DomainError('payload_too_large', `This form may have at most ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const fields = new URLSearchParams((await readAtMost(request, maxBytes, withinMs, tooLarge)).toString('utf8'));
  return Object.assign((name: string) => fields.get(name) ?? '', { all: (name: string) => fields.getAll(name) });
}
