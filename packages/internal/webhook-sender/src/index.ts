/** One attempt of a delivery: signed, sent, and its failure in words. When it is sent, and what follows, decides the caller. */
export { shownAttempt } from './attempt-error.ts';
export { sendAttempt, type AttemptDeps, type AttemptResult } from './webhook-attempt.ts';
export { createSecret, signedHeaders, type NewSecret } from './webhook-signing.ts';
