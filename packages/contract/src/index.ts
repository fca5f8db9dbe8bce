/** The API as data: endpoints, schemas, error codes and limits. Depends only on zod. */
export { errorStatus, type ErrorCode } from './errors.ts';
export { featureLimits, type FeatureLimit, type FeatureLimitSpec } from './feature-limits.ts';
export { limits } from './limits.ts';
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
export { ItemName, cleanLine, cleanName, foldName, withoutTurns } from './names.ts';
export * from './schemas/primitives.ts';
export * from './schemas/accounts.ts';
export * from './schemas/admin-content.ts';
export * from './schemas/admin-users.ts';
export * from './schemas/anonymous.ts';
export * from './schemas/archives.ts';
export * from './schemas/audit.ts';
export * from './schemas/events.ts';
export * from './schemas/collections.ts';
export * from './schemas/feedback.ts';
export * from './schemas/items.ts';
export * from './schemas/link-fields.ts';
export * from './schemas/pastes.ts';
export * from './schemas/proofings.ts';
export * from './schemas/service.ts';
export * from './schemas/shares.ts';
export * from './schemas/totp.ts';
export * from './schemas/uploads.ts';
export * from './schemas/versions.ts';
export * from './schemas/webhooks.ts';
