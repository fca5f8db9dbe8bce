import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import {
  endpoints,
  ErrorEnvelope,
  errorsOf,
  errorStatus,
  limits,
  webhookEvents,
  type EndpointShape,
  type ErrorCode,
} from '../src/index.ts';
import { addCodeSamples } from './code-samples.ts';
import { fieldText } from './field-text.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);

const about = `Files, folders and share links of one Drive server.

Programs sign in with a key, \`Authorization: Bearer svc_…\`. Browsers have a session cookie, and send the value of the cookie
\`XSRF-TOKEN\` as \`X-XSRF-TOKEN\` with each request that changes data.

An upload takes two calls: reserve it (\`POST /api/uploads\`), then send the bytes to the returned URL with \`PUT\`, or
resumably with tus 1.0.0 at \`/files/tus\`.

Bodies are JSON. Lists take \`page\` and \`limit\`, and return \`pagination\` beside the rows. If an operation takes an
\`Idempotency-Key\`, repeating it with the same key is safe.

Query parameters that an operation below \`/api\` does not name answer 400 \`validation_failed\`, as unknown fields of a
body do. Every error response has the schema \`Error\`; branch on its \`code\`. Every response has an \`X-Request-Id\`. Every response
below \`/api\` has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds until the limit is
fully restored). Every 429 response has a \`Retry-After\`.`;

const tus = `Resumable upload with [tus 1.0.0](https://tus.io/protocols/resumable-upload) with creation, creation-with-upload,
expiration, termination and checksum. \`POST\` here with \`Upload-Length\` and \`Upload-Metadata\`: either \`sessionId\` of a
reserved upload, whose size \`Upload-Length\` must equal, without another credential; or, with an API key, \`filename\` and
optionally \`filetype\`, \`parentFolderId\`, \`onConflict\`, \`modifiedAt\`, \`ifMatch\`, \`ifAbsent\`, and \`metadata\` and \`tags\` as JSON, which reserves the upload with the same checks and
errors as \`POST /api/uploads\`; \`name\` and \`type\` are read as well; or, without an API key, \`grant\`, the token of an upload grant, with \`filename\` and
optionally \`filetype\`, \`modifiedAt\`, \`ifMatch\`, \`ifAbsent\` and \`metadata\`, as \`POST /api/public/grants/uploads\` does. \`Upload-Concat\` answers 400. Then \`HEAD\` and \`PATCH\` the \`Location\`, \`/files/tus/{sessionId}\`, or \`DELETE\` it to cancel
the upload; these need no other credential. \`HEAD\` returns \`Upload-Metadata\` as it was sent. The last byte is acknowledged after the file is durable.`;

