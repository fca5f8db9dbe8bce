import { endpoints, limits, type EndpointShape } from '../src/index.ts';

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { readonly schema: JsonSchema }>;
  };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: JsonSchema }> }>;
}

const header = `// Generated from the contract by "pnpm run generate". Do not edit.
`;

/** Creates the SDK's view of the API: plain types and a few tables, without runtime dependencies. */
export function createSdkTypes(document: Record<string, unknown>): string {
  const { info, components, paths, webhooks } = document as unknown as {
    info: { version: string };
    components: { schemas: Record<string, JsonSchema> };
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, { readonly post: Operation }>;
  };
  const all: readonly EndpointShape[] = Object.values(endpoints);
  const json = all.filter(({ transport }) => transport === undefined);
  const parts = [
    header,
    '/** Version of this package; all packages share one. */',
    `export const sdkVersion = '${info.version}';\n`,
    '/** Size in bytes from which uploads are resumable. Other limits are left to the server, so that pages do not load them. */',
    `export const resumableFromBytes = ${limits.resumableFromBytes};\n`,
    ...Object.entries(components.schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => interfaceOf(name === 'Error' ? 'ErrorEnvelope' : name, schema)),
    '/** The data of events, by event type. */',
    `export interface EventData {\n${Object.entries(webhooks)
      .map(([type, { post }]) => eventOf(type, post))
      .join('\n')}\n}\n`,
    ...json.filter(isList).map((endpoint) => {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      const fields = operation === undefined ? '{}' : parametersOf(operation, 'query', '');
      return `/** Options of the list \`${endpoint.id}\`: its page, order and filters. */\nexport interface ${queryName(endpoint)} ${fields}\n`;
    }),
    '/** Input and output types of every JSON endpoint, by operation ID. */',
    'export interface Operations {',
    ...json.map((endpoint) => operationOf(endpoint, paths[endpoint.path]?.[endpoint.method.toLowerCase()])),
    '}\n',
    'export type OperationId = keyof Operations;\n',
    '/**',
    ' * Method and path of every JSON endpoint, and how it treats an `Idempotency-Key` if it accepts one. `replay`: a repeat returns the first',
    ' * response again. `refuse`: a repeat gets `idempotency_conflict`, because the first response contained a secret that is returned only',
    ' * once. Path parameters are in braces.',
    ' */',
    `export const operations: Readonly<\n  Record<OperationId, readonly [method: string, path: string, keyed?: 'replay' | 'refuse']>\n> = {\n${json
      .map(({ id, method, path, idempotency }) => {
        const values = [method, path, ...(idempotency === undefined ? [] : [idempotency])];
        return `  ${id}: [${values.map((value) => `'${value}'`).join(', ')}],`;
      })
      .join('\n')}\n};\n`,
    '/** Paths of the endpoints that respond with server-sent events. */',
    `export const streams = {\n${all
      .filter(({ transport }) => transport === 'events')
      .map(({ id, path }) => `  ${id}: '${path}',`)
      .join('\n')}\n} as const;\n`,
  ];
  return `${parts.join('\n')}\n`;
}

function interfaceOf(name: string, schema: JsonSchema): string {
  const doc = comment(schema.description, '');
  if (name === 'Item') return itemUnionOf(schema);
  return schema.properties === undefined
    ? `${doc}export type ${name} = ${typeOf(schema, '')};\n`
    : `${doc}export interface ${name} ${typeOf(schema, '')}\n`;
}

