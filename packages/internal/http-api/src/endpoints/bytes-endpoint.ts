import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, onBehalfOf, rootOf } from '@drive/access';
import type { EndpointShape } from '@drive/contract';
import type { Context } from 'hono';
import { exchangeOf } from '../exchange.ts';
import { admitToBytes, requireBytesCaller, type AdmissionDeps } from './admission.ts';
import { enterDrives, type FindDriveRoot } from './drive-root.ts';
import type { ConfineRequest } from './key-folder.ts';
import type { BytesExchange } from './router.ts';
import { catchAllParam } from './routes.ts';
import { createQueryParser, parseParams } from './validation.ts';

export interface BytesDeps extends AdmissionDeps {
  /** Maximum of a `limit` in the query. */
  readonly listMax: number;
  readonly confine: ConfineRequest;
  readonly findDriveRoot: FindDriveRoot;
}

/** The endpoint over Node's streams: rate limit, authenticate, check, parse, call. Throws DomainErrors. */
export function createBytesHandler<E extends EndpointShape, Signed>(
  endpoint: E,
  handle: (exchange: BytesExchange<E, Signed>) => Promise<void>,
  readToken: ((token: string) => Signed | undefined) | undefined,
  deps: BytesDeps,
): (request: IncomingMessage, response: ServerResponse, context: Context) => Promise<void> {
  const shape: EndpointShape = endpoint;
  const { params: schema, query: querySchema, unknownParam, auth, catchAll, folderKeys, driveRoot, rateTier } = shape;
  const parseQuery = querySchema && createQueryParser(querySchema, deps.listMax);
  const orSession = auth === 'required';

  return async (request, response, context) => {
    const { clientNetwork, path } = exchangeOf(request);
    const signed = readToken?.(context.req.param('token') ?? '');
    let caller: Caller | undefined;
    if (rateTier !== undefined) await deps.rateLimits.consume(rateTier, clientNetwork);
    else caller = await admitToBytes(request, deps, { isSigned: signed !== undefined, orSession });
    if (auth === 'key' || orSession) requireBytesCaller(caller, endpoint);
    const values = catchAll === true ? catchAllParam(endpoint.path, path) : context.req.param();
    const params = schema && parseParams(schema, unknownParam, values);
    const query = parseQuery?.(request.url ?? '');
    const rootId = caller === undefined ? null : rootOf(caller);
    if (caller !== undefined && driveRoot !== undefined)
      await enterDrives(deps.findDriveRoot, caller, driveRoot, { params, query, body: undefined });
    if (caller !== undefined && rootId !== null && folderKeys?.folder !== undefined)
      await deps.confine(caller, rootId, folderKeys, { params, query, body: undefined });
    const exchange = { params, signed, query, caller, request, response, clientNetwork } as BytesExchange<E, Signed>;
    await onBehalfOf(caller, () => handle(exchange));
  };
}
