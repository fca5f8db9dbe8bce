import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { bodyBytesOf, endpoints, limits, list, type EndpointShape } from './index.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);

type Schema = z.core.$ZodType;
interface Place {
  readonly at: string;
  readonly schema: Schema;
}

/**
 * The schemas directly inside another one, with their places. Output sides of pipes see only what an input side passed.
 */
function partsOf({ at, schema }: Place): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, part]) => ({ at: `${at}.${name}`, schema: part }));
    case 'optional':
    case 'nullable':
    case 'default':
      return [{ at, schema: def.innerType }];
    case 'union':
      return def.options.map((option) => ({ at, schema: option }));
    case 'pipe':
      if (def.in._zod.def.type === 'unknown') return [];
      return [{ at, schema: isTransform(def.in) ? def.out : def.in }];
    case 'array':
      return [{ at: `${at}[]`, schema: def.element }];
    default:
      return [];
  }
}
const isTransform = (schema: Schema): boolean => schema._zod.def.type === 'transform';

const walk = (place: Place): Place[] => [place, ...partsOf(place).flatMap(walk)];
// A body of bytes has `bodyBytes`.
const requests = all.flatMap(({ id, body, rawBody, query, params }) =>
  Object.entries({ body: rawBody === true ? undefined : body, query, params }).flatMap(([part, schema]) =>
    schema === undefined ? [] : walk({ at: `${id} ${part}`, schema }),
  ),
);

/** Formats of a fixed length. */
const fixedLength = new Set(['uuid', 'date']);
const bounded = new Set([
  'object',
  'optional',
  'nullable',
  'default',
  'union',
  'pipe',
  'array',
  'boolean',
  'enum',
  'int',
  'literal',
]);

/** The maximum length of a text or an array; undefined if it is unlimited. */
function maxLengthOf(schema: Schema): number | undefined {
  for (const check of schema._zod.def.checks ?? []) {
    const { def } = check._zod;
    if (def.check === 'max_length') return (def as z.core.$ZodCheckMaxLengthDef).maximum;
  }
  return undefined;
}

/** A record whose schema checks each key itself: refuses too many keys, and one of them with a text that is far too long. */
const isBoundedRecord = (schema: Schema): boolean =>
  [
    Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`k${key}`, ''])),
    { key: 'a'.repeat(100_000) },
    { ['a'.repeat(100_000)]: '' },
  ].every((value) => !z.safeParse(schema, value).success);

function isBounded({ schema }: Place): boolean {
  const { def } = schema._zod;
  if (def.type === 'pipe' && (def as z.core.$ZodPipeDef).in._zod.def.type === 'unknown') return isBoundedRecord(schema);
  const { format } = def as { readonly format?: string };
  if (def.type === 'string') return maxLengthOf(schema) !== undefined || fixedLength.has(format ?? '');
  if (def.type === 'number') return format === 'safeint';
  return bounded.has(def.type);
}

/** An array of this length whose elements throw when they are read. */
const closedArray = (length: number): unknown =>
  new Proxy(Array.from({ length }), {
    get: (target, name) => {
      if (name === 'length' || typeof name === 'symbol') return Reflect.get(target, name);
      throw new Error(`looked at ${name}`);
    },
  });

