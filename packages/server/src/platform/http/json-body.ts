import type { IncomingMessage } from 'node:http';
import { limits } from '@drive/contract';
import { DomainError } from '../errors.ts';

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || (request.headers['content-length'] ?? '0') !== '0';

/**
 * Reads a JSON body; undefined where there is none. Refused before a byte is read where the header already tells that it
 * is too large or not JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  requireJson(request);
  if (Number(request.headers['content-length'] ?? 0) > limits.jsonBodyBytes) throw tooLarge();
  const bytes = await readAtMost(request, limits.jsonBodyBytes);
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

/** Rejects when the client goes away in the middle. */
function readAtMost(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        settle();
        // What is left is read and thrown away, or cut off, by the server once the answer is out.
        request.pause();
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    const onClose = (): void => reject(new DomainError('bad_request', 'The request ended before its body did.'));
    request.on('data', onData).on('end', onEnd).on('error', reject).on('close', onClose);
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

const tooLarge = (): DomainError =>
  new DomainError('payload_too_large', `A JSON body may have at most ${limits.jsonBodyBytes} bytes.`);
