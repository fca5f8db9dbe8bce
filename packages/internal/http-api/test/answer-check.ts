import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { errorsOf } from '@drive/contract';
import type { AnswerCheck } from '../src/index.ts';

/**
 * Throws if a response violates the contract, and reports it to `onViolation` as well. `pageOrigin` is that of the base
 * URL.
 */
export function createAnswerCheck(onViolation: (what: string) => void, pageOrigin: string): AnswerCheck {
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
      // Zod drops fields that a schema does not name, so a surplus field shows as a difference.
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
      for (const fault of headerFaults(route, response, pageOrigin)) onViolation(`an answer of ${route} ${fault}`);
    },
    violated: onViolation,
  };
  return check;
}

/**
 * The promises of SECURITY.md about response headers that this response breaks. Tests check every response, so that no
 * route can replace a default by a weaker value.
 */
export function headerFaults(route: string, response: Pick<ServerResponse, 'getHeader'>, pageOrigin: string): string[] {
  const header = (name: string): string => String(response.getHeader(name) ?? '');
  const policy = header('content-security-policy');
  const cache = header('cache-control');
  const framedBy = /frame-ancestors ([^;]*)/.exec(policy)?.[1] ?? '';
  // An uploaded page is sandboxed, and saved rather than shown.
  const isPage = header('content-type').startsWith('text/html') && !policy.startsWith('sandbox;');
  const mayBeKept =
    // The files of the web app have no data in them.
    route.startsWith('/app/') || (/(^|, )private(,|$)/.test(cache) && route.startsWith('/files/'))
      ? true
      : // Public content: an asset or the documentation, never the target of a link or an id.
        cache.startsWith('public, ') && isPublicRoute(route) && response.getHeader('set-cookie') === undefined;
  return Object.entries({
    'can be taken for another type': header('x-content-type-options') !== 'nosniff',
    'loads from anywhere': !policy.includes("default-src 'none'"),
    'may be framed by other sites': !["'none'", "'self'", `'self' ${pageOrigin}`].includes(framedBy),
    'is a page that may be framed': isPage && framedBy !== "'none'",
    'runs inline scripts': /script-src[^;]*'unsafe|'unsafe-eval'/.test(policy),
    'tells other sites its URL': !['same-origin', 'no-referrer'].includes(header('referrer-policy')),
    'may use the camera': !header('permissions-policy').includes('camera=()'),
    'is a page that openers hold on to': isPage && header('cross-origin-opener-policy') !== 'same-origin',
    'is kept by caches': !cache.includes('no-store') && !mayBeKept,
  }).flatMap(([fault, is]) => (is ? [fault] : []));
}

/** A file that its owner opened to everybody has a URL for caches. */
const isPublicRoute = (route: string): boolean => route.startsWith('/files/public/') || !/\{(?!tag\})/.test(route);
