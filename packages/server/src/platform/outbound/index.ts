export { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
export {
  OutboundBlockedError,
  OutboundError,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  type TargetCheck,
} from './outbound-fetch.ts';
export { createTargetCheck, type TargetCheckOptions } from './target-check.ts';
