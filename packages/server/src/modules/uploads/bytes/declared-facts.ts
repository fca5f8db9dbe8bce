/** The conditions and annotations of a request that uploads. What it says about its bytes is read by `@drive/upload-protocol`. */
import type { IncomingMessage } from 'node:http';
import { NewMetadata, Tags, type OnConflict } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';
import { findHeader, parseOrThrow } from '../../../platform/http/index.ts';
import { parseIfMatch, type GivenAnnotations, type Precondition } from '../../files/index.ts';
import { annotationsOf } from '../sessions/reserve.ts';

/** The metadata and tags in the headers `X-Drive-Metadata` and `X-Drive-Tags`; null: none. Throws `validation_failed`. */
export function readAnnotations({ headers }: IncomingMessage): GivenAnnotations | null {
  const metadata = headers['x-drive-metadata'];
  const tags = headers['x-drive-tags'];
  return annotationsOf({
    metadata: metadata === undefined ? undefined : parseOrThrow(NewMetadata, jsonOf(metadata), 'X-Drive-Metadata'),
    tags: tags === undefined ? undefined : parseOrThrow(Tags, jsonOf(tags), 'X-Drive-Tags'),
  });
}

/** The text itself if it is no JSON, which no schema accepts. Node reads its bytes as Latin-1; programs send UTF-8. */
function jsonOf(header: string | string[]): unknown {
  const text = Buffer.from(String(header), 'latin1').toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface DeclaredConditions {
  readonly onConflict: OnConflict;
  /** null: none. */
  readonly precondition: Precondition | null;
  /** The header If-Unmodified-Since; null: none, or it does not count. */
  readonly unmodifiedSince: string | null;
}

/** `If-Match` implies a replacement, so it needs no `onConflict`. */
export function readConditions(request: IncomingMessage, onConflict: OnConflict | undefined): DeclaredConditions {
  const ifNoneMatch = findHeader(request, 'if-none-match')?.trim();
  const ifMatch = findHeader(request, 'if-match')?.trim();
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new DomainError('bad_request', 'A PUT accepts If-None-Match: * only.');
  if (ifMatch === undefined)
    return {
      onConflict: onConflict ?? 'rename',
      precondition: ifNoneMatch === undefined ? null : 'absent',
      unmodifiedSince: findHeader(request, 'if-unmodified-since') ?? null,
    };
  if (ifNoneMatch !== undefined) throw new DomainError('bad_request', 'Send either If-Match or If-None-Match.');
  if ((onConflict ?? 'replace') !== 'replace')
    throw new DomainError('bad_request', `If-Match replaces a file. Send it without onConflict=${onConflict}.`);
  // RFC 9110, 13.1.4: "A recipient MUST ignore If-Unmodified-Since if the request contains an If-Match header field".
  return { onConflict: 'replace', precondition: parseIfMatch(ifMatch), unmodifiedSince: null };
}
