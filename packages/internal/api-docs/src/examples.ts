import { jsonOf, resolve, type Endpoint, type OpenApi, type Schema } from './open-api.ts';

/** A call by each client: samples of the description, and one for this server. Placeholders are in angle brackets. */
export function callExamples(api: OpenApi, endpoint: Endpoint): { readonly label: string; readonly source: string }[] {
  const samples = endpoint['x-codeSamples'];
  return samples === undefined ? [] : [...samples, { label: 'curl', source: curlOf(api, endpoint) }];
}

function curlOf(api: OpenApi, { method, path, parameters = [], requestBody, security = [] }: Endpoint): string {
  const query = new URLSearchParams();
  for (const { name, schema } of parameters.filter((each) => each.in === 'query' && each.required === true))
    query.append(name, String(exampleOf(api, schema, 'required')));
  const target = path.replaceAll(/\{(\w+)\}/g, '<$1>') + (query.size === 0 ? '' : `?${query.toString()}`);
  const parts = [
    method === 'GET' ? 'curl' : method === 'HEAD' ? 'curl -I' : `curl -X ${method}`,
    `'${api.servers[0]?.url ?? ''}${target}'`,
  ];
  if (security.some((each) => Object.keys(each).length > 0)) parts.push('-H "Authorization: Bearer $DRIVE_API_KEY"');
  const schema = jsonOf(requestBody?.content);
  if (schema !== undefined) {
    const body = JSON.stringify(exampleOf(api, schema, 'required'));
    parts.push("-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", String.raw`'\''`)}'`);
  } else if (requestBody !== undefined) parts.push('--data-binary @<file>');
  return parts.join(' \\\n  ');
}

const deepest = 5;

/** An example value of the schema. `wanted` selects the optional fields. */
export function exampleOf(api: OpenApi, given: Schema, wanted: 'all' | 'required', depth = 0): unknown {
  const schema = resolve(api, given);
  const { enum: values = [], anyOf: [variant] = [], required = [], properties = {}, items } = schema;
  const written = [schema.const, schema['x-example'], schema.examples?.[0], schema.default, values[0]];
  const example = written.find((value) => value !== undefined);
  if (example !== undefined) return example;
  if (variant !== undefined) return exampleOf(api, variant, wanted, depth);
  const type = [schema.type].flat()[0];
  if (type === 'object') {
    const fields = Object.entries(properties).filter(([name]) => wanted === 'all' || required.includes(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(api, field, wanted, depth + 1)]));
  }
  if (type === 'array') return depth >= deepest || !items ? [] : [exampleOf(api, items, wanted, depth + 1)];
  if (type === 'string') return (texts[schema.format ?? ''] ?? 'text').padEnd(schema.minLength ?? 0, 'x');
  if (type === 'boolean') return false;
  if (type !== 'integer' && type !== 'number') return null;
  return Math.max(0, schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1);
}

const texts: Readonly<Record<string, string>> = {
  uuid: '0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84',
  'date-time': '2026-01-15T12:00:00.000Z',
  'idn-email': 'ada@example.com',
  uri: 'https://example.com/hook',
};
