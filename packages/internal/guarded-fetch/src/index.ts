export { describeCode } from './failure.ts';
export { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
export {
  OutboundBlockedError,
  OutboundError,
  type OutboundStage,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-fetch.ts';
export { createTargetCheck, type TargetCheck, type TargetCheckOptions } from './target-check.ts';
