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
} from './caller.ts';
export { DomainError, isDomainError, type Issue } from './errors.ts';
export { currentOrigin, onBehalfOf, withOrigin } from './origin.ts';
export { mayDo, type Action, type Asker, type Owned } from './may-do.ts';
