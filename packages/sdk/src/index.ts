/**
 * Client of a Drive server for browsers, edge runtimes and Node. `@drive/sdk/node` adds functions for files on disk.
 */
export { DriveClient, type ClientOptions } from './client.ts';
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  CursorExpiredError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from './error-classes.ts';
export {
  DriveError,
  isDriveError,
  type ClientErrorCode,
  type DriveErrorCode,
  type DriveErrorDetails,
  type FieldIssue,
} from './error.ts';
export type { Answered, ApiPromise } from './api-promise.ts';
export type { Logger, RequestLog, RetryInfo, WaitInfo } from './network.ts';
export type { NextPage, Page, PagedList } from './page.ts';
export { retryAfterOf } from './retry-after.ts';
export type { RawRequestOptions, RequestOptions } from './request-options.ts';
export type { DriveEvent, EventPattern, EventType, MatchingEventType } from './events/drive-event.ts';
export type { Events, EventStreamOptions } from './resources/events.ts';
export { OpenedCollection } from './resources/public/opened-collection.ts';
export type { OpenedLink } from './resources/public/opened-link.ts';
export { OpenedPaste } from './resources/public/opened-paste.ts';
export { OpenedProofing } from './resources/public/opened-proofing.ts';
export type { Account } from './resources/account.ts';
export type { Admin } from './resources/admin/admin.ts';
export type { AdminFiles } from './resources/admin/admin-files.ts';
export type { AdminDrives } from './resources/admin/admin-drives.ts';
export type { AdminGroups } from './resources/admin/admin-groups.ts';
export type { AdminInvites } from './resources/admin/admin-invites.ts';
export type { AdminJobs } from './resources/admin/admin-jobs.ts';
export type { AdminReports } from './resources/admin/admin-reports.ts';
export type { AdminUsers } from './resources/admin/admin-users.ts';
export type { ApiKeys } from './resources/api-keys.ts';
export type { Auth } from './resources/auth.ts';
export type {
  Changes,
  ChangesIn,
  ReadChangesOptions,
  WatchChangesOptions,
  WatchedChange,
} from './resources/changes.ts';
export type { Collections } from './resources/collections.ts';
export type { Files } from './resources/files.ts';
export { imageUrl, srcSet, type ImageTransform } from './resources/image-urls.ts';
export type { Pastes } from './resources/pastes.ts';
export type { Proofings } from './resources/proofings.ts';
export type { ServerState } from './resources/server-state.ts';
export type { Links } from './resources/sharing/links.ts';
export type { Shares } from './resources/sharing/shares.ts';
export type { Identities } from './resources/sign-in/identities.ts';
export type { Passkeys } from './resources/sign-in/passkeys.ts';
export type { Totp } from './resources/totp.ts';
export type { MarkedFiles } from './resources/marked-files.ts';
export type { ActivityLog } from './resources/teams/activity-log.ts';
export type { Drives } from './resources/teams/drives.ts';
export type { ItemAccess } from './resources/teams/item-access.ts';
export type { Notifications } from './resources/teams/notifications.ts';
export type { Tags } from './resources/tags.ts';
export type { Trash, TrashOptions } from './resources/trash.ts';
export type { CopyOptions } from './resources/copy-items.ts';
export type { Operations } from './resources/operations.ts';
export type { EndedOperation, WaitOptions } from './resources/wait-for-operation.ts';
export type { FileVersions } from './resources/file-versions.ts';
export type { UploadGrants } from './resources/upload-grants.ts';
export type { Uploads } from './resources/uploads.ts';
export type { Webhooks } from './resources/webhooks.ts';
export type { BlobDownloadOptions } from './resources/download-bytes.ts';
export { OpenedShare } from './resources/public/opened-share.ts';
export type { AnonymousSource, PublicResource } from './resources/public/public.ts';
export type { ShareKey } from './resources/sharing/share-key.ts';
export type { OpenOptions, ShareLink } from './resources/public/share-link.ts';
export type { VisitLink, VisitOptions } from './resources/public/visit-link.ts';
export { browserResumeStore } from './upload/browser-resume-store.ts';
export { contentTypeOf } from './upload/content-type.ts';
export { cleanItemName, isNumberedName } from './upload/item-name.ts';
export type { FolderFile } from './upload/folder.ts';
export type { FolderUploadOptions, FolderUploadResult, UploadedFile } from './upload/folder-types.ts';
export type { UploadSource } from './upload/upload-source.ts';
export type { AnonymousBatchOptions, AnonymousUploadOptions } from './upload/anonymous.ts';
export type { CollectedUpload, CollectedUploadOptions, SharedUploadOptions } from './upload/collected.ts';
export type { EnsureFolderOptions } from './upload/ensure-folder.ts';
export { uploadWithGrant } from './upload/grant.ts';
export type { GrantSource, GrantUpload, GrantUploadOptions } from './upload/grant-types.ts';
export type { PutFileOptions } from './upload/put-file.ts';
export type { ResumeEntry, ResumeStore, UploadOptions, UploadProgress, UploadResult } from './upload/upload-types.ts';
export type {
  AccessGrant,
  AccessInvitation,
  AccessList,
  AccountDeletion,
  AccountDeletionPreview,
  AccountDeletionRequest,
  Activity,
  ActivityDetails,
  ActivityPage,
  Actor,
  AdminFile,
  AdminJob,
  AdminSetting,
  AdminStats,
  AdminTeamDrive,
  AdminUser,
  AdminUserChange,
  ApiKey,
  ArchiveUrl,
  AuditEntry,
  BatchFailure,
  CaptchaChallenge,
  Change,
  ChangeCursor,
  ChangePage,
  CollectedFile,
  Collection,
  CollectionChange,
  Comment,
  CopyResult,
  CreatedApiKey,
  CreatedComment,
  CreatedUploadGrant,
  DeletedVersions,
  DeliveryAttempt,
  DeviceApproval,
  DeviceStart,
  DirectoryResults,
  DownloadUrl,
  DownloadUrls,
  ErrorCode,
  EventData,
  EventOrigin,
  FileItem,
  FileVersion,
  FileVersionPage,
  FolderItem,
  FolderShareModeChange,
  FoundShare,
  GivenAccessList,
  Group,
  GroupMember,
  Health,
  IdentityLink,
  IdentityLinkStart,
  Invite,
  Item,
  ItemActor,
  ItemBatchResult,
  ItemChange,
  ItemCopy,
  ItemLinks,
  ItemMove,
  ItemRole,
  KeyScope,
  Liked,
  ListActivityQuery,
  ListAllDrivesQuery,
  ListAllFilesQuery,
  ListApiKeyPageQuery,
  ListAuditQuery,
  ListChangesQuery,
  ListCollectedUploadsQuery,
  ListCollectionsQuery,
  ListCommentsQuery,
  ListedShare,
  ListFilesQuery,
  ListFileVersionsQuery,
  ListGroupMembersQuery,
  ListGroupsQuery,
  ListInvitesQuery,
  ListItemActivityQuery,
  ListNotificationsQuery,
  ListJobsQuery,
  ListPastesQuery,
  ListProofingsQuery,
  ListRecipientsQuery,
  ListReportsQuery,
  ListSessionPageQuery,
  ListShareFilesQuery,
  ListShareUploadsQuery,
  ListSharesQuery,
  ListStoredFilesQuery,
  ListSubmissionsQuery,
  ListTagsQuery,
  ListTrashedItemsQuery,
  ListTreeQuery,
  ListUploadGrantsQuery,
  ListUsersQuery,
  ListWebhookDeliveriesQuery,
  Login,
  MailDelivery,
  ManagedDrive,
  MemberRole,
  MoveResult,
  MultiShare,
  NewAccess,
  NewAdminUser,
  NewAnonymousBatch,
  NewAnonymousUpload,
  NewApiKey,
  NewArchive,
  NewCollectedUpload,
  NewCollection,
  NewComment,
  NewFolder,
  NewFolderShare,
  NewGrantedUpload,
  NewGroup,
  NewInvite,
  NewItemLink,
  NewMultiShare,
  NewPaste,
  NewProofing,
  NewRecipients,
  NewReport,
  NewShare,
  NewShareUpload,
  NewSubmission,
  NewTeamDrive,
  NewTestMail,
  NewUpload,
  NewUploadBatch,
  NewUploadGrant,
  NewWebhook,
  OpenInvite,
  Notification,
  NotificationDetails,
  NotificationPage,
  MailFrequency,
  Operation,
  OperationMove,
  Pagination,
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
  PasskeyRegistration,
  PasswordChange,
  PasswordReset,
  Paste,
  PasteWithContent,
  Principal,
  ProofFile,
  Proofing,
  ProofingChange,
  PublicCollection,
  PublicConfig,
  PublicPaste,
  PublicProofing,
  PublicShare,
  QuarantineChange,
  Reauthentication,
  Recipient,
  Recipients,
  RecoveryCodes,
  RegisteredPasskey,
  Registration,
  Report,
  RevealedPaste,
  SearchItemsQuery,
  SearchPublicQuery,
  SearchResult,
  SentAccessInvitation,
  Session,
  Setup,
  ShareChange,
  ShareDescriptor,
  SharedCopy,
  SharedItemPage,
  ShareModeChange,
  ShareNotifyChange,
  ShareTicket,
  SlugAvailability,
  StartedOperation,
  SettingsChange,
  SettingsList,
  StatsHistory,
  StorageUse,
  StoredFile,
  StoredFilePage,
  Submission,
  SubmissionWithFiles,
  Submitted,
  TagBatch,
  UnreadCount,
  TagList,
  TeamDrive,
  TeamDriveChange,
  TeamDriveList,
  TestMail,
  TotpEnrolment,
  TotpStatus,
  TransferResult,
  TrashedItem,
  TreeItem,
  UnlockAudit,
  UploadGrant,
  UploadReservation,
  UploadReservations,
  UploadStatus,
  User,
  UserChange,
  UserDeletion,
  UserIdentity,
  UserTransfer,
  VisibilityChange,
  VisibilityResult,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookTest,
  WebhookWithSecret,
} from './api.gen.ts';
