import type { SolvedCaptchasTable } from '@drive/captcha';
import type { IdempotencyKeysTable } from '@drive/http-api';
import type { JobsTable } from '@drive/jobs';
import type { DriveSettingsTable, NodesTable } from '@drive/nodes';
import type { RateWindowsTable } from '@drive/rate-limits';
import type {
  AccessGrants,
  AccessInvites,
  Drives,
  GroupMembers,
  Notifications,
  UserGroups,
} from './schema/access-tables.ts';
import type {
  ApiKeys,
  DeviceCodes,
  Invites,
  LoginLinks,
  Owners,
  PasswordResets,
  RecoveryCodes,
  Sessions,
  Totp,
  Users,
} from './schema/account-tables.ts';
import type {
  ArchiveParts,
  Archives,
  ContentChecksums,
  CountedDownloads,
  DroppedContents,
  FileVersions,
  Items,
  ItemStars,
  ItemTerms,
  NameChanges,
  OperationFolders,
  Operations,
  Quarantines,
  ReleasedContents,
  StorageUsage,
  ThumbnailSizes,
  UploadSessions,
} from './schema/file-tables.ts';
import type { Identities, PasskeyChallenges, Passkeys, ScimUsers, SignInAttempts } from './schema/identity-tables.ts';
import type {
  Collections,
  CollectionUploads,
  Pastes,
  ProofingFiles,
  Proofings,
  ProofingSubmissions,
  UploadGrants,
} from './schema/link-tables.ts';
import type { AuditLog, Events, SavedSettings, StatisticsSamples, StagedUploads } from './schema/platform-tables.ts';
import type {
  ShareComments,
  ShareFiles,
  ShareLikes,
  Reports,
  ShareRecipients,
  Shares,
  ShareTickets,
  ShareTransfers,
  ShareUploads,
  DownloadPlaces,
  ShortLinks,
  UnlockEvents,
} from './schema/share-tables.ts';
import type { DavLocks, DavProperties } from './schema/webdav-tables.ts';
import type { WebhookAttempts, WebhookDeliveries, Webhooks } from './schema/webhook-tables.ts';

export type { OwnerKind } from './schema/account-tables.ts';
export type { Flag } from './schema/platform-tables.ts';
export type { ItemState } from './schema/file-tables.ts';

/**
 * The tables with the types of the drivers: text, integers, 0/1 for booleans, epoch milliseconds for times, JSON as
 * text. One module writes a table (named next to it); any module may join it when reading.
 *
 * `row_id` never leaves the server: the API uses `id`, a UUID.
 */
export interface Schema {
  users: Users; // accounts
  owners: Owners; // platform/access
  user_groups: UserGroups; // access
  group_members: GroupMembers; // access
  access_grants: AccessGrants; // access
  access_invites: AccessInvites; // access
  notifications: Notifications; // notifications
  drives: Drives; // drives
  sessions: Sessions; // accounts
  password_resets: PasswordResets; // accounts
  invites: Invites; // accounts
  login_links: LoginLinks; // accounts
  api_keys: ApiKeys; // api-keys
  device_codes: DeviceCodes; // api-keys
  items: Items; // files
  file_versions: FileVersions; // files
  content_checksums: ContentChecksums; // files
  dropped_contents: DroppedContents; // files
  thumbnail_sizes: ThumbnailSizes; // files
  operations: Operations; // files
  operation_folders: OperationFolders; // files
  storage_usage: StorageUsage; // files
  name_changes: NameChanges; // files
  item_terms: ItemTerms; // files
  item_stars: ItemStars; // files
  quarantines: Quarantines; // files
  released_contents: ReleasedContents; // files
  upload_sessions: UploadSessions; // uploads
  shares: Shares; // shares
  short_links: ShortLinks; // shares
  share_files: ShareFiles; // shares
  unlock_events: UnlockEvents; // shares
  share_recipients: ShareRecipients; // shares
  share_transfers: ShareTransfers; // shares
  share_tickets: ShareTickets; // shares
  download_places: DownloadPlaces; // shares
  share_uploads: ShareUploads; // shares
  share_comments: ShareComments; // feedback
  share_likes: ShareLikes; // feedback
  reports: Reports; // reports
  counted_downloads: CountedDownloads; // downloads
  solved_captchas: SolvedCaptchasTable; // internal/captcha
  archives: Archives; // archives
  archive_parts: ArchiveParts; // archives
  collections: Collections; // collections
  collection_uploads: CollectionUploads; // collections
  upload_grants: UploadGrants; // grants
  proofings: Proofings; // proofings
  proofing_files: ProofingFiles; // proofings
  proofing_submissions: ProofingSubmissions; // proofings
  pastes: Pastes; // pastes
  webhooks: Webhooks; // webhooks
  webhook_deliveries: WebhookDeliveries; // webhooks
  webhook_attempts: WebhookAttempts; // webhooks
  idempotency_keys: IdempotencyKeysTable; // internal/http-api
  rate_windows: RateWindowsTable; // internal/rate-limits
  call_windows: RateWindowsTable; // internal/rate-limits
  drive_settings: DriveSettingsTable; // internal/nodes
  nodes: NodesTable; // internal/nodes
  saved_settings: SavedSettings; // settings
  statistics_samples: StatisticsSamples; // service
  staged_uploads: StagedUploads; // platform/blobs
  events: Events; // platform/events
  jobs: JobsTable; // internal/jobs
  audit_log: AuditLog; // platform/audit
  dav_locks: DavLocks; // webdav
  dav_properties: DavProperties; // webdav
  totp: Totp; // accounts
  recovery_codes: RecoveryCodes; // accounts
  identities: Identities; // identity
  sign_in_attempts: SignInAttempts; // identity
  passkeys: Passkeys; // identity
  passkey_challenges: PasskeyChallenges; // identity
  scim_users: ScimUsers; // identity
}