const headers = {
  'X-Request-Id': { description: 'ID of the request, also written to the server’s log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Maximum number of requests per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Remaining requests.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until the limit is fully restored.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
} as const;

/** The headers of an answer, by reference: every answer has some. */
function headersOf(path: string, status: string): { readonly headers: Record<string, { readonly $ref: string }> } {
  const names = Object.keys(headers).filter((name) => {
    if (name.startsWith('X-RateLimit-')) return path.startsWith('/api/');
    return name === 'X-Request-Id' || status === '429';
  });
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** The OpenAPI 3.1 description of the API, from the endpoints; only the code samples come from the clients. */
export function createOpenApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of all) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  paths['/files/tus'] = { post: tusOperation() };
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Drive',
      version,
      description: about,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this description.' }],
    tags: [...new Set(all.map(({ tag }) => tag))]
      .toSorted()
      .map((name) => ({ name, description: tagText[name] ?? name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhookEvents).map(([type, body]) => [type, { post: eventOf(type, body) }]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `Authorization: Bearer svc_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'auth_token',
          description: 'A browser’s session. Requests that change data also send `X-XSRF-TOKEN`.',
        },
      },
      headers,
      schemas: { Error: ErrorEnvelope },
    },
  });
  const tidied = tidy(JSON.parse(JSON.stringify(document))) as Record<string, unknown>;
  openResponses(tidied);
  describeFields(tidied);
  addCodeSamples(tidied);
  return tidied;
}

interface FieldSchema {
  description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** Describes every field of every schema and event. */
function describeFields(document: Record<string, unknown>): void {
  const { webhooks, components } = document as unknown as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: FieldSchema }> } } }>;
    components: { schemas: Record<string, FieldSchema> };
  };
  const describe = (name: string, schema: FieldSchema): void => {
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      inner.description ??= describeField(`${name}.${field}`, field, inner);
      describe(`${name}.${field}`, inner);
      if (inner.items !== undefined) describe(`${name}.${field}`, inner.items);
    }
    for (const inner of schema.anyOf ?? []) describe(name, inner);
  };
  for (const [name, schema] of Object.entries(components.schemas)) describe(name, schema);
  for (const [type, { post }] of Object.entries(webhooks))
    for (const { schema } of Object.values(post.requestBody.content)) describe(type, schema);
}

function describeField(path: string, field: string, { type, anyOf }: FieldSchema): string {
  const [text, ofNull] = (fieldText[path] ?? fieldText[field] ?? '').split('|');
  if (text === undefined || text === '') throw new Error(`${path} is not described: use .describe(), or fieldText`);
  const isNullable = (Array.isArray(type) && type.includes('null')) || anyOf?.some((each) => each.type === 'null');
  return isNullable === true && ofNull !== undefined ? `${text} ${ofNull}` : text;
}

/** Lets generated clients accept fields that newer servers add to responses and events. Unknown fields of requests are refused. */
function openResponses(document: Record<string, unknown>): void {
  const { paths, webhooks, components } = document as unknown as {
    paths: Record<string, Record<string, { responses: unknown }>>;
    webhooks: unknown;
    components: { schemas: Record<string, unknown> };
  };
  const opened = new Set<string>();
  const open = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields = value as Record<string, unknown>;
    if (fields['additionalProperties'] === false) delete fields['additionalProperties'];
    const { $ref } = fields;
    const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;
    if (name !== undefined && !opened.has(name)) {
      opened.add(name);
      open(components.schemas[name]);
    }
    for (const inner of Object.values(fields)) open(inner);
  };
  open(webhooks);
  open(Object.values(paths).flatMap((path) => Object.values(path).map(({ responses }) => responses)));
}

/** Drops keywords without information for readers: patterns of formats, and the largest safe integer. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const kept = Object.entries(fields).filter(([name, field]) => {
    if (name === 'pattern') return fields['format'] === undefined && fields['type'] !== 'integer';
    return field !== Number.MAX_SAFE_INTEGER;
  });
  return Object.fromEntries(kept.map(([name, field]) => [name, tidy(field)]));
}

const tagText: Record<string, string> = {
  'API keys':
    'Credentials for programs. A user has up to 10 active keys; each has the permissions of its user, or only the scopes that it was created with.',
  Access: 'Roles that users and groups were given on files and folders of others.',
  Activity: 'Who did what, and when, and what users are told of.',
  Account: 'The account of the caller.',
  Administration: 'Endpoints for administrators only.',
  Bytes:
    'URLs that transfer file bytes. Other endpoints return most of them, and these need no other credential; `/files/by-path` needs an API key, or for a `PUT` a session.',
  'File requests': 'Links through which others upload files into a folder of the caller.',
  'Files and folders': 'The files and folders of the caller.',
  Operations: 'Health checks for operators.',
  Pastes: 'Texts with a link: kept permanently, until they expire, or until they are read once.',
  Proofing: 'Galleries from which clients select files.',
  Public: 'Endpoints that need no credential.',
  Shares: 'Links to files and folders for others.',
  'Sign-in':
    'Sessions, passwords, two-factor authentication and device sign-in. At most 10 calls per minute from one network.',
  Webhooks: 'Signed events, sent to registered URLs or streamed.',
  'Team drives': 'Trees of files and folders that belong to no user, with members.',
  'Upload grants':
    'Tokens with which the users of an application upload files, within limits that the application sets.',
  Uploads: 'Reserve uploads and get their status.',
};

function operationOf(endpoint: EndpointShape): ZodOpenApiOperationObject {
  const isBytes = endpoint.transport === 'bytes';
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema }] of Object.entries(endpoint.responses))
    responses[status] = {
      description,
      ...headersOf(endpoint.path, status),
      ...(schema === null
        ? endpoint.transport === 'events'
          ? { content: { 'text/event-stream': { schema: { type: 'string' } } } }
          : isBytes && (status === '200' || status === '206') && endpoint.method === 'GET'
            ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
            : {}
        : { content: { 'application/json': { schema } } }),
    };
  for (const [status, codes] of groupByStatus(errorsOf(endpoint)))
    responses[status] = {
      description: `${codes.map((code) => `\`${code}\``).join(', ')}.`,
      ...headersOf(endpoint.path, String(status)),
      content: { 'application/json': { schema: ErrorEnvelope } },
    };
  // Malformed requests get the same envelope at every endpoint.
  if (!Object.keys(responses).some((status) => status.startsWith('4')))
    responses['400'] = {
      description: 'The request is not valid HTTP.',
      ...headersOf(endpoint.path, '400'),
      content: { 'application/json': { schema: ErrorEnvelope } },
    };
  const parameters = {
    ...(endpoint.params === undefined ? {} : { path: describeParams(endpoint.path, endpoint.params) }),
    ...(endpoint.query === undefined ? {} : { query: endpoint.query }),
    ...headersSent(endpoint),
  };
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, credentialOf(endpoint)].filter(Boolean).join('\n\n'),
    security: securityOf(endpoint),
    ...(Object.keys(parameters).length === 0 ? {} : { requestParams: parameters }),
    ...bodyOf(endpoint),
    responses: responses as ZodOpenApiOperationObject['responses'],
  };
}

/** Meaning of path parameters, by the segment before them. */
const paramText: Readonly<Record<string, string>> = {
  access: 'ID of the role that was given.',
  'api-keys': 'ID of the API key.',
  archives: 'Token of the archive, from the response that created it.',
  'by-path': 'Path of the file from the root. Its slashes are not encoded, everything else is.',
  'by-slug': 'Vanity slug.',
  collect: 'Token of the file request.',
  collections: 'ID of the file request.',
  comments: 'ID of the comment.',
  d: 'Token of the signed URL.',
  deliveries: 'ID of the delivery.',
  drives: 'ID of the team drive.',
  file: 'ID of the file.',
  files: 'ID of the file or folder.',
  folder: 'ID of the folder.',
  folders: 'ID of the folder.',
  groups: 'ID of the group.',
  invites: 'ID of the invitation.',
  jobs: 'ID of the job.',
  members: 'ID of the user.',
  reports: 'ID of the report.',
  pastes: 'Token of the paste for visitors, its ID for its owner.',
  previews: 'Token of the thumbnail.',
  proofing: 'Token of the proofing.',
  identities: 'ID of the identity.',
  passkeys: 'ID of the passkey.',
  proofings: 'ID of the proofing.',
  public: 'Token of the share.',
  recipients: 'ID of the recipient.',
  sessions: 'ID of the session.',
  share: 'Token of the share.',
  shares: 'Token of the share.',
  submissions: 'ID of the submission.',
  'upload-grants': 'ID of the upload grant.',
  uploads: 'ID of the upload session.',
  users: 'ID of the account.',
  operations: 'ID of the operation.',
  versions: 'Number of the version.',
  webhooks: 'ID of the webhook.',
};

/** Describes each parameter of a path. */
function describeParams(
  path: string,
  params: NonNullable<EndpointShape['params']>,
): NonNullable<EndpointShape['params']> {
  const segments = path.split('/');
  const shape = Object.entries(params.shape).map(([name, schema]) => {
    const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
    // A name after a token only sets the file name in a browser.
    const text = before.startsWith('{') ? 'Name of the file, for information only.' : paramText[before];
    if (text === undefined) throw new Error(`${path}: paramText does not describe what follows /${before}/`);
    return [name, schema.meta({ ...schema.meta(), description: text })] as const;
  });
  return z.object(Object.fromEntries(shape));
}

/** A sentence about the credential, because many tools do not show `security`. */
function credentialOf({ auth, scope }: EndpointShape): string {
  if (auth === 'public') return 'Needs no credential.';
  const key = scope === 'any' || scope === 'none' ? 'an API key' : `an API key with the scope \`${scope}\``;
  if (auth === 'optional') return `Needs no credential. The caller is identified by ${key}, or by a session.`;
  return auth === 'key' ? `Needs ${key}.` : `Needs ${key}, or a session.`;
}

/** An empty requirement means that no credential is needed. */
function securityOf({ auth }: EndpointShape): Record<string, string[]>[] {
  if (auth === 'public') return [];
  const apiKey = { apiKey: [] };
  if (auth === 'key') return [apiKey];
  return [...(auth === 'optional' ? [{}] : []), apiKey, { session: [] }];
}

function bodyOf(endpoint: EndpointShape): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (endpoint.transport === 'bytes' && endpoint.method === 'PUT')
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    };
  if (endpoint.body === undefined) return {};
  if (endpoint.rawBody === true)
    return {
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
    };
  return {
    requestBody: {
      required: endpoint.bodyOptional !== true,
      content: { 'application/json': { schema: endpoint.body } },
    },
  };
}

function headersSent(endpoint: EndpointShape): { readonly header?: z.ZodObject } {
  const sent = {
    ...(endpoint.idempotency === undefined ? {} : { 'Idempotency-Key': idempotencyKey(endpoint) }),
    ...(endpoint.ifMatch === true ? { 'If-Match': ifMatch } : {}),
    ...(endpoint.id === 'createGrantedUpload' ? { 'X-Upload-Grant': uploadGrant } : {}),
  };
  return Object.keys(sent).length === 0 ? {} : { header: z.object(sent) };
}

const ifMatch = z.string().optional().meta({
  description:
    'Tags in quotes, separated by commas: `changeTag` of the item, or `ETag` (the SHA-256) of the content of a file; `*` for any. The request changes nothing and answers 412 `precondition_failed` if the item has none of them by now.',
  example: '"c1"',
});

const uploadGrant = z.string().meta({ description: 'Token of the upload grant.', example: `upg_${'A'.repeat(40)}` });

const idempotencyKey = (endpoint: EndpointShape): z.ZodType =>
  z
    .string()
    .min(1)
    .max(limits.idempotencyKeyCharacters)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .meta({
      description:
        endpoint.idempotency === 'replay'
          ? `A repeat with the same key and body within ${limits.idempotencyHours} hours returns the first response again.`
          : `A repeat with the same key within ${limits.idempotencyHours} hours has no effect and answers \`idempotency_conflict\`.`,
    });

function groupByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(errorStatus[code], [...(groups.get(errorStatus[code]) ?? []), code]);
  return [...groups].toSorted(([a], [b]) => a - b);
}

