import { createHash } from 'node:crypto';
import { foldName } from '@drive/contract';

/** Longer values stand in a term as their hash: Postgres refuses entries of an index over 2,700 bytes. */
const longestValue = 100;

export const termOfTag = (tag: string): string => `t:${foldName(tag)}`;

/** No key contains `=` or `#`. */
export const termOfMetadata = (key: string, value: string): string =>
  value.length <= longestValue ? `m:${key}=${value}` : `m:${key}#${createHash('sha256').update(value).digest('hex')}`;
