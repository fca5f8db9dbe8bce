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

const all: readonly EndpointShape[] = Object.values(endpoints);

const about = `Files, folders and share links of one Drive server.

Uploading is two calls: reserve (\`POST /api/uploads\`), then send the bytes to the answered address with \`PUT\`, or
resumably by tus 1.0.0 at \`/files/tus\`.

Every error has the shape of \`Error\`; branch on its \`code\`. Every answer has an \`X-Request-Id\`; every answer below
\`/api\` has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds until the budget is full
again), and every 429 a \`Retry-After\`.`;

const tus = `Resumable upload by [tus 1.0.0](https://tus.io/protocols/resumable-upload) with creation, creation-with-upload,
expiration, termination and checksum. \`POST\` here with \`Upload-Length\` equal to the reserved size and
\`Upload-Metadata: sessionId <base64>\`; then \`HEAD\` and \`PATCH\` the \`Location\`, \`/files/tus/{sessionId}\`.
\`DELETE\` there gives the upload up. The last byte is acknowledged once the file is safely stored.`;

const headers = {
  'X-Request-Id': { description: 'Names the request; the server’s log has it as well.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until the budget is full again.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} as const;

/** The headers of an answer, by reference: every answer has some. */
function headersOf(path: string, status: string): { readonly headers: Record<string, { readonly $ref: string }> } {
  const names = Object.keys(headers).filter((name) => {
    if (name.startsWith('X-RateLimit-')) return path.startsWith('/api/');
    return name === 'X-Request-Id' || status === '429';
  });
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** The OpenAPI 3.1 description of the API, from the endpoints and nothing else. */
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this description came from.' }],
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
  return tidy(JSON.parse(JSON.stringify(document))) as Record<string, unknown>;
}

/** Drops what a reader learns nothing from: patterns that only spell out a format, and the largest safe integer. */
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
  'API keys': 'Keys for programs: up to 10 active ones, each able to do what its owner can.',
  Account: 'The account that calls.',
  Administration: 'For administrators only.',
  Bytes: 'Addresses that carry file bytes. They are handed out by other calls and need no credential.',
  'Files and folders': 'The tree of the account that calls.',
  Operations: 'For those who run the server.',
  Pastes: 'Texts with a link: kept for a while or for good, or read once.',
  Public: 'Needs no credential.',
  Shares: 'Links that others can open.',
  'Sign-in': 'Sessions, passwords and the sign-in of devices. At most 10 calls a minute from one address.',
  Webhooks: 'Signed news of what happened, sent to addresses of yours or streamed.',
  Uploads: 'Reserve an address for bytes, and see how far they are.',
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
  // What HTTP itself refuses (another method, a malformed request) has the same envelope everywhere.
  if (!Object.keys(responses).some((status) => status.startsWith('4')))
    responses['4XX'] = {
      description: 'Not understood.',
      ...headersOf(endpoint.path, '4XX'),
      content: { 'application/json': { schema: ErrorEnvelope } },
    };
  const parameters = {
    ...(endpoint.params === undefined ? {} : { path: endpoint.params }),
    ...(endpoint.query === undefined ? {} : { query: endpoint.query }),
    ...(endpoint.idempotency === undefined
      ? {}
      : { header: z.object({ 'Idempotency-Key': idempotencyKey(endpoint) }) }),
  };
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    security: securityOf(endpoint),
    ...(Object.keys(parameters).length === 0 ? {} : { requestParams: parameters }),
    ...bodyOf(endpoint),
    responses: responses as ZodOpenApiOperationObject['responses'],
  };
}

/** An empty one says that none is needed. */
function securityOf({ auth }: EndpointShape): Record<string, string[]>[] {
  if (auth === 'public') return [];
  return [...(auth === 'optional' ? [{}] : []), { apiKey: [] }, { session: [] }];
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
  return {
    requestBody: {
      required: endpoint.bodyOptional !== true,
      content: { 'application/json': { schema: endpoint.body } },
    },
  };
}

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
          ? `A repeat with the same key and body within ${limits.idempotencyHours} hours gives the first answer again.`
          : `A repeat with the same key within ${limits.idempotencyHours} hours does nothing and answers \`idempotency_conflict\`.`,
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
        'X-Service-Delivery': z.uuid().meta({ description: 'The same with every attempt: drop what you had before.' }),
        'X-Service-Signature': z.string().meta({
          description:
            '`t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.` and the raw body, keyed with the signing secret as text. ' +
            `Refuse a \`t\` more than ${limits.webhookSignatureSeconds} seconds old.`,
        }),
      }),
    },
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
  };
}

function tusOperation(): ZodOpenApiOperationObject {
  return {
    operationId: 'createTusUpload',
    tags: ['Bytes'],
    summary: 'Send the bytes of an upload resumably',
    description: tus,
    security: [],
    requestParams: {
      header: z.object({
        'Tus-Resumable': z.literal('1.0.0'),
        'Upload-Length': z.int().positive().meta({ description: 'The reserved size.' }),
        'Upload-Metadata': z.string().meta({ description: '`sessionId` and the base64 of the session id.' }),
      }),
    },
    responses: {
      201: { description: 'Ready for the bytes; `Location` takes them.', ...headersOf('/files/tus', '201') },
      ...Object.fromEntries(
        [400, 404, 409, 410, 412, 413, 429].map((status) => [
          status,
          {
            description: 'Refused.',
            ...headersOf('/files/tus', String(status)),
            content: { 'application/json': { schema: ErrorEnvelope } },
          },
        ]),
      ),
    },
  };
}
