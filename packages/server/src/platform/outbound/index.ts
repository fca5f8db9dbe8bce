import { secondMs } from '@drive/base';

/** Requests to URLs that users chose. The port is `OutboundFetch` with `TargetCheck`, the adapter `@drive/guarded-fetch`. */
export {
  createGuardedFetch,
  createTargetCheck,
  OutboundBlockedError,
  type GuardedFetchOptions,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  type TargetCheck,
} from '@drive/guarded-fetch';

/** Time limits of an attempt to deliver to a webhook, which docs/webhooks.md tells receivers. */
export const webhookTimes = { connectTimeoutMs: 5 * secondMs, answerTimeoutMs: 10 * secondMs } as const;
