import { exampleOf } from './example-value.ts';
import { jsonOf, type Endpoint, type OpenApi, type Parameter } from './open-api.ts';

export interface CallExample {
  readonly lang: 'SDK' | 'CLI' | 'curl';
  readonly source: string;
}

/** A call by each client: samples of the description, and one for this server. Placeholders are in angle brackets. */
export function callExamples(api: OpenApi, endpoint: Endpoint): CallExample[] {
  const samples = (endpoint['x-codeSamples'] ?? []).map(({ label, source }): CallExample => ({ lang: label, source }));
  return [...samples, { lang: 'curl', source: curlOf(api, endpoint) }];
}

function curlOf(api: OpenApi, endpoint: Endpoint): string {
  const { method, path, parameters = [], requestBody, security = [] } = endpoint;
  const query = parameters.filter((each) => each.in === 'query' && each.required === true);
  const target = path.replaceAll(/\{(\w+)\}/g, '<$1>') + queryOf(api, query);
  const schema = jsonOf(requestBody?.content);
  const body = schema === undefined ? undefined : JSON.stringify(exampleOf(api, schema, 'required'));
  const needsKey = security.some((each) => Object.keys(each).length > 0);
  const parts = [
    method === 'GET' ? 'curl' : method === 'HEAD' ? 'curl -I' : `curl -X ${method}`,
    `'${api.servers[0]?.url ?? ''}${target}'`,
    ...(needsKey ? ['-H "Authorization: Bearer $DRIVE_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", String.raw`'\''`)}'`]),
    ...(requestBody !== undefined && schema === undefined ? ['--data-binary @<file>'] : []),
  ];
  return parts.join(' \\\n  ');
}

function queryOf(api: OpenApi, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const pairs = parameters.map(({ name, schema }): [string, string] => [
    name,
    String(exampleOf(api, schema, 'required')),
  ]);
  return `?${new URLSearchParams(pairs).toString()}`;
}
