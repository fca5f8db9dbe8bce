/** Who may do what. The rules are in `@drive/access`; the rows of owners are here. */
export {
  currentOrigin,
  mayDo,
  requireScope,
  requireSecondFactor,
  rootOf,
  withOrigin,
  type Action,
  type Asker,
  type Caller,
  type KeyRestriction,
  type Owned,
} from '@drive/access';
export { findAnonymousOwner, insertOwner, setQuota } from './owner-store.ts';
