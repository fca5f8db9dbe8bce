import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CliError } from '../shell/cli-error.ts';
import type { World } from '../shell/world.ts';

export interface FieldArguments {
  readonly raw: readonly string[];
  readonly typed: readonly string[];
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Fields = { [name: string]: Json };

/** Builds an object from fields: `a=1`, `a[b]=1`, `a[]=1`. */
export async function readFields(
  { raw, typed }: FieldArguments,
  world: Pick<World, 'stdin' | 'cwd'>,
): Promise<Fields | undefined> {
  if (raw.length + typed.length === 0) return undefined;
  const fields: Fields = {};
  for (const argument of raw) {
    const [name, value] = split(argument, '-f');
    put(fields, name, value);
  }
  for (const argument of typed) {
    const [name, value] = split(argument, '-F');
    put(fields, name, await readValue(value, world));
  }
  return fields;
}

function split(argument: string, flag: string): [string, string] {
  const equals = argument.indexOf('=');
  if (equals < 1) throw new CliError('usage', `${flag} takes name=value`, { hint: `as in ${flag} name=Reports` });
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

async function readValue(value: string, { stdin, cwd }: Pick<World, 'stdin' | 'cwd'>): Promise<Json> {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)) return Number(value);
  if (value === '@-') return (await text(stdin)).replace(/\r?\n$/, '');
  if (!value.startsWith('@')) return value;
  const path = value.slice(1);
  try {
    return (await readFile(resolve(cwd, path), 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new CliError('usage', `cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function put(fields: Fields, name: string, value: Json): void {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) throw new CliError('usage', `${name} is not a field name`, { hint: 'as in a, a[] or a[b]' });
  const keys = [match[1]!, ...Array.from(match[2]!.matchAll(/\[([^[\]]*)\]/g), ([, key]) => key!)];
  if (keys.includes('__proto__')) throw new CliError('usage', `${name} is not a field name`);
  let at: Fields | Json[] = fields;
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (Array.isArray(at) !== (key === ''))
      throw new CliError('usage', `${name} is used as both an array and an object`);
    if (next === undefined) {
      if (Array.isArray(at)) at.push(value);
      else at[key] = value;
      return;
    }
    const inside: Json | undefined = Array.isArray(at) ? undefined : at[key];
    if (inside !== undefined && (typeof inside !== 'object' || inside === null))
      throw new CliError('usage', `${name} is used as both a value and a container`);
    const below: Fields | Json[] = inside ?? (next === '' ? [] : {});
    if (Array.isArray(at)) at.push(below);
    else at[key] = below;
    at = below;
  }
}

/** Converts fields to the query of a GET. Nested fields are errors. */
export function asQuery(fields: Fields): [string, string][] {
  return Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'object' && value !== null) {
      throw new CliError('usage', `${name} cannot be part of a query`, { hint: 'send it with -X POST' });
    }
    return [name, String(value)];
  });
}
