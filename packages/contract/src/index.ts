/** The API as data: endpoints, schemas, error codes and limits. Depends only on zod. */
export { Email, emailKey, needsSmtpUtf8, splitEmail } from './emails.ts';
export { errorStatus, type ErrorCode } from './errors.ts';
export { featureLimits, type FeatureLimit, type FeatureLimitSpec } from './feature-limits.ts';
export { limits, transformSides } from './limits.ts';
export {
  bodyBytesOf,
  countsAsSignIn,
  endpoint,
  errorsOf,
  refusesBadCredentials,
  type Auth,
  type EndpointScope,
  type FolderKeyRule,
  type RequestField,
  type EndpointShape,
  type Method,
} from './endpoint.ts';
export { keyScopes, type KeyScope } from './scopes.ts';
export { endpoints } from './endpoints/index.ts';
export { ItemName, cleanName, foldName } from './names.ts';
export {
  listSorts,
  sharedListSorts,
  searchSorts,
  trashSorts,
  type ListSort,
  type AnySearchSort,
  type SearchSort,
  type SharedListSort,
  type TrashSort,
} from './sorts.ts';
export { cleanLine, escapeTurns, withoutTurns } from './text-direction.ts';
export * from './schemas/primitives.ts';
export * from './schemas/accounts-schemas.ts';
export * from './schemas/admin-content-schemas.ts';
export * from './schemas/admin-server-schemas.ts';
export * from './schemas/admin-users-schemas.ts';
export * from './schemas/anonymous-schemas.ts';
export * from './schemas/archives-schemas.ts';
export * from './schemas/copies-schemas.ts';
export * from './schemas/audit-schemas.ts';
export * from './schemas/events-schemas.ts';
export * from './schemas/collections-schemas.ts';
export * from './schemas/feedback-schemas.ts';
export * from './schemas/reports-schemas.ts';
export * from './schemas/identity/account-deletion-schemas.ts';
export * from './schemas/identity/identities-schemas.ts';
export * from './schemas/identity/passkeys-schemas.ts';
export * from './schemas/items-schemas.ts';
export * from './schemas/item-filter.ts';
export * from './schemas/link-fields.ts';
export * from './schemas/metadata-schemas.ts';
export * from './schemas/pastes-schemas.ts';
export * from './schemas/proofings-schemas.ts';
export * from './schemas/service-schemas.ts';
export * from './schemas/shares-schemas.ts';
export * from './schemas/teams/access-schemas.ts';
export * from './schemas/teams/activity-schemas.ts';
export * from './schemas/teams/drives-schemas.ts';
export * from './schemas/teams/groups-schemas.ts';
export * from './schemas/teams/links-schemas.ts';
export * from './schemas/teams/notifications-schemas.ts';
export * from './schemas/totp-schemas.ts';
export * from './schemas/uploads-schemas.ts';
export * from './schemas/uploads/upload-grants-schemas.ts';
export * from './schemas/versions-schemas.ts';
export * from './schemas/webhooks-schemas.ts';
