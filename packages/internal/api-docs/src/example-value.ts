import { resolve, type OpenApi, type Schema } from './open-api.ts';

const deepest = 5;

/** An example value of the schema. `wanted` selects the optional fields. */
export function exampleOf(api: OpenApi, given: Schema, wanted: 'all' | 'required', depth = 0): unknown {
  const { schema } = resolve(api, given);
  if (schema.const !== undefined) return schema.const;
  if (schema['x-example'] !== undefined) return schema['x-example'];
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (first !== undefined) return exampleOf(api, first, wanted, depth);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return exampleOfObject(api, schema, wanted, depth);
    case 'array':
      return depth >= deepest || schema.items === undefined ? [] : [exampleOf(api, schema.items, wanted, depth + 1)];
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
    case 'boolean':
      return false;
    case 'string':
      return textOf(schema);
    default:
      return null;
  }
}

function exampleOfObject(api: OpenApi, schema: Schema, wanted: 'all' | 'required', depth: number): unknown {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => wanted === 'all' || required.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(api, field, wanted, depth + 1)]));
}

function textOf({ format, minLength = 0 }: Schema): string {
  const known: Readonly<Record<string, string>> = {
    uuid: '0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84',
    'date-time': '2026-01-15T12:00:00.000Z',
    'idn-email': 'ada@example.com',
    uri: 'https://example.com/hook',
  };
  const text = known[format ?? ''] ?? 'text';
  return text.length >= minLength ? text : text.padEnd(minLength, 'x');
}
