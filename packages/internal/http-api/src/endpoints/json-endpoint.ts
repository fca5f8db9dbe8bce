import type { ServerResponse } from 'node:http';
import { type Caller, DomainError, onBehalfOf, rootOf } from '@drive/access';
import { minuteMs } from '@drive/base';
import { bodyBytesOf, type BatchFailure, type EndpointShape, type ErrorCode, type Pagination } from '@drive/contract';
import type { Tx } from '@drive/database';
import { encodeText, sendText } from '@drive/node-http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type * as z from 'zod';
import { exchangeOf, incomingOf, outgoingOf } from '../exchange.ts';
import { readBytes, readJsonBody } from '../read-body.ts';
import { createAdmission, type AdmissionDeps } from './admission.ts';
import { isPaged, type Cursors, type CursorScope } from './cursors.ts';
import { enterDrives, type FindDriveRoot } from './drive-root.ts';
import { parseIdempotencyKey, TwinError, type Idempotency, type KeptAnswer, type KeyedRequest } from './idempotency.ts';
import { piecesRelativeTo, relativeTo, type AddFailures, type ConfineRequest } from './key-folder.ts';
import { Answer, type AnswerOf, type MountOptions, type RequestOf } from './router.ts';
import { createQueryParser, parseOrThrow, parseParams } from './validation.ts';

/** Checks responses of endpoints against the contract. Tests pass one: it costs more than the response itself. */
export interface AnswerCheck {
  answered(endpoint: EndpointShape, status: number, answer: unknown): void;
  /** Checks a streamed answer piece by piece, on its way. */
  checkPieces(
    endpoint: EndpointShape,
    status: number,
    pieces: AsyncIterable<readonly unknown[]>,
  ): AsyncIterable<readonly unknown[]>;
  refused(endpoint: EndpointShape | undefined, code: ErrorCode): void;
  /** Checks the headers of an answer of any route. */
  sent(route: string, response: ServerResponse): void;
  violated(what: string): void;
}

export interface JsonDeps extends AdmissionDeps {
  readonly idempotency: Idempotency;
  /** Maximum rows on a page of a list: a `limit` in the query reaches handlers clamped to it. */
  readonly listMax: number;
  readonly cursors: Cursors;
  /** How long the body of a request may take. Default 60 s. */
  readonly bodyMs?: number | undefined;
  readonly confine: ConfineRequest;
  readonly findDriveRoot: FindDriveRoot;
  /** In tests: checks every response against the contract. */
  readonly answerCheck: AnswerCheck | undefined;
}

type Shape = EndpointShape;

