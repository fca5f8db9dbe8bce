/** Access: the caller of a request, the scopes of a key, and the one rule that compares an owner with a caller (ADR 102). */
export {
  mayUse,
  requireScope,
  requireSecondFactor,
  requireUse,
  rootOf,
  scopeOfMethod,
  type Caller,
  type KeyRestriction,
  type Viewer,
} from './caller.ts';
export { DomainError, isDomainError, type Issue } from './errors.ts';
export { readGiven, type GivenAccess } from './given-access.ts';
export { currentActor, currentOrigin, onBehalfOf, withOrigin } from './origin.ts';
export {
  mayDo,
  needsRole,
  requireMay,
  shownRole,
  tidyMs,
  type Action,
  type Asker,
  type GivenRole,
  type Owned,
} from './may-do.ts';