function eventOf(type: string, body: z.ZodType): ZodOpenApiOperationObject {
  return {
    operationId: `on.${type}`,
    tags: ['Webhooks'],
    summary: body.meta()?.description ?? type,
    security: [],
    requestParams: {
      header: z.object({
        'X-Service-Delivery': z.uuid().meta({
          description:
            'ID of the delivery, the same for every attempt. Ignore deliveries that you have already processed.',
        }),
        'X-Service-Signature': z.string().meta({
          description:
            '`t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.` and the raw body, keyed with the signing secret as text. ' +
            `Refuse a \`t\` more than ${limits.webhookSignatureSeconds} seconds old.`,
        }),
        'webhook-id': z.string().meta({
          description:
            'Standard Webhooks 1.0.0: the ID of the event, the same for every attempt and every delivery of the event.',
        }),
        'webhook-timestamp': z.string().meta({ description: 'Time of the attempt in Unix seconds.' }),
        'webhook-signature': z.string().meta({
          description:
            '`v1,<base64>`: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.` and the raw body, keyed with the signing secret decoded as base64.',
        }),
      }),
    },
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { '200': { description: 'Received, like any status from 200 to 299. Other responses are retried.' } },
  };
}

function tusOperation(): ZodOpenApiOperationObject {
  return {
    operationId: 'createTusUpload',
    tags: ['Bytes'],
    summary: 'Create a resumable upload',
    description: tus,
    security: [{}, { apiKey: [] }],
    requestParams: {
      header: z.object({
        'Tus-Resumable': z.literal('1.0.0').meta({ description: 'Version of the protocol.' }),
        'Upload-Length': z.int().positive().meta({ description: 'The size in bytes.' }),
        'Upload-Metadata': z.string().meta({
          description:
            '`sessionId`, or `filename` and what else describes the file, each with a base64 value; `grant` with those of an upload grant.',
        }),
      }),
    },
    responses: {
      201: { description: 'Created. Send the bytes to the URL in `Location`.', ...headersOf('/files/tus', '201') },
      ...Object.fromEntries(
        [400, 401, 403, 404, 409, 410, 412, 413, 415, 429].map((status) => [
          status,
          {
            description: 'The request is refused.',
            ...headersOf('/files/tus', String(status)),
            content: { 'application/json': { schema: ErrorEnvelope } },
          },
        ]),
      ),
    },
  };
}