/** The endpoint as a Hono handler: rate limit, authenticate, check, parse, call, answer. Throws DomainErrors. */
export function createJsonHandler<E extends Shape>(
  endpoint: E,
  handle: (request: RequestOf<E>) => Promise<AnswerOf<E> | Answer<AnswerOf<E>>>,
  deps: JsonDeps,
  { beforeBody }: MountOptions<E> = {},
): (context: Context) => Promise<Response> {
  const success = successOf(endpoint);
  const paged = isPaged(endpoint);
  const admit = createAdmission(endpoint, deps);
  const { params: paramsSchema, query: querySchema, body: bodySchema, unknownParam, driveRoot } = endpoint as Shape;
  const parseQuery = createQueryParser(
    querySchema,
    (endpoint as Shape).mostResults ?? deps.listMax,
    knownQueryOf(endpoint),
  );
  return async (context) => {
    const request = incomingOf(context);
    const { clientNetwork } = exchangeOf(request);
    const caller = await admit(context);
    await beforeBody?.(caller as RequestOf<E>['caller']);

    const params = paramsSchema && parseParams(paramsSchema, unknownParam, context.req.param());
    const parsed = parseQuery(request.url ?? '');
    const requestBody = bodySchema && (await parseBody(endpoint, bodySchema, context, deps.bodyMs ?? minuteMs));
    const rootId = caller === undefined ? null : rootOf(caller);
    if (caller !== undefined && driveRoot !== undefined)
      await enterDrives(deps.findDriveRoot, caller, driveRoot, { params, query: parsed, body: requestBody });
    const addFailures =
      caller !== undefined && rootId !== null && endpoint.folderKeys !== undefined
        ? await deps.confine(caller, rootId, endpoint.folderKeys, { params, query: parsed, body: requestBody })
        : undefined;
    const scope: CursorScope | undefined = paged
      ? { endpoint, userId: endpoint.auth === 'required' ? (caller?.userId ?? null) : null, params, query: parsed }
      : undefined;
    const query = scope === undefined ? parsed : deps.cursors.open(scope);
    const sender = senderOf(caller) ?? visitorOf(endpoint, deps.idempotency, clientNetwork);
    const keyed = keyedRequest(endpoint, request.headers['idempotency-key'], sender, {
      params,
      query,
      body: requestBody,
      visitor: endpoint.visitorHeader === undefined ? undefined : request.headers[endpoint.visitorHeader],
    });
    if (keyed !== undefined) {
      const kept = await deps.idempotency.find(keyed);
      if (kept !== undefined) return replay(context, endpoint, kept, rootId);
    }

    let remembered = false;
    const remember = async (tx: Tx<any>, answer: AnswerOf<E> | Answer<AnswerOf<E>>): Promise<void> => {
      if (keyed === undefined) return;
      remembered = true;
      const { status, body } = answer instanceof Answer ? answer : { status: success.status, body: answer };
      const kept = endpoint.idempotency === 'refuse' ? null : bodyOf(body);
      await deps.idempotency.remember(tx, keyed, { status, body: kept });
    };

    let given: AnswerOf<E> | Answer<AnswerOf<E>>;
    try {
      const ifMatch = endpoint.ifMatch === true ? request.headers['if-match'] : undefined;
      const asked = { params, query, body: requestBody, caller, clientNetwork, remember, ifMatch, context };
      given = await onBehalfOf(caller, () => handle(asked as RequestOf<E>));
    } catch (error) {
      if (keyed === undefined || !(error instanceof TwinError)) throw error;
      return replay(context, endpoint, await deps.idempotency.getTwins(keyed), rootId);
    }
    if (endpoint.transport === 'events') return RESPONSE_ALREADY_SENT;
    const { status, body } = withFailures(
      given instanceof Answer ? given : { status: success.status, body: given },
      addFailures,
    );
    const answer = scope === undefined ? body : sealed(deps.cursors, scope, body);
    if (endpoint.streamed === true) {
      const pieces = answer as AsyncIterable<readonly unknown[]>;
      const checked = deps.answerCheck?.checkPieces(endpoint, status, pieces) ?? pieces;
      const outgoing = outgoingOf(context);
      // A refusal before the first piece is still answered as an error; a later failure cuts the connection.
      await sendText(outgoing, arrayText(rootId === null ? checked : piecesRelativeTo(rootId, checked)), () => {
        outgoing.writeHead(status, { 'content-type': 'application/json' });
      });
      return RESPONSE_ALREADY_SENT;
    }
    deps.answerCheck?.answered(endpoint, status, answer);
    if (keyed !== undefined && !remembered) deps.answerCheck?.violated(`${endpoint.id} did not store its response`);
    const { schema } = (endpoint as Shape).responses[status] ?? success;
    return send(context, status, schema === null ? null : bodyOf(relativeTo(rootId, answer)));
  };
}

/** Names of the query parameters below `/api/`; undefined elsewhere, where others are ignored. */
const knownQueryOf = ({ path, query }: Shape): readonly string[] | undefined =>
  path.startsWith('/api/') ? Object.keys(query?.shape ?? {}) : undefined;

