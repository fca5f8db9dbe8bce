/** Who may do what. The rules are in `@drive/access`; the rows of owners are here. */
export {
  currentActor,
  currentOrigin,
  mayDo,
  mayUse,
  needsRole,
  onBehalfOf,
  readGiven,
  requireMay,
  requireScope,
  requireSecondFactor,
  rootOf,
  shownRole,
  withOrigin,
  type Action,
  type Asker,
  type Caller,
  type GivenAccess,
  type KeyRestriction,
  type Owned,
  type Viewer,
} from '@drive/access';
export { findAnonymousOwner, insertOwner, setQuota } from './owner-store.ts';