describe('a request', () => {
  it('[P-468] is bounded in every text, number, array and record of its schemas', () => {
    expect(requests.length).toBeGreaterThan(200);
    expect(requests.filter((place) => !isBounded(place)).map(({ at }) => at)).toEqual([]);
  });

  it('[P-470] has the length of arrays checked before their elements', () => {
    const arrays = requests.filter(({ schema }) => schema._zod.def.type === 'array');
    // Every parent of an array is a preprocessing pipe, which `list` creates.
    const counted = requests.filter((place) => {
      const { def } = (place.schema as z.core.$ZodTypes)._zod;
      return def.type === 'pipe' && isTransform(def.in) && def.out._zod.def.type === 'array';
    });
    expect(arrays.length).toBeGreaterThan(5);
    expect(counted.map(({ at }) => at)).toEqual(arrays.map(({ at }) => at));
    for (const { at, schema } of counted) {
      const most = maxLengthOf((schema as z.ZodPipe)._zod.def.out) ?? Number.NaN;
      const { error } = z.safeParse(schema, closedArray(most + 1));
      expect([at, error?.issues.map(({ code }) => code)]).toEqual([at, ['too_big']]);
    }
  });

  it('may have null for every optional body field, which means omitted', () => {
    /** Fields in which null has a meaning: no limit, no name, the default of the plan, cleared. */
    const meaningful =
      /\.(maxDownloads|maxFiles|maxFileBytes|maxSelections|allowedTypes|uploadMaxFiles|uploadMaxFileBytes|uploadAllowedTypes|quotaBytes)$|^updateShare body\.(label|expiresInDays|password|slug|coverItemId)$|^update(Collection|Proofing) body\.(message|expiresInDays|password)$|^(updateMe|updateUser) body\.(name|language)$|^updateFile body\.metadata$|^updateWebhook body\.folderId$/;
    const wrong: string[] = [];
    for (const { at, schema } of requests) {
      if (!at.includes(' body') || schema._zod.optin !== 'optional' || schema._zod.def.type !== 'optional') continue;
      const result = z.safeParse(schema, null);
      if (!result.success || (result.data !== undefined && !meaningful.test(at))) wrong.push(at);
    }
    expect(wrong).toEqual([]);
  });

  it('[P-473] has a body of at most 64 KiB from visitors, except for texts and batches', () => {
    const open = all.filter(({ auth, body }) => body !== undefined && (auth === 'public' || auth === 'optional'));
    expect(open.length).toBeGreaterThan(10);
    const large = open.filter((shape) => bodyBytesOf(shape) > 64 * 1024);
    expect(Object.fromEntries(large.map((shape) => [shape.id, bodyBytesOf(shape)]))).toEqual({
      createPaste: limits.pasteBodyBytes,
      createAnonymousBatch: 384 * 1024,
    });
    const signedIn = all.filter(({ auth, body }) => body !== undefined && (auth === 'required' || auth === 'admin'));
    for (const shape of signedIn) expect([shape.id, bodyBytesOf(shape)]).toEqual([shape.id, 1024 * 1024]);
  });
});

describe('a list', () => {
  it('checks no element of a list that is too long, and every element otherwise', () => {
    const seen: unknown[] = [];
    const schema = list(
      z.unknown().refine((value) => seen.push(value) > 0),
      { max: 3 },
    );
    expect(schema.safeParse(Array.from({ length: 345_000 }, () => ({}))).success).toBe(false);
    expect(seen).toEqual([]);
    expect(schema.safeParse([1, 2, 3]).success).toBe(true);
    expect(seen).toEqual([1, 2, 3]);
  });
});

describe('a text that is far too long', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Sorting this many takes seconds. */
  const marks = `a${'\u0301\u0323'.repeat(50_000)}`;

  it('[P-469] is refused by every field before it is normalized, trimmed or case-folded', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const trim = vi.spyOn(String.prototype, 'trim');
    const texts = requests.filter(({ schema }) => schema._zod.def.type === 'string');
    const long = texts.filter(({ schema }) => (maxLengthOf(schema) ?? marks.length) < marks.length);
    expect(long.length).toBeGreaterThan(60);
    for (const { at, schema } of long) expect([at, z.safeParse(schema, marks).success]).toEqual([at, false]);
    expect(normalize).not.toHaveBeenCalled();
    expect(trim).not.toHaveBeenCalled();
  });

  it('has one issue, not one for each rule', () => {
    for (const { at, schema } of requests.filter(({ schema: each }) => each._zod.def.type === 'string'))
      expect([at, z.safeParse(schema, `\u0000${marks}`).error?.issues.length ?? 1]).toEqual([at, 1]);
  });
});
