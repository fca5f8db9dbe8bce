import { exampleOf } from './example-value.ts';
import { jsonOf, type Endpoint, type OpenApi, type Parameter } from './open-api.ts';

export interface CallExample {
  /** Language of the example. */
  readonly label: 'curl' | 'SDK' | 'Command line';
  readonly text: string;
}

/** The same call in three languages, ready to be copied; placeholders are in angle brackets. */
export function callExamples(api: OpenApi, endpoint: Endpoint): CallExample[] {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, '<$1>');
  const query = (endpoint.parameters ?? []).filter((each) => each.in === 'query' && each.required === true);
  const target = path + queryOf(api, query);
  const schema = jsonOf(endpoint.requestBody?.content);
  const body = schema === undefined ? undefined : JSON.stringify(exampleOf(api, schema, 'required'));
  const carriesBytes = endpoint.requestBody !== undefined && schema === undefined;
  const needsKey = endpoint.security?.some((each) => Object.keys(each).length > 0) ?? false;
  return [
    { label: 'curl', text: curlOf(api, endpoint, { target, body, carriesBytes, needsKey }) },
    ...(carriesBytes || !path.startsWith('/api/')
      ? []
      : ([
          { label: 'SDK', text: sdkOf(endpoint, target, body) },
          { label: 'Command line', text: commandOf(endpoint, target, body) },
        ] as const)),
  ];
}

function queryOf(api: OpenApi, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const pairs = parameters.map(({ name, schema }): [string, string] => [
    name,
    String(exampleOf(api, schema, 'required')),
  ]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

interface Call {
  readonly target: string;
  readonly body: string | undefined;
  readonly carriesBytes: boolean;
  readonly needsKey: boolean;
}

function curlOf({ servers }: OpenApi, { method }: Endpoint, { target, body, carriesBytes, needsKey }: Call): string {
  const parts = [
    method === 'GET' ? 'curl' : method === 'HEAD' ? 'curl -I' : `curl -X ${method}`,
    `'${servers[0]?.url ?? ''}${target}'`,
    ...(needsKey ? ['-H "Authorization: Bearer $DRIVE_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", String.raw`'\''`)}'`]),
    ...(carriesBytes ? ['--data-binary @<file>'] : []),
  ];
  return parts.join(' \\\n  ');
}

const sdkOf = ({ method }: Endpoint, target: string, body: string | undefined): string =>
  body === undefined
    ? `await client.request('${method}', '${target}')`
    : `await client.request('${method}', '${target}', {\n  body: ${body},\n})`;

function commandOf({ method }: Endpoint, target: string, body: string | undefined): string {
  const words = ['drive-cli api', `'${target}'`, ...(method === 'GET' ? [] : [`-X ${method}`])].join(' ');
  return body === undefined ? words : `echo '${body.replaceAll("'", String.raw`'\''`)}' |\n  ${words} --input -`;
}
