/**
 * HTTP: routes of the contract, the error envelope, rate limits, idempotency, and the server.
 *
 * `http.ts` is the Hono app, `mounted-routes.ts` what modules mount in it; `middleware.ts` and `admission.ts` run before a handler,
 * `json-endpoint.ts` is the handler of an endpoint of the contract. Node's server and what sends bytes are in `@drive/node-http`.
 */
export { findSessionCookie, type Credentials } from './endpoints/admission.ts';
export { createCursors } from './endpoints/cursors.ts';
export { enterDrives, type FindDriveRoot } from './endpoints/drive-root.ts';
export { placesOf, relativeTo, type ConfineRequest } from './endpoints/key-folder.ts';
export { isFromThisMachine } from './forwarding.ts';
export { domainErrorOf } from './envelope.ts';
export { answerInPieces, exchangeOf, findHeader, incomingOf, outgoingOf } from './exchange.ts';
export { readForm, readText, type FormFields } from './read-body.ts';
export { Http } from './http.ts';
export type { AnswerCheck } from './endpoints/json-endpoint.ts';
export type { IdempotencyKeysTable, IdempotencySchema } from './endpoints/idempotency-store.ts';
export {
  createIdempotency,
  parseIdempotencyKey,
  type Idempotency,
  type KeptAnswer,
  type RememberAnswer,
} from './endpoints/idempotency.ts';
export { requireOwnOrigin } from './own-origin.ts';
export { pageQueries, pageQuery, pageText } from './page-query.ts';
export { requestOfPage, withRequestOfPage } from './page-request.ts';
export { createRateLimits, type RateSettings } from './rate-tiers.ts';
export { createHttpServer, type ServerOptions } from './request-head.ts';
export { parseOrThrow } from './endpoints/validation.ts';
export {
  Answer,
  type AnswerOf,
  type BytesExchange,
  type PageRouter,
  type Remember,
  type RequestOf,
  type Router,
} from './endpoints/router.ts';
export {
  attachmentHeaders,
  attachmentType,
  contentDisposition,
  inlineHeaders,
  mustRevalidate,
  sandbox,
  sandboxOf,
} from './content/content-headers.ts';
export { heldBytes, hold, receive, type Ending, type Received } from './content/receive-body.ts';
export { BlobBody, sendContent, type Body, type Content, type Delivery } from './content/send-content.ts';
