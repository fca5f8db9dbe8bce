/** The client of a Drive server, for browsers, edge runtimes and Node. What needs a file system is in `@drive/sdk/node`. */
export { DriveClient, type ClientOptions } from './client.ts';
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from './error-classes.ts';
export {
  DriveError,
  type ClientErrorCode,
  type DriveErrorCode,
  type DriveErrorDetails,
  type FieldIssue,
} from './error.ts';
export type { Answered, ApiPromise } from './api-promise.ts';
export type { Page, PagedList } from './page.ts';
export type { RawRequestOptions, RequestOptions } from './request-options.ts';
export { OpenedShare, type OpenOptions } from './resources/opened-share.ts';
export type { AnonymousSource } from './resources/public-face.ts';
export type { ShareKey } from './resources/share-key.ts';
export type { ShareLink } from './resources/share-link.ts';
export type { UploadSource } from './resources/uploads.ts';
export type { AnonymousBatchOptions, AnonymousUploadOptions } from './upload/anonymous.ts';
export type { ResumeEntry, ResumeStore, UploadOptions, UploadProgress, UploadResult } from './upload/upload-types.ts';
export type {
  ApiKey,
  ArchiveUrl,
  BatchFailure,
  CaptchaChallenge,
  CreatedApiKey,
  DeviceApproval,
  DeviceStart,
  DownloadUrl,
  ErrorCode,
  FoundShare,
  Invite,
  Item,
  ItemChange,
  ItemMove,
  ListedShare,
  Login,
  MoveResult,
  MultiShare,
  NewAnonymousBatch,
  NewAnonymousUpload,
  NewApiKey,
  NewFolder,
  NewInvite,
  NewMultiShare,
  NewRecipients,
  NewShare,
  NewUpload,
  NewUploadBatch,
  Pagination,
  PasswordChange,
  PasswordReset,
  PublicConfig,
  PublicShare,
  Recipient,
  Registration,
  Session,
  Setup,
  ShareDescriptor,
  ShareModeChange,
  ShareNotifyChange,
  SlugAvailability,
  UnlockAudit,
  UploadReservation,
  UploadReservations,
  UploadStatus,
  User,
  UserChange,
  VisibilityChange,
  VisibilityResult,
} from './api.gen.ts';