/** Files and folders as two types, so that a check of `type` tells the compiler which fields are null. */
function itemUnionOf(schema: JsonSchema): string {
  const kinds = {
    FileItem: { type: "'file'", ofKind: (type: string) => type.replace(' | null', ''), doc: 'A file.' },
    FolderItem: { type: "'folder'", ofKind: () => 'null', doc: 'A folder.' },
  };
  // Null for folders and never for files. The size of a folder is null in the trash.
  const onlyOfFiles = new Set(['mimeType', 'sha256']);
  const required = new Set(schema.required);
  const parts = Object.entries(kinds).map(([name, { type, ofKind, doc }]) => {
    const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
      const general = typeOf(inner, '  ');
      const own = field === 'type' ? type : onlyOfFiles.has(field) ? ofKind(general) : general;
      const exact = field === 'size' && name === 'FileItem' ? 'number' : own;
      return `${comment(inner.description, '  ')}  ${field}${required.has(field) ? '' : '?'}: ${exact}${orUndefined(required.has(field))};`;
    });
    return `/** ${doc} */\nexport interface ${name} {\n${fields.join('\n')}\n}\n`;
  });
  return [
    ...parts,
    '/** A file or a folder, told apart by `type`. */',
    'export type Item = FileItem | FolderItem;\n',
  ].join('\n');
}

function eventOf(type: string, { requestBody }: Operation): string {
  const envelope = requestBody?.content['application/json']?.schema;
  const data = envelope?.properties?.['data'];
  if (data === undefined) throw new Error(`${type} is described without its data`);
  return `${comment(data.description ?? envelope?.description, '  ')}  '${type}': ${typeOf(data, '  ')};`;
}

function operationOf(endpoint: EndpointShape, operation: Operation | undefined): string {
  if (operation === undefined) throw new Error(`${endpoint.id} is missing from the description`);
  const body = operation.requestBody;
  const answers = Object.keys(endpoint.responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => operation.responses[status]?.content?.['application/json']?.schema)
    .map((schema) => (schema === undefined ? 'undefined' : typeOf(schema, '    ')));
  const fields = [
    `    method: '${endpoint.method}';`,
    `    path: '${endpoint.path}';`,
    `    params: ${parametersOf(operation, 'path')};`,
    `    query: ${isList(endpoint) ? queryName(endpoint) : parametersOf(operation, 'query')};`,
    `    body: ${body === undefined ? 'undefined' : body.content['image/*'] === undefined ? typeOf(body.content['application/json']?.schema ?? {}, '    ') : 'Blob'}${body?.required === false ? ' | undefined' : ''};`,
    `    answer: ${[...new Set(answers)].join(' | ')};`,
  ];
  const doc = [endpoint.summary.replace(/[^.]$/, '$&.'), endpoint.description].filter(Boolean).join('\n\n');
  return `${comment(doc, '  ')}  ${endpoint.id}: {\n${fields.join('\n')}\n  };`;
}

/** A paged list, whose query has a name that callers can import. */
const isList = ({ id, query }: EndpointShape): boolean => /^(list|search)/.test(id) && query !== undefined;
const queryName = ({ id }: EndpointShape): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;

function parametersOf(operation: Operation, place: string, indent = '    '): string {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return 'undefined';
  const fields = parameters.map(
    ({ name, required, description, schema }) =>
      `${comment(description ?? schema.description, `${indent}  `)}${indent}  ${name}${required === true ? '' : '?'}: ${typeOf(schema, `${indent}  `)}${orUndefined(required === true)};`,
  );
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return name === 'Error' ? 'ErrorEnvelope' : name;
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.length > 20
      ? `\n${schema.enum.map((value) => `  | ${literal(value)}`).join('\n')}`
      : schema.enum.map(literal).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const items = typeOf(schema.items ?? {}, indent);
      return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
    }
    case 'object':
      return objectOf(schema, indent);
    default:
      return 'unknown';
  }
}

function objectOf(schema: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `${comment(field.description, deeper)}${deeper}${name}${required.has(name) ? '' : '?'}: ${typeOf(field, deeper)}${orUndefined(required.has(name))};`,
  );
  const { additionalProperties: rest } = schema;
  if (typeof rest === 'object')
    fields.push(`${deeper}[name: string]: ${fields.length === 0 ? typeOf(rest, deeper) : 'unknown'};`);
  return `{\n${fields.join('\n')}\n${indent}}`;
}

/** Omitted and undefined fields are the same in JSON, but differ under exactOptionalPropertyTypes. */
const orUndefined = (isRequired: boolean): string => (isRequired ? '' : ' | undefined');

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`).join('\n')}\n${indent} */\n`;
}
