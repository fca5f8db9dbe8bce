import { secondMs } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Context } from 'hono';
import { incomingOf } from './exchange.ts';
import { readAtMost } from './json-body.ts';

/** Far more than any form of ours, but for those that hold a whole text. */
const mostBytes = 64 * 1024;
const withinMs = 30 * secondMs;

/** The fields of a posted form; of a field given twice the first, blank where a field is missing. */
export interface FormFields {
  (name: string): string;
  /** Every value of a field that may come more than once. */
  all(name: string): string[];
}

export async function readForm(context: Context, maxBytes = mostBytes): Promise<FormFields> {
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
