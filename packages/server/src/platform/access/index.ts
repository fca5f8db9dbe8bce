/**
 * Who may do what: the sender of a request, what its key may use (`caller.ts`), and the one rule that compares an owner with
 * a caller (`may-do.ts`, ADR 102).
 */
export { mayUse, requireScope, requireUse, rootOf, scopeOfMethod, type Caller, type KeyRestriction } from './caller.ts';
export { findAnonymousOwner, insertOwner, setQuota } from './owner-store.ts';
export { mayDo, type Action, type Asker, type Owned } from './may-do.ts';
