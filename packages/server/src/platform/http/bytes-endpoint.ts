import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointShape } from '@drive/contract';
import { exchangeOf } from './exchange.ts';
import type { BytesExchange } from './router.ts';
import { parseParams } from './validation.ts';

export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
) => Promise<void>;

/** The endpoint as a handler of Node's own streams; throws what it refuses before the headers are out. */
export function createBytesHandler<E extends EndpointShape>(
  endpoint: E,
  handle: (exchange: BytesExchange<E>) => Promise<void>,
): NodeHandler {
  const { params: schema, unknownParam } = endpoint as EndpointShape;
  return async (request, response, raw) => {
    const params = schema === undefined ? undefined : parseParams(schema, unknownParam, raw);
    const { clientNetwork } = exchangeOf(request);
    await handle({ params, request, response, clientNetwork } as BytesExchange<E>);
  };
}
