import { resolve, type OpenApi, type Schema } from './open-api.ts';

export interface SchemaRow {
  /** `pagination.totalItems`, `files[].id` */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const deepest = 3;

/** The fields of an object and of nested objects, in their order; a repeated shape is listed once. */
export function schemaRows(api: OpenApi, given: Schema, seen: readonly string[] = [], prefix = ''): SchemaRow[] {
  const { schema, name } = resolve(api, given);
  if (name !== undefined && seen.includes(name)) return [];
  const within = name === undefined ? seen : [...seen, name];
  if (schema.type === 'array' && schema.items !== undefined)
    return schemaRows(api, schema.items, within, `${prefix}[]`);
  const variants = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (variants !== undefined) return variants.flatMap((each) => schemaRows(api, each, within, prefix));
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([field, of]) => {
    const path =
      prefix === '' || prefix.endsWith('[]') ? [prefix, field].filter(Boolean).join('.') : `${prefix}.${field}`;
    const row = {
      name: path.replace(/^\[\]\./, '[].'),
      type: typeOf(api, of),
      isRequired: required.has(field),
      description: descriptionOf(api, of),
    };
    return path.split(/[.[]/).length > deepest + 1 ? [row] : [row, ...schemaRows(api, of, within, path)];
  });
}

function descriptionOf(api: OpenApi, given: Schema): string {
  const { schema } = resolve(api, given);
  return [given.description ?? schema.description ?? '', boundsOf(given)].filter((part) => part !== '').join(' ');
}

function boundsOf(schema: Schema): string {
  const [first] = schema.anyOf ?? [];
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = first === undefined ? schema : first;
  const text = range(minLength, maxLength, 'characters') || range(minItems, maxItems, 'entries');
  return text || (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? range(minimum, maximum, '') : '');
}

function range(least: number | undefined, most: number | undefined, of: string): string {
  if (most === undefined) return '';
  return `${least === undefined ? 'At most' : `${least} to`} ${most}${of === '' ? '' : ` ${of}`}.`;
}

export function typeOf(api: OpenApi, given: Schema): string {
  const { schema, name } = resolve(api, given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return [...new Set(variants.map((each) => typeOf(api, each)))].join(' or ');
  if (schema.type === 'array') return `array of ${schema.items === undefined ? 'anything' : typeOf(api, schema.items)}`;
  if (schema.format === 'uuid') return 'id';
  if (schema.format === 'date-time') return 'time';
  return name ?? [schema.type ?? 'anything'].flat().join(' or ');
}
