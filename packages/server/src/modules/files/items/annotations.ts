import { createHash } from 'node:crypto';
import { foldName, metadataBytes, type Metadata } from '@drive/contract';

/** What is noted on an item besides its content and place. */
export interface Annotations {
  readonly metadata: Metadata;
  readonly tags: readonly string[];
}

/** What a client gives with a file; undefined: it gave none. */
export interface GivenAnnotations {
  readonly metadata?: Metadata | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Bytes of the given metadata, which count in the quota. */
export const givenBytes = ({ metadata }: GivenAnnotations): number =>
  metadata === undefined ? 0 : metadataBytes(metadata);

const noAnnotations: Annotations = { metadata: {}, tags: [] };

/** Reads `items.annotations`. */
export const readAnnotations = (json: string | null): Annotations =>
  json === null ? noAnnotations : { ...noAnnotations, ...(JSON.parse(json) as Partial<Annotations>) };

/** For `items.annotations`. */
export function writeAnnotations({ metadata, tags }: Annotations): string | null {
  const given: Partial<Annotations> = {
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  return Object.keys(given).length === 0 ? null : JSON.stringify(given);
}

/** Longer values stand in a term as their hash: Postgres refuses entries of an index over 2,700 bytes. */
const longestValue = 100;

export const tagPrefix = 't:';
export const termOfTag = (tag: string): string => `${tagPrefix}${foldName(tag)}`;

/** No key contains `=` or `#`. */
export const termOfMetadata = (key: string, value: string): string =>
  value.length <= longestValue ? `m:${key}=${value}` : `m:${key}#${createHash('sha256').update(value).digest('hex')}`;

export interface Term {
  readonly term: string;
  /** Bytes that count in the quota. */
  readonly bytes: number;
}

export const termsOf = ({ metadata, tags }: Annotations): Term[] => [
  ...tags.map((tag) => ({ term: termOfTag(tag), bytes: 0 })),
  ...Object.entries(metadata).map(([key, value]) => ({
    term: termOfMetadata(key, value),
    bytes: metadataBytes({ [key]: value }),
  })),
];
