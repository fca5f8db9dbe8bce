import { hostileString, jsonBytes, mutate } from './hostile-values.ts';
import { kindOfField, type Pool } from './pool.ts';
import type { Random } from './seeded-random.ts';
import type { Schema, Targets } from './targets.ts';
import { PASSWORD } from './torture-world.ts';

const MEDIA_TYPES = ['text/plain', 'image/png', 'image/svg+xml', 'application/pdf', 'x', 'application/x+xml'];
/** Fields of all forms with plausible texts; others are chosen from the pool by name. */
const FORM_FIELDS =
  'email password currentPassword newPassword name token totp code userCode once visitor body authorName content title language expiresInDays shareMode xsrf file burnAfterReading clientName clientEmail comment decision approve uploaderName next id publicListing'.split(
    ' ',
  );

/** A value that matches the schema, with existing ids and tokens. */
export function validValue(schema: Schema, name: string, { targets, pool, random }: Sources): unknown {
  const again = (inner: Schema, innerName = name): unknown => validValue(inner, innerName, { targets, pool, random });
  const resolved = targets.resolve(schema);
  const { anyOf, oneOf, enum: values, properties, items, minItems = 0 } = resolved;
  if ('const' in resolved) return resolved.const;
  if (values !== undefined) return random.pick(values);
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) return again(random.pick(variants));
  const type = Array.isArray(resolved.type) ? random.pick(resolved.type as string[]) : resolved.type;
  switch (type) {
    case 'object': {
      const required = new Set(resolved.required);
      const chosen = Object.entries(properties ?? {}).filter(([key]) => required.has(key) || random.chance(0.4));
      return Object.fromEntries(chosen.map(([key, property]) => [key, again(property, key)]));
    }
    case 'array':
      return Array.from({ length: minItems + random.below(3) }, () => again(items ?? {}));
    case 'integer':
    case 'number': {
      const least = Math.max(0, resolved.minimum ?? 1);
      return least + random.below(Math.min(resolved.maximum ?? 30, least + 30) - least + 1);
    }
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return validString(name, resolved.format, { pool, random });
  }
}

interface Sources {
  readonly targets: Targets;
  readonly pool: Pool;
  readonly random: Random;
}

function validString(name: string, format: string | undefined, { pool, random }: Omit<Sources, 'targets'>): string {
  const kind = kindOfField(name) ?? (format === 'email' ? 'email' : undefined);
  const isNew = kind === 'email' && random.chance(0.3);
  if (isNew) return `${random.word()}@example.com`;
  if (kind !== undefined) return pool.pick(kind, random);
  if (/password/i.test(name)) return random.chance(0.7) ? PASSWORD : random.word(12);
  if (format === 'uuid' || name === 'ids') return pool.pick(random.chance(0.3) ? 'folder' : 'file', random);
  if (format === 'date-time') return new Date(Date.UTC(2026, 0, 1 + random.below(365))).toISOString();
  if (name === 'token') return pool.pick(random.chance(0.5) ? 'inviteToken' : 'share', random);
  if (name === 'url') return `https://${random.word()}.invalid/hook`;
  if (name === 'contentType') return random.pick(MEDIA_TYPES);
  if (name === 'slug') return `slug-${random.word()}`;
  if (/code|totp/i.test(name)) return String(random.below(1_000_000)).padStart(6, '0');
  return `${name} ${random.word()}`;
}

export interface Body {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/** JSON, valid or changed in one to three places, or broken as text. */
export function jsonBody(schema: Schema, sources: Sources, isCalm: boolean): Body {
  const { random } = sources;
  let value = validValue(schema, 'body', sources);
  if (!isCalm) {
    // Large ones are rare: sending them costs more than refusing them.
    const most = random.chance(0.07) ? random.pick([200_000, 200_000, 1_500_000]) : 3_000;
    for (let count = random.below(4); count > 0; count--) value = mutate(value, random, most);
  }
  return { contentType: 'application/json', bytes: jsonBytes(value, random, !isCalm && random.chance(0.1)) };
}

export function formBody({ pool, random }: Omit<Sources, 'targets'>, isCalm: boolean): Body {
  const pairs = random.some(FORM_FIELDS, 0.4).map((name) => {
    const isHostile = !isCalm && random.chance(0.3);
    const text = isHostile
      ? hostileString(random, random.chance(0.1) ? 100_000 : 1_000)
      : validString(name, name === 'file' || name === 'id' ? 'uuid' : undefined, { pool, random });
    return `${name}=${isHostile && random.chance(0.3) ? text.replaceAll(/[\r\n]/g, '') : encodeURIComponent(text.toWellFormed())}`;
  });
  if (!isCalm && random.chance(0.1)) pairs.push(...Array<string>(random.pick([10, 1_000, 30_000])).fill('file=a'));
  return { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs.join('&')) };
}

export function multipartBody({ pool, random }: Omit<Sources, 'targets'>, isCalm: boolean): Body {
  const boundary = isCalm ? `----${random.word(16)}` : random.pick(['a', '', ' ', '-'.repeat(70), random.word(200)]);
  const part = (disposition: string, content: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const name = isCalm ? 'a.txt' : hostileString(random, 5_000).replaceAll(/[\r\n]/g, '');
  const parts = [
    ...random
      .some(FORM_FIELDS, 0.2)
      .map((field) => part(`form-data; name="${field}"`, Buffer.from(validString(field, undefined, { pool, random })))),
    part(`form-data; name="file"; filename="${name}"`, random.bytes(random.below(300))),
    Buffer.from(isCalm || random.chance(0.7) ? `--${boundary}--\r\n` : ''),
  ];
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}
