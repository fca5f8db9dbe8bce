/**
 * Everything that is HTTP: routes by the contract, the error envelope, rate limits, idempotency, and the server itself.
 *
 * Bytes (`/files/…`) go from Node's request to a handler without passing Hono; JSON and pages are Hono's.
 */
export { createAnswerCheck, type AnswerCheck } from './answer-check.ts';
export { findSessionCookie, type Credentials } from './authentication.ts';
export type { Caller } from './caller.ts';
export { parseCidr } from './client-network.ts';
export { domainErrorOf } from './envelope.ts';
export { exchangeOf, findHeader, incomingOf } from './exchange.ts';
export { createFeatureLimiter, noFeatureLimits, type FeatureBudgets, type FeatureLimiter } from './feature-limiter.ts';
export { readForm, type FormFields } from './form-body.ts';
export { createHttp, type Http } from './http.ts';
export { createIdempotency, parseIdempotencyKey, type Idempotency } from './idempotency.ts';
export { requireOwnOrigin } from './own-origin.ts';
export { createRateLimits, type RateSettings } from './rate-limits.ts';
export { createMemoryRateStore, type RateStore, type RateStores } from './rate-store.ts';
export { createRowRateStore } from './row-rate-store.ts';
export { bytesHeldByTransfers, sendPieces, sendWhole } from './send-pieces.ts';
export { bodyBroken, createHttpServer, type HttpServer, type ServerOptions } from './server.ts';
export { Answer, type AnswerOf, type BytesExchange, type Remember, type RequestOf, type Router } from './router.ts';
