import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { errorsOf, type EndpointShape, type ErrorCode } from '@drive/contract';
import { headerFaults } from './response-headers.ts';

/** Holds what endpoints answer to the contract. For tests: it costs more than the answer itself. */
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

/** Throws on an answer that is not what the contract says, and tells `onViolation` either way. */
export function createAnswerCheck(onViolation: (what: string) => void): AnswerCheck {
  const fail = (what: string): never => {
    onViolation(what);
    throw new Error(what);
  };
  const check: AnswerCheck = {
    answered(endpoint, status, answer) {
      const schema = endpoint.responses[status]?.schema;
      if (schema === undefined) return fail(`${endpoint.id} answered an undocumented ${status}`);
      if (schema === null) {
        if (answer !== undefined) fail(`${endpoint.id} answered a body with ${status}`);
        return;
      }
      const sent: unknown = JSON.parse(JSON.stringify(answer ?? null));
      const result = schema.safeParse(sent);
      if (!result.success) return fail(`${endpoint.id} answered against its schema: ${result.error.message}`);
      // Zod drops what a schema does not name, so a field too many shows as a difference.
      if (!isDeepStrictEqual(result.data, sent))
        fail(`${endpoint.id} answered more than its schema names: ${JSON.stringify(sent)}`);
    },
    async *checkPieces(endpoint, status, pieces) {
      for await (const piece of pieces) {
        check.answered(endpoint, status, piece);
        yield piece;
      }
    },
    refused(endpoint, code) {
      if (endpoint !== undefined && !errorsOf(endpoint).includes(code))
        onViolation(`${endpoint.id} answered ${code}, which it does not declare`);
    },
    sent(route, response) {
      for (const fault of headerFaults(route, response)) onViolation(`an answer of ${route} ${fault}`);
    },
    violated: onViolation,
  };
  return check;
}
