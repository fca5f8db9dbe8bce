/** Requests to URLs that users chose. The port is `OutboundFetch` with `TargetCheck`, the adapter `@drive/guarded-fetch`. */
export {
  createGuardedFetch,
  createTargetCheck,
  describeCode,
  OutboundBlockedError,
  OutboundError,
  type GuardedFetchOptions,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  type TargetCheck,
} from '@drive/guarded-fetch';
