import { endpoints, type EndpointShape } from '@drive/contract';
import type { AnswerOwn } from '../modules/exports/index.ts';
import { Answer, type Router } from '../platform/http/index.ts';

type Handle = (request: {
  readonly caller: unknown;
  readonly query: unknown;
  readonly params: unknown;
}) => Promise<unknown>;

/** The answers of endpoints that only read, without a request: what the API says to a user is what an export contains. */
export class OwnAnswers {
  readonly #handlers = new Map<EndpointShape, Handle>();

  /** The router, of which the handlers are kept. */
  keeping(router: Router): Router {
    return new Proxy(router, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]): unknown => {
          if (name === 'mount') this.#handlers.set(args[0] as EndpointShape, args[1] as Handle);
          return Reflect.apply(value, target, args);
        };
      },
    });
  }

  readonly answer: AnswerOwn = async (endpointId, caller, query) => {
    const endpoint: EndpointShape = endpoints[endpointId];
    const handle = this.#handlers.get(endpoint);
    if (handle === undefined) throw new Error(`no handler of ${endpointId}`);
    const answer = await handle({ caller, query: endpoint.query?.parse(query), params: {} });
    return answer instanceof Answer ? answer.body : answer;
  };
}