/** The answer to a batch with the items that were refused before it was handled. */
function withFailures(
  given: { readonly status: number; readonly body: unknown },
  addFailures: AddFailures | undefined,
): { readonly status: number; readonly body: unknown } {
  if (addFailures === undefined) return given;
  const batch = given.body as { readonly failed: readonly BatchFailure[] };
  const body = { ...batch, failed: addFailures(batch.failed) };
  return given instanceof Answer ? Answer.ofBatch(body) : { status: given.status, body };
}

function sealed(cursors: Cursors, scope: CursorScope, answer: unknown): unknown {
  const page = answer as { readonly pagination: Pagination };
  return { ...page, pagination: cursors.seal(scope, page.pagination) };
}

function send(context: Context, status: number, body: string | null): Response | Promise<Response> {
  if (body === null) return context.newResponse(null, status as 200);
  const respond = (content: string | Uint8Array<ArrayBuffer>): Response =>
    context.newResponse(content, status as 200, { 'content-type': 'application/json' });
  const encoded = encodeText(incomingOf(context), outgoingOf(context), body);
  return encoded instanceof Promise ? encoded.then(respond) : respond(encoded);
}

const bodyOf = (answer: unknown): string => JSON.stringify(answer ?? null);

function successOf(endpoint: Shape): { readonly status: number; readonly schema: z.ZodType | null } {
  const [lowest] = Object.entries(endpoint.responses).toSorted(([a], [b]) => Number(a) - Number(b));
  if (lowest === undefined) throw new Error(`${endpoint.id}: a JSON endpoint has a success answer`);
  return { status: Number(lowest[0]), schema: lowest[1].schema };
}

async function parseBody(endpoint: Shape, schema: z.ZodType, context: Context, bodyMs: number): Promise<unknown> {
  if (endpoint.rawBody === true) {
    const bytes = await readBytes(incomingOf(context), { withinMs: bodyMs, maxBytes: bodyBytesOf(endpoint) });
    if (bytes.length === 0) throw new DomainError('bad_request', 'Send the bytes as the body.');
    return bytes;
  }
  const body = await readJsonBody(incomingOf(context), bodyMs, bodyBytesOf(endpoint));
  if (body !== undefined) return parseOrThrow(schema, body);
  if (endpoint.bodyOptional === true) return parseOrThrow(schema, {});
  throw new DomainError('bad_request', 'Send a JSON body.');
}

function keyedRequest(
  endpoint: Shape,
  header: string | string[] | undefined,
  sender: string | undefined,
  meaning: unknown,
): KeyedRequest | undefined {
  if (endpoint.idempotency === undefined || header === undefined || sender === undefined) return undefined;
  return { scope: `${sender} ${endpoint.id}`, key: parseIdempotencyKey(String(header)), meaning };
}

/** Whose keys they are: those of an account, apart for each folder key. */
const senderOf = (caller: Caller | undefined): string | undefined =>
  caller && [caller.userId, rootOf(caller) ?? []].flat().join('/');

/** Visitors have keys where no account is asked for: they share those of their network. */
const visitorOf = ({ auth }: Shape, { hashNetwork }: Idempotency, network: string): string | undefined =>
  auth === 'public' ? hashNetwork(network) : undefined;

function replay(
  context: Context,
  endpoint: Shape,
  kept: KeptAnswer,
  rootId: string | null,
): Response | Promise<Response> {
  if (endpoint.idempotency === 'refuse')
    throw new DomainError(
      'idempotency_conflict',
      'A request with this Idempotency-Key already succeeded; its response contained a secret that cannot be shown again.',
    );
  const body = rootId === null || kept.body === null ? kept.body : bodyOf(relativeTo(rootId, JSON.parse(kept.body)));
  return send(context, kept.status, body);
}

/** Arrays of any length as the text of one JSON array. */
async function* arrayText(pieces: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const piece of pieces)
    for (const each of piece) {
      yield opening + JSON.stringify(each);
      opening = ',';
    }
  yield opening === '[' ? '[]' : ']';
}
