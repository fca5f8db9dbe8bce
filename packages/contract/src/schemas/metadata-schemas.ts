import * as z from 'zod';
import { limits } from '../limits.ts';
import { cleanName, foldName } from '../names.ts';
import { countCharacters, filledText, isStorable, list, utf8Bytes } from './primitives.ts';

/** The data that an application keeps on an item: texts by key. */
export type Metadata = Readonly<Record<string, string>>;
/** Changes of metadata: `null` removes a key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

const keyPattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** Bytes that count in the quota, and in the limit of `limits.metadataBytes`. */
export const metadataBytes = (metadata: Metadata): number =>
  Object.entries(metadata).reduce((sum, [key, value]) => sum + utf8Bytes(key) + utf8Bytes(value), 0);

/** The reason why these values exceed the limits of metadata; undefined if they do not. */
export function findMetadataFault(metadata: Metadata): string | undefined {
  if (Object.keys(metadata).length > limits.metadataKeys) return `must have at most ${limits.metadataKeys} keys`;
  return metadataBytes(metadata) > limits.metadataBytes
    ? `must have at most ${limits.metadataBytes} bytes of UTF-8 in all keys and values`
    : undefined;
}

function findValueFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > limits.metadataCharacters && countCharacters(value) > limits.metadataCharacters)
    return `must have at most ${limits.metadataCharacters} characters`;
  return isStorable(value) ? undefined : 'must be well-formed Unicode without NUL';
}

/** Keeps every key, also `__proto__`, which `z.record` drops. `removes`: whether a value may be `null`. */
const metadataOf = (removes: boolean) =>
  z.unknown().transform((value, context): Record<string, string | null> => {
    const refuse = (message: string, path: string[] = []): never => {
      context.issues.push({ code: 'custom', message, path, input: value });
      return z.NEVER;
    };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object');
    const entries: [string, string | null][] = [];
    for (const [key, text] of Object.entries(value) as [string, unknown][]) {
      if (!keyPattern.test(key))
        return refuse(`has the key ${JSON.stringify(key.slice(0, 80))}; a key is 1 to 64 of A-Z a-z 0-9 _ . -`);
      const fault = removes && text === null ? undefined : findValueFault(text);
      if (fault !== undefined) return refuse(fault, [key]);
      entries.push([key, text as string | null]);
    }
    const kept = entries.filter((entry): entry is [string, string] => entry[1] !== null);
    const fault = findMetadataFault(Object.fromEntries(kept));
    return fault === undefined ? Object.fromEntries(entries) : refuse(fault);
  });

const valueSchema = { type: 'string', maxLength: limits.metadataCharacters } as const;
const keySchema = { pattern: keyPattern.source };
const example = { order: '42' };

/** As items answer it. */
export const StoredMetadata = (z.unknown() as z.ZodType<Metadata, Metadata>).meta({
  type: 'object',
  additionalProperties: { type: 'string' },
});

export const NewMetadata = (metadataOf(false) as z.ZodType<Metadata, Metadata>).meta({
  type: 'object',
  additionalProperties: valueSchema,
  propertyNames: keySchema,
  maxProperties: limits.metadataKeys,
  description: `Own data of an application: at most ${limits.metadataKeys} texts by key, together at most ${limits.metadataBytes} bytes of UTF-8, which count in the quota.`,
  'x-example': example,
});

export const MetadataPatch = (metadataOf(true) as z.ZodType<MetadataChange, MetadataChange>).meta({
  type: 'object',
  additionalProperties: { ...valueSchema, type: ['string', 'null'] },
  propertyNames: keySchema,
  'x-example': example,
});

/** A tag: NFC, trimmed, without control characters. */
export const Tag = filledText(limits.tagCharacters, cleanName);

/** The tags without those that equal an earlier one when folded. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(foldName(tag))) byKey.set(foldName(tag), tag);
  return [...byKey.values()];
}

/** The tags of an item. Tags that are equal when folded are one. */
export const Tags = list(Tag, { max: limits.tags }).transform(distinctTags);
