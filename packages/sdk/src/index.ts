/** The client of a Drive server, for browsers, edge runtimes and Node. What needs a file system is in `@drive/sdk/node`. */
export { DriveClient, type ClientOptions } from './client.ts';
export { DriveError, type ClientErrorCode, type DriveErrorCode, type FieldIssue } from './error.ts';
export type { Page, PagedList } from './page.ts';
export type { RequestOptions } from './request-options.ts';
export type { UploadSource } from './resources/uploads.ts';
export type { ResumeEntry, ResumeStore, UploadOptions, UploadProgress, UploadResult } from './upload/upload-types.ts';
export type {
  ApiKey,
  BatchFailure,
  CreatedApiKey,
  DeviceApproval,
  DeviceStart,
  DownloadUrl,
  ErrorCode,
  Invite,
  Item,
  ItemChange,
  ItemMove,
  Login,
  MoveResult,
  NewApiKey,
  NewFolder,
  NewInvite,
  NewShare,
  NewUpload,
  NewUploadBatch,
  Pagination,
  PasswordChange,
  PasswordReset,
  PublicConfig,
  PublicShare,
  Registration,
  Session,
  Setup,
  ShareDescriptor,
  UploadReservation,
  UploadReservations,
  UploadStatus,
  User,
  UserChange,
} from './api.gen.ts';
