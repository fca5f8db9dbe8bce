// Generated from the contract by "pnpm run generate". Do not edit.

/** Version of this package; all packages share one. */
export const sdkVersion = '1.0.0';

/** Size in bytes from which uploads are resumable. Other limits are left to the server, so that pages do not load them. */
export const resumableFromBytes = 104857600;

export interface AccessChange {
  /** The new role. */
  role: MemberRole;
}

/** A role that a user or a group was given. */
export interface AccessGrant {
  /** ID of the grant. */
  id: string;
  /** Who was given the role. */
  principal: Principal;
  /** The role on the item and on everything below it. */
  role: MemberRole;
  /** ID of the folder above on which it was given. `null`: on the item itself. */
  inheritedFrom: string | null;
  /** Time at which it was given. */
  createdAt: string;
  /** The user who gave it. `null` if the account is gone. */
  createdBy: ItemActor | null;
}

/** A role for somebody who has no account yet. */
export interface AccessInvitation {
  /** ID of the invitation, with which it is revoked. */
  id: string;
  /** Email address to which it was sent. */
  email: string;
  /** The role that is given once it is accepted. */
  role: MemberRole;
  /** ID of the folder above for which it is. `null`: for the item itself. */
  inheritedFrom: string | null;
  /** Time at which it was sent. */
  createdAt: string;
  /** Time at which it ends. */
  expiresAt: string;
  /** The user who sent it. `null` if the account is gone. */
  createdBy: ItemActor | null;
}

export interface AccessList {
  /** What was given on the item and on the folders above it. Those who may not give roles see their own. */
  access: AccessGrant[];
  /** Open invitations to the item and to the folders above it, for those who may give roles. */
  invitations: AccessInvitation[];
  /** What the caller may do with the item. */
  effectiveRole: ItemRole;
}

export interface AccountDeletion {
  /** Until then the account is disabled, and can be kept after all. */
  deletesAt: string;
}

/** Consequences that the deletion of an account has for others. */
export interface AccountDeletionPreview {
  /** Days for which the account can be kept after all. 0: it is deleted at once. */
  keptDays: number;
  /** Whether the request must have `password`. Others need a recent sign-in only. */
  needsPassword: boolean;
  /** Why the account cannot be deleted. `last_admin`: no other administrator can sign in. `managed`: the identity provider of an organization manages it by SCIM. `null`: it can. */
  obstacle: 'last_admin' | 'managed' | null;
  /** Counts of the things that stop working with the account. */
  ends: {
    /** Links to files and folders. */
    links: number;
    /** Open file requests. */
    fileRequests: number;
    /** Open proofings. */
    proofings: number;
    /** Pastes that can be read. */
    pastes: number;
    /** Upload grants that can be used. */
    uploadGrants: number;
    /** Roles that users and groups were given on items of the caller. */
    roles: number;
    /** Webhooks. */
    webhooks: number;
    /** API keys that can be used. */
    apiKeys: number;
  };
  /** Team drives without another manager who can sign in, by name. */
  drives: ManagedDrive[];
}

export interface AccountDeletionRequest {
  /** Required if the account has one. */
  password?: string | null | undefined;
  /** The new manager, or the deletion, of each team drive without another manager. Other drives are ignored. */
  drives?: ({
    driveId: string;
    /** ID of a member, who becomes the manager. `null`: the drive is deleted; administrators can restore it. */
    managerId: string | null;
  })[] | null | undefined;
}

/** Something that happened to a file or a folder. */
export interface Activity {
  /** `evt_` and a UUID: that of the event. */
  id: string;
  /** What happened. The types are those of events. */
  type: 
  | 'file.created'
  | 'file.replaced'
  | 'file.updated'
  | 'file.trashed'
  | 'file.restored'
  | 'file.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.trashed'
  | 'folder.restored'
  | 'folder.deleted'
  | 'access.given'
  | 'access.changed'
  | 'access.revoked'
  | 'collect.uploaded'
  | 'comment.created'
  | 'reproofing.submitted'
  | 'share.created'
  | 'share.updated'
  | 'share.revoked'
  | 'share.download'
  | 'share.download.anonymous';
  /** The user who did it. `null`: a visitor, the server itself, or it is not known, as for what a server of an earlier release stored. */
  actor: Actor | null;
  /** The file or folder. `null` for a link to several files. */
  item: {
    /** ID of the object. */
    id: string;
    /** Its name at that time. */
    name: string;
  } | null;
  /** When it happened. */
  at: string;
  /** Further facts, which depend on `type`. */
  details: ActivityDetails;
}

/** What else there is to say, by type. */
export interface ActivityDetails {
  /** Of `*.updated`: what changed. */
  changed?: ('name' | 'parent' | 'metadata' | 'tags' | 'modifiedAt')[] | undefined;
  /** Former name, if it changed. */
  previousName?: string | undefined;
  /** Former path, if the item was moved; for the owner of the tree only. */
  previousPath?: string | undefined;
  /** What the link is of. */
  linkKind?: 'share' | 'multi_share' | 'file_request' | 'proofing' | undefined;
  /** Name of the link. */
  linkName?: string | undefined;
  /** `PRIVATE`, `SHARED` or `PUBLIC`. */
  mode?: string | null | undefined;
  /** Email address of the recipient who downloaded. `null` for a visitor without a personal link. */
  recipient?: string | null | undefined;
  /** Country from which a visitor downloaded (ISO 3166-1), if the server has `DRIVE_COUNTRY_TABLE`. */
  country?: string | undefined;
  /** Name that the visitor gave who sent a file, wrote a comment or chose files. */
  visitor?: string | null | undefined;
  /** Who was given access. */
  principal?: {
    /** Whether it is a user or a group. */
    type: 'user' | 'group';
    /** ID of the user or the group. */
    id: string;
    /** Name of the user, if set, or of the group. */
    name: string | null;
  } | undefined;
  /** The role that was given, changed to or taken away. */
  role?: MemberRole | undefined;
}

export interface ActivityPage {
  /** The latest first. */
  activity: Activity[];
  /** Position of the page in the complete list. */
  pagination: {
    /** Pass it as `cursor` to get the next page, which can be shorter, or empty, before the end. `null` at the end. */
    nextCursor: string | null;
  };
}

/** The user who did something. */
export interface Actor {
  /** ID of the user. */
  id: string;
  /** Name of the user, if set; `deleted user` once the account is deleted. */
  name: string | null;
  /** Whether the account is deleted. */
  deleted: boolean;
}

/** A file of any user as administrators see it. Does not give access to the content: `previewUrl` is `null` and there is no share token. */
export interface AdminFile {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Type of the object. */
  type: 'file' | 'folder';
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive. */
  parentId: string | null;
  /** Size in bytes. For a folder, the total size of everything in it; `null` for folders in the trash listing. */
  size: number | null;
  /** `null` for folders. */
  mimeType: string | null;
  /** Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image. */
  previewUrl: string | null;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none. */
  modifiedAt: string | null;
  /** When the item was moved to the trash. `null` if it is not in the trash. */
  deletedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Likes of the item’s own share. */
  likesCount: number;
  /** Comments on the item’s own share. */
  commentsCount: number;
  /** SHA-256 of the content in lower-case hexadecimal. `null` for folders. */
  sha256: string | null;
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one. */
  scan: 'pending' | 'clean' | 'infected' | 'skipped' | null;
  /** Name of the virus in an `infected` file. `null` for all others. */
  virus: string | null;
  /** Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one. */
  changeTag: string;
  /** Own data of applications: texts by key. Empty for visitors of a link. */
  metadata: {
    [name: string]: string;
  };
  /** Tags in the order in which they were given. Empty for visitors of a link. */
  tags: string[];
  /** Whether the caller starred the item. */
  starred: boolean;
  /** What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link. */
  role: ItemRole | null;
  /** ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link. */
  ownerId: string | null;
  /** Name of that user. `null` if it is not set. */
  ownerName: string | null;
  /** ID of the team drive that the item is in. `null` in the tree of a user. */
  driveId: string | null;
  /** The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link. */
  createdBy: ItemActor | null;
  /** The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link. */
  modifiedBy: ItemActor | null;
  /** `true` in the answer to a move after which other users reach the item than before. */
  accessChanged?: boolean | undefined;
  /** `null` if the file was uploaded without an account, or is in a team drive (`driveId`). */
  owner: {
    /** ID of the object. */
    id: string;
    /** Email address. */
    email: string;
    /** Name. */
    name: string | null;
  } | null;
  /** Whether the file itself or a folder above it is in the trash. */
  inTrash: boolean;
  /** Time of the quarantine. `null`: not in quarantine. */
  quarantinedAt: string | null;
  /** Reason of the quarantine. `null`: none given, or not in quarantine. */
  quarantineReason: string | null;
}

export interface AdminFilePage {
  /** The files. */
  files: AdminFile[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A background job. Its payload is not returned. */
export interface AdminJob {
  /** ID of the object. */
  id: string;
  /** Kind of the job, for example `files.purge`. */
  name: string;
  /** `waiting`: not yet due. `due`: not started. `running`. `failed`: not retried after its last attempt. */
  state: 'waiting' | 'due' | 'running' | 'failed';
  /** Attempts started so far. Reset to 0 when a periodic job succeeds. */
  attempts: number;
  /** Time of creation. */
  createdAt: string;
  /** When the job is due. While it is running: when its claim expires and the job can be started again. */
  runAt: string;
  /** When the last attempt failed. */
  failedAt: string | null;
  /** Error of the last failed attempt. */
  lastError: string | null;
}

export interface AdminJobPage {
  /** The background jobs. */
  jobs: AdminJob[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A setting of the server, as `drive-server config --json` prints it. */
export interface AdminSetting {
  /** Name of the environment variable, for example `DRIVE_BASE_URL`. */
  name: string;
  /** Effect of the setting, in English. */
  meaning: string;
  /** Effective value as text. Secrets are `********`. `null`: not set, and there is no default. */
  value: string | null;
  /** Default as text. `null`: none, or `meaning` describes it. */
  default: string | null;
  /** Source of the value, the first of: a flag of the command line, the environment, `drive.config.json` (`file`), the value that an administrator saved, the default. */
  source: 'flag' | 'environment' | 'file' | 'saved' | 'default';
  /** Whether a value can be saved. `false` also if a flag, the environment or the file sets it. */
  editable: boolean;
  /** Whether a change takes effect only when the server starts again. */
  restart: boolean;
  /** Whether the value is never shown. */
  secret: boolean;
  /** The valid values, if there are few. `null`: any text that fits. */
  options: string[] | null;
  /** Group of a setting that can be saved; `operator`: it cannot. */
  group: 'instance' | 'registration' | 'signIn' | 'anonymous' | 'sharing' | 'quotas' | 'retention' | 'mail' | 'operator';
}

/** Statistics of the server. */
export interface AdminStats {
  /** Time of the count. Counts of large tables can be up to a minute older. */
  countedAt: string;
  /** The server program. */
  server: {
    /** Version of the server. */
    version: string;
    /** Start of the server program. */
    startedAt: string;
    /** Kind of the database. */
    database: 'sqlite' | 'postgres';
  };
  /** The accounts. */
  users: {
    /** All of them. */
    total: number;
    /** Accounts of administrators. */
    admins: number;
    /** Accounts that are disabled. */
    disabled: number;
    /** Totals per plan. */
    plans: {
      /** The plan `free`. */
      free: {
        /** The accounts. */
        users: number;
        /** The files. */
        files: number;
        /** Bytes that are stored. */
        storedBytes: number;
      };
      /** The plan `paid`. */
      paid: {
        /** The accounts. */
        users: number;
        /** The files. */
        files: number;
        /** Bytes that are stored. */
        storedBytes: number;
      };
    };
  };
  /** Active browser sessions. */
  sessions: number;
  /** API keys that are not revoked. */
  apiKeys: number;
  /** The files. */
  files: {
    /** All files, including files in the trash. */
    total: number;
    /** Files that were uploaded without an account. */
    anonymous: number;
    /** Files in quarantine. */
    quarantined: number;
  };
  /** Storage of the server. */
  storage: {
    /** Bytes of all files, including files in the trash, and of pastes. */
    storedBytes: number;
    /** Bytes of files in the trash. */
    trashBytes: number;
    /** Bytes reserved by open uploads. */
    reservedBytes: number;
    /** Part of `storedBytes` that was uploaded without an account. */
    anonymousBytes: number;
    /** Free space of the file storage. */
    freeBytes: number;
  };
  /** The reports, or their number. */
  reports: {
    /** Reports of visitors that no administrator has closed. */
    open: number;
  };
  /** The uploads. */
  uploads: {
    /** Uploads that are reserved or under way. */
    open: number;
  };
  /** The shares. */
  shares: {
    /** Shares that can be opened. */
    active: number;
    /** Active shares with mode PUBLIC. */
    public: number;
    /** Active shares with a password. */
    protected: number;
  };
  /** The background jobs. */
  jobs: {
    /** Jobs that wait for their time. */
    waiting: number;
    /** Jobs that should have started. */
    due: number;
    /** Jobs that run at the moment. */
    running: number;
    /** Jobs that failed and are not retried. */
    failed: number;
    /** Seconds since the oldest due job became due. */
    oldestDueSeconds: number;
  };
  /** Backups that the server writes by itself (`DRIVE_BACKUP_DIR`). `null`: it writes none. */
  backups: {
    /** Hours between two backups. */
    everyHours: number;
    /** Number of backups that are kept. */
    keep: number;
    /** Complete backups that exist. */
    kept: number;
    /** Time of the newest complete backup. `null`: there is none. */
    lastAt: string | null;
    /** Bytes of the newest complete backup. `null`: there is none. */
    lastBytes: number | null;
    /** Time from which the next backup is due. */
    nextAt: string;
    /** The backup that is being written. `null`: none. */
    running: {
      /** Start of the server program. */
      startedAt: string;
      /** Bytes of files that are in the backup so far. */
      copiedBytes: number;
      /** Bytes of all files. 0 while the database is copied. */
      totalBytes: number;
    } | null;
    /** Failure of the last attempt. `null`: it succeeded, or the server has started since. */
    failure: {
      /** Time of it. */
      at: string;
      /** The error and the next step. */
      message: string;
    } | null;
  } | null;
  /** Deliveries of webhooks. */
  deliveries: {
    /** Enabled webhooks. */
    webhooks: number;
    /** Deliveries waiting for an attempt. */
    pending: number;
    /** Seconds since the oldest due delivery became due. */
    oldestDueSeconds: number;
  };
}

export interface AdminTeamDrive {
  /** ID of the object. */
  id: string;
  /** Name of the drive. No other drive has it, whether in upper or lower case. */
  name: string;
  /** ID of its root folder: for `parentId` and similar fields, and for `/api/files/{id}/access`, which lists and changes the members. */
  rootId: string;
  /** Bytes of its files, their versions and open uploads. */
  usedBytes: number;
  /** Most bytes that it may hold. `null`: no limit. */
  quotaBytes: number | null;
  /** Number of users and groups that were given a role on it. */
  memberCount: number;
  /** The role from which on members make links of what is in the drive. */
  linkRole: 'manager' | 'editor';
  /** Time of creation. */
  createdAt: string;
  /** Number of its files and folders, with those in its trash. */
  itemCount: number;
  /** When it was deleted. `null` if it is not. */
  deletedAt: string | null;
}

export interface AdminTeamDrivePage {
  /** The team drives. */
  drives: AdminTeamDrive[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface AdminUser {
  /** ID of the object. */
  id: string;
  /** Email address. */
  email: string;
  /** Name. */
  name: string | null;
  /** Preferred language of emails and pages, a tag of BCP 47. `null`: none is chosen. */
  language: string | null;
  /** When notifications come by email. */
  notifications: {
    /** `now`: at once, which is the default. `daily`: in one email a day. `never`: no emails about what others do. */
    mail: MailFrequency;
  };
  /** Plan of the user, which sets limits. */
  plan: 'free' | 'paid';
  /** Whether the user is an administrator. */
  isAdmin: boolean;
  /** Time of creation. */
  createdAt: string;
  /** Bytes that count toward the quota: files, files in the trash, versions, pastes, WebDAV properties and open reservations. */
  usedBytes: number;
  /** Bytes of the files in the trash. */
  trashBytes: number;
  /** `null`: no quota. */
  quotaBytes: number | null;
  /** Maximum size of one file. */
  maxFileBytes: number;
  /** Files and folders, with those in the trash, and open reservations. */
  itemCount: number;
  /** Maximum of `itemCount`. `null`: no limit. */
  maxItems: number | null;
  /** Quota of this account in bytes, which replaces the quota of the plan. `null`: the quota of the plan applies. */
  quotaOverrideBytes: number | null;
  /** Time at which the account was disabled. `null`: it is not. */
  disabledAt: string | null;
  /** When the account is deleted, because its user has deleted it. Setting `disabled` keeps it, enabled or disabled. `null`: it is not to be deleted. */
  deletesAt: string | null;
  /** When somebody vouched that the email address is that of the user: who created or invited the account, an identity provider, or a link that was sent to the address. `null`: nobody has, because the account was registered openly, maybe by somebody else. */
  vouchedAt: string | null;
  /** Last sign-in with a password in a browser. */
  lastSignInAt: string | null;
  /** Last use of an existing session or API key. Updated at most once per minute. */
  lastActiveAt: string | null;
}

export interface AdminUserChange {
  /** Plan of the user, which sets limits. */
  plan?: 'free' | 'paid' | null | undefined;
  /** Quota of this account in bytes. 0 allows no files. `null`: the quota of the plan applies. */
  quotaBytes?: number | null | undefined;
  /** Whether the user is an administrator. */
  isAdmin?: boolean | null | undefined;
  /** Name. */
  name?: string | null | undefined;
  /** Whether the account is disabled. */
  disabled?: boolean | null | undefined;
}

export interface AdminUserPage {
  /** The accounts. */
  users: AdminUser[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface ApiKey {
  /** ID of the object. */
  id: string;
  /** The first characters of the key: `svc_` and 8 characters. */
  prefix: string;
  /** Name of the key, for its owner. */
  label: string | null;
  /** Permissions of the key. A key without limits has all scopes of its user. */
  scopes: KeyScope[];
  /** The folder that is the root for the key. `null`: the root of its user. */
  folderId: string | null;
  /** `null`: never. An expired key is refused like an unknown one. */
  expiresAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Updated at most once per minute. */
  lastUsedAt: string | null;
  /** Time of the revocation. `null`: it is valid. */
  revokedAt: string | null;
}

export interface ApiKeyPage {
  /** The keys of this page. */
  apiKeys: ApiKey[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface ArchiveOfShare {
  /** IDs of files. Default: all files of the share. Duplicates count once. */
  fileIds?: string[] | null | undefined;
}

export interface ArchiveUrl {
  /** Signed URL for one download. Needs no other credential. */
  downloadUrl: string;
  /** Number of files. */
  fileCount: number;
  /** Bytes of all files. */
  totalBytes: number;
  /** Time of expiry. */
  expiresAt: string;
}

export interface AuditEntry {
  /** ID of the object. */
  id: string;
  /** Time of it. */
  at: string;
  /** What was done. */
  action: 
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_out'
  | 'session.ended'
  | 'password.changed'
  | 'password.reset'
  | 'password.set'
  | 'totp.enabled'
  | 'totp.disabled'
  | 'totp.reset'
  | 'totp.recovery_used'
  | 'passkey.added'
  | 'passkey.removed'
  | 'identity.linked'
  | 'identity.unlinked'
  | 'account.suspended'
  | 'account.admitted'
  | 'account.registered'
  | 'account.vouched'
  | 'account.deletion_requested'
  | 'account.kept'
  | 'invite.created'
  | 'invite.revoked'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'device.approved'
  | 'device.refused'
  | 'share.created'
  | 'share.changed'
  | 'share.revoked'
  | 'share.recipients_added'
  | 'share.recipient_removed'
  | 'collection.created'
  | 'collection.changed'
  | 'collection.deleted'
  | 'upload_grant.created'
  | 'upload_grant.revoked'
  | 'proofing.created'
  | 'proofing.changed'
  | 'proofing.deleted'
  | 'paste.created'
  | 'paste.deleted'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_rotated'
  | 'webhook.deleted'
  | 'user.created'
  | 'user.changed'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.deleted'
  | 'access.given'
  | 'access.invited'
  | 'access.invitation_revoked'
  | 'access.changed'
  | 'access.revoked'
  | 'drive.created'
  | 'drive.changed'
  | 'drive.deleted'
  | 'drive.restored'
  | 'drive.purged'
  | 'group.created'
  | 'group.changed'
  | 'group.deleted'
  | 'group.member_added'
  | 'group.member_removed'
  | 'file.deleted'
  | 'file.quarantined'
  | 'file.released'
  | 'job.retried'
  | 'comment.deleted'
  | 'report.closed'
  | 'settings.changed';
  /** The user or program that performed the action. */
  actor: {
    /** `user`: a user. `console`: a `drive-server` command. `server`: the server itself. `nobody`: a caller without an account. */
    kind: 'user' | 'console' | 'server' | 'nobody';
    /** ID of the user. */
    id: string | null;
    /** Current email address. `null` if the account is deleted. */
    email: string | null;
    /** Credential of the user, if known. */
    via: 'session' | 'key' | null;
  };
  /** The affected account. `null` if there is none. */
  user: {
    /** ID of the object. */
    id: string;
    /** Current email address. `null` if the account is deleted. */
    email: string | null;
  } | null;
  /** The object of the action. The ID of a share is the first 16 hexadecimal digits of the SHA-256 of its token, because the token itself gives access. */
  target: {
    /** Kind of the object. */
    kind: 'user' | 'session' | 'api_key' | 'passkey' | 'identity' | 'invite' | 'share' | 'file' | 'collection' | 'upload_grant' | 'proofing' | 'paste' | 'webhook' | 'job' | 'comment' | 'report' | 'group' | 'drive';
    /** ID of the object. */
    id: string;
  } | null;
  /** Further details, depending on the action. Never contains secrets, names or addresses. */
  details: {
    [name: string]: string | number | boolean | null;
  };
}

export interface AuditPage {
  /** Entries of the audit log. */
  audit: AuditEntry[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface BatchFailure {
  /** ID of the object. */
  id: string;
  /** Message for users: what is wrong and what to do next. */
  message: string;
  /** Error code that a request for this item alone would get. */
  code: string;
  /** HTTP status of that error. */
  status: number;
}

/** A proof-of-work challenge. Send the solution as `captchaToken`: the base64 of the JSON `{challenge, solution: {counter, derivedKey}}`. */
export interface CaptchaChallenge {
  /** Parameters of the challenge. */
  parameters: {
    /** `PBKDF2/SHA-256`, or `SHA-256` iterated `cost` times. */
    algorithm: string;
    /** Hexadecimal. */
    nonce: string;
    /** Hexadecimal. */
    salt: string;
    /** Cost of each attempt to solve the challenge. */
    cost: number;
    /** Length of the derived key in bytes. */
    keyLength: number;
    /** Hexadecimal. */
    keyPrefix: string;
    /** Signature of the derived key. */
    keySignature: string;
    /** Unix time in seconds. */
    expiresAt: number;
  };
  /** Signature of the challenge. */
  signature: string;
}

/** A change of a file or a folder. */
export interface Change {
  /** `updated`: renamed, moved, or its metadata or tags changed. `replaced`: the file got a new content. `deleted`: deleted permanently. For a key of one folder, an item that was moved into the folder is `created`, one that was moved out of it `deleted`. */
  type: 'created' | 'updated' | 'replaced' | 'trashed' | 'restored' | 'deleted';
  /** ID of the file or folder. */
  itemId: string;
  /** What it is. */
  itemType: 'file' | 'folder';
  /** When it changed. */
  at: string;
  /** The item as it is now, also while it is in the trash. `null` if it is permanently deleted, or outside the folder of the key. `deletedAt` tells whether the item was moved to the trash itself: what is in a folder goes there with the folder, without a change of its own. */
  item: Item | null;
}

export interface ChangeCursor {
  /** The end of the feed: pass it as `cursor` to read later changes. */
  cursor: string;
}

export interface ChangePage {
  /** In the order in which they were committed. */
  changes: Change[];
  /** Pass it as `cursor` to read on after these changes. */
  cursor: string;
  /** Whether there are more changes to read at once. */
  hasMore: boolean;
}

/** A file that was uploaded through a file request, and its sender as stated. */
export interface CollectedFile {
  /** ID of the file. */
  fileId: string;
  /** Name of the file when it was uploaded. */
  fileName: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** Given by the sender; not verified. */
  uploaderName: string | null;
  /** Given by the sender; not verified. */
  uploaderEmail: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
}

export interface CollectedFilePage {
  /** The uploads. */
  uploads: CollectedFile[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A file request: a link through which others upload files to its owner. */
export interface Collection {
  /** ID of the object. */
  id: string;
  /** Never changes. */
  token: string;
  /** URL of the upload page. */
  url: string;
  /** Name. */
  name: string;
  /** Text for the recipients or visitors. */
  message: string | null;
  /** `null` if the folder is deleted; the link is closed until another folder is set. */
  folderId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Maximum number of files. `null`: no limit. */
  maxFiles: number | null;
  /** Maximum bytes of a file. `null`: that of the owner’s plan. */
  maxFileBytes: number | null;
  /** Media types that are accepted, such as `image/*`. `null`: all. */
  allowedTypes: string[] | null;
  /** Whether senders must give their names. */
  requireName: boolean;
  /** Number of uploaded files. */
  fileCount: number;
  /** Number of reserved files that are not yet uploaded. They count toward `maxFiles`. */
  pendingCount: number;
  /** Time of creation. */
  createdAt: string;
}

export interface CollectionChange {
  /** Name. */
  name?: string | null | undefined;
  /** `null` removes it. */
  message?: string | null | undefined;
  /** Days from now until the link expires. 0 or `null`: never. */
  expiresInDays?: number | null | undefined;
  /** `null` removes it. */
  password?: string | null | undefined;
  /** Folder that receives the files from now on. */
  folderId?: string | null | undefined;
  /** `null` removes the limit. */
  maxFiles?: number | null | undefined;
  /** `null` removes the limit. */
  maxFileBytes?: number | null | undefined;
  /** `null` allows all types. */
  allowedTypes?: string[] | null | undefined;
  /** Whether senders must give their names. */
  requireName?: boolean | null | undefined;
}

export interface CollectionPage {
  /** The file requests. */
  collections: Collection[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A comment on a share. */
export interface Comment {
  /** ID of the object. */
  id: string;
  /** Text of the comment. */
  body: string;
  /** Name that the author gave. */
  authorName: string | null;
  /** Whether the owner of the share wrote the comment. */
  byOwner: boolean;
  /** Whether the caller wrote the comment. */
  byMe: boolean;
  /** Time of creation. */
  createdAt: string;
}

export interface CommentPage {
  /** The comments. */
  comments: Comment[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface CopyResult {
  /** The copies, without what is in the copied folders. */
  copied: Item[];
  /** IDs that were not copied, IDs whose copy was trashed while it was made (`item_trashed`), and files in quarantine that were left out of copied folders (100 at most). */
  failed: BatchFailure[];
}

export interface CreatedApiKey {
  /** ID of the object. */
  id: string;
  /** The first characters of the key: `svc_` and 8 characters. */
  prefix: string;
  /** Name of the key, for its owner. */
  label: string | null;
  /** Permissions of the key. A key without limits has all scopes of its user. */
  scopes: KeyScope[];
  /** The folder that is the root for the key. `null`: the root of its user. */
  folderId: string | null;
  /** `null`: never. An expired key is refused like an unknown one. */
  expiresAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Updated at most once per minute. */
  lastUsedAt: string | null;
  /** Time of the revocation. `null`: it is valid. */
  revokedAt: string | null;
  /** The complete key. Returned only once. */
  rawKey: string;
}

export interface CreatedComment {
  /** ID of the object. */
  id: string;
  /** Text of the comment. */
  body: string;
  /** Name that the author gave. */
  authorName: string | null;
  /** Whether the owner of the share wrote the comment. */
  byOwner: boolean;
  /** Whether the caller wrote the comment. */
  byMe: boolean;
  /** Time of creation. */
  createdAt: string;
  /** Identifies the visitor at this share in later requests: send it in the header `X-Share-Visitor`. Also set as a cookie. `null` if the caller was already identified. */
  visitorToken: string | null;
}

export interface CreatedUploadGrant {
  /** ID of the object. */
  id: string;
  /** The first 12 characters of the token. */
  prefix: string;
  /** Folder that receives the files. `null`: the root. */
  folderId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Uploads that have begun by then may finish. */
  expiresAt: string;
  /** Maximum number of files. */
  maxFiles: number;
  /** Files that arrived, and uploads that are open. */
  usedFiles: number;
  /** Maximum bytes of a file. `null`: that of the owner’s plan. */
  maxFileBytes: number | null;
  /** Maximum bytes of all files together. `null`: no limit. */
  maxTotalBytes: number | null;
  /** Bytes of the files that arrived, and of uploads that are open. */
  usedBytes: number;
  /** Media types that are accepted, such as `image/*`. `null`: all. */
  allowedTypes: string[] | null;
  /** Origins of the pages that may use the grant. `null`: all. */
  allowedOrigins: string[] | null;
  /** Policy if the folder contains an item of the name of an upload. */
  onConflict: 'rename' | 'replace' | 'fail';
  /** Metadata of each file. */
  metadata: {
    [name: string]: string;
  };
  /** Tags of the item. */
  tags: string[];
  /** Text of the application. `null`: none. */
  data: string | null;
  /** Whether each file is shared. */
  share: boolean;
  /** When it was revoked. `null`: it was not. A grant also ends with the API key that created it. */
  revokedAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** `upg_` and 40 characters. Returned only in this response. */
  token: string;
}

export interface DeletedVersions {
  /** Number of versions that were deleted. */
  versions: number;
  /** Sum of their sizes, which no longer counts in the quota. */
  bytes: number;
}

export interface DeliveryAttempt {
  /** Time of it. */
  at: string;
  /** HTTP status of the response. `null` if there was no response. */
  statusCode: number | null;
  /** Reason of the failure. `null` if the attempt succeeded. */
  error: string | null;
  /** 0 if no connection came about, unless the owner of the webhook is an administrator. */
  durationMs: number;
}

export interface DeviceApproval {
  /** Code that the user enters. */
  userCode: string;
  /** `false` denies the device. Default: `true`. */
  approve?: boolean | null | undefined;
}

export interface DevicePoll {
  /** Secret with which the device polls. */
  deviceCode: string;
}

export interface DeviceStart {
  /** Secret with which the device polls. */
  deviceCode: string;
  /** The code that the user enters, in the form `ABCD-EFGH`. */
  userCode: string;
  /** URL of the page on which the user enters the code. */
  verificationUri: string;
  /** URL of that page with the code filled in. */
  verificationUriComplete: string;
  /** Lifetime of the codes in seconds. */
  expiresIn: number;
  /** Minimum number of seconds between two polls. */
  interval: number;
}

export interface DirectoryResults {
  /** Users and groups, by name. */
  results: Principal[];
}

export interface DownloadUrl {
  /** Signed URL. Needs no other credential. */
  downloadUrl: string;
}

export interface DownloadUrlBatch {
  /** IDs of the items. */
  ids: string[];
  /** Let the browser display the files instead of saving them. */
  inline?: boolean | null | undefined;
  /** Transforms the files, which are images. */
  transform?: Transform | null | undefined;
}

export interface DownloadUrls {
  /** The signed URLs. */
  urls: {
    /** ID of the object. */
    id: string;
    /** Signed URL. Needs no other credential. */
    downloadUrl: string;
    /** Time of expiry. */
    expiresAt: string;
  }[];
  /** The items that were refused, with the reason. */
  failed: BatchFailure[];
}

/** The body of every error response (status 400 and above). */
export interface ErrorEnvelope {
  /** Time of the response. */
  timestamp: string;
  /** HTTP status. */
  status: number;
  /** Reason phrase of the status. */
  error: string;
  /** Stable error code. Clients branch on it. Newer servers may send further codes. */
  code: ErrorCode | string;
  /** Message for users: what is wrong and what to do next. */
  message: string;
  /** Only with `validation_failed`: one entry per invalid field. */
  errors?: {
    /** Path of the field, such as `files.0.fileName`. */
    field: string;
    /** The problem. */
    message: string;
    /** Machine-readable name of the problem, such as `too_small`. */
    code: string;
  }[] | undefined;
  /** Only with `archive_size_exceeded`: bytes of the requested archive. */
  actual_bytes?: number | undefined;
  /** Only with `share_password_incorrect`: how many attempts this network has left, unless they are not limited. */
  attempts_left?: number | undefined;
  /** Only with `totp_required`: the second factors of the account. */
  methods?: ('totp' | 'passkey' | 'recovery_code')[] | undefined;
  /** Only with `archive_size_exceeded`: maximum bytes of an archive. */
  cap_bytes?: number | undefined;
}

/** A stable, machine-readable name of an error. */
export type ErrorCode = 
  | 'validation_failed'
  | 'bad_request'
  | 'captcha_failed'
  | 'password_too_long'
  | 'digest_mismatch'
  | 'file_type_not_allowed'
  | 'too_many_selected'
  | 'transform_unsupported'
  | 'upload_size_mismatch'
  | 'webhook_url_blocked'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'authentication_required'
  | 'grant_invalid'
  | 'invalid_credentials'
  | 'share_locked'
  | 'totp_required'
  | 'access_denied'
  | 'file_quarantined'
  | 'origin_not_allowed'
  | 'reauthentication_required'
  | 'share_password_incorrect'
  | 'two_factor_required'
  | 'not_found'
  | 'access_not_found'
  | 'api_key_not_found'
  | 'delivery_not_found'
  | 'drive_not_found'
  | 'collection_not_found'
  | 'comment_not_found'
  | 'report_not_found'
  | 'file_not_found'
  | 'folder_not_found'
  | 'grant_not_found'
  | 'group_not_found'
  | 'identity_not_found'
  | 'invite_not_found'
  | 'passkey_not_found'
  | 'paste_not_found'
  | 'job_not_found'
  | 'operation_not_found'
  | 'proofing_not_found'
  | 'recipient_not_found'
  | 'session_not_found'
  | 'share_not_found'
  | 'upload_session_not_found'
  | 'user_not_found'
  | 'version_not_found'
  | 'webhook_not_found'
  | 'method_not_allowed'
  | 'anonymous_file'
  | 'api_key_limit_reached'
  | 'collection_full'
  | 'email_taken'
  | 'folder_cycle'
  | 'folder_not_empty'
  | 'grant_exhausted'
  | 'grant_limit_reached'
  | 'link_limit_reached'
  | 'idempotency_conflict'
  | 'item_quota_exceeded'
  | 'item_trashed'
  | 'last_admin'
  | 'last_manager'
  | 'last_sign_in_method'
  | 'move_too_large'
  | 'name_conflict'
  | 'no_active_share'
  | 'passkey_limit_reached'
  | 'not_in_trash'
  | 'storage_quota_exceeded'
  | 'totp_already_enabled'
  | 'totp_not_enrolled'
  | 'upload_already_complete'
  | 'upload_in_progress'
  | 'upload_offset_mismatch'
  | 'vanity_slug_taken'
  | 'webhook_disabled'
  | 'webhook_limit_reached'
  | 'archive_consumed'
  | 'collection_expired'
  | 'cursor_expired'
  | 'file_purged'
  | 'grant_expired'
  | 'paste_burned'
  | 'paste_expired'
  | 'proofing_expired'
  | 'share_expired'
  | 'share_limit_reached'
  | 'upload_session_expired'
  | 'length_required'
  | 'precondition_failed'
  | 'unsupported_tus_version'
  | 'archive_size_exceeded'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'too_many_requests'
  | 'checksum_mismatch'
  | 'internal_error'
  | 'storage_failure'
  | 'unavailable';

export interface EventOrigin {
  /** What caused the event: a session, an API key, an API key of a WebDAV client, an upload grant, a visitor of a file request, a visitor without an account, or the server itself. */
  kind: 'session' | 'api_key' | 'webdav' | 'grant' | 'request' | 'anonymous' | 'system';
  /** ID of the session, key or grant, or token of the file request; `null` for the others. */
  id: string | null;
}

/** A content that a file had before its current one. */
export interface FileVersion {
  /** Number of the content, unique within the file. A newer content has a higher number. */
  version: number;
  /** Size in bytes. */
  size: number;
  /** Media type. */
  mimeType: string;
  /** SHA-256 of the content in lower-case hexadecimal. */
  sha256: string | null;
  /** The modification time that the client gave with this content. */
  modifiedAt: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** When another content replaced this one. */
  replacedAt: string;
}

export interface FileVersionPage {
  /** The previous contents. */
  versions: FileVersion[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface FolderShareModeChange {
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
  /** Let visitors add files to the shared folder; they never replace, rename or delete. Only for folders. Default: `false`. */
  allowUpload?: boolean | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the owner’s plan. `null` removes the limit. */
  uploadMaxFileBytes?: number | null | undefined;
  /** Maximum number of files from all visitors together. `null` removes the limit. */
  uploadMaxFiles?: number | null | undefined;
  /** A file is accepted if its name or its media type matches one of these. `null` allows all types. */
  uploadAllowedTypes?: string[] | null | undefined;
}

export interface FoundShare {
  /** Token of the share. */
  shareToken: string;
  /** URL of the share. */
  shareUrl: string;
  /** Name. */
  name: string;
  /** Kind of the object. */
  kind: 'file' | 'folder' | 'multi';
  /** Size in bytes. */
  size: number;
  /** Media type. */
  mimeType: string | null;
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** Signed URL of the thumbnail. `null` if there is none. */
  previewUrl: string | null;
  /** Name of the owner. `null`: not given. */
  ownerName: string | null;
}

export interface FoundShares {
  /** The entries of the page. */
  items: FoundShare[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface GivenAccessList {
  /** The roles that were given, in the order of the request. */
  access: AccessGrant[];
  /** The invitations that were sent, in the order of the request: to addresses without an account. */
  invitations: SentAccessInvitation[];
}

export interface Group {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** ID of the group at an identity provider. `null`: it has none. */
  externalId: string | null;
  /** Number of members, with disabled accounts. */
  memberCount: number;
  /** Time of creation. */
  createdAt: string;
}

export interface GroupMember {
  /** ID of the user. */
  id: string;
  /** Email address. */
  email: string;
  /** Name. */
  name: string | null;
  /** What added the member: an administrator, single sign-on (`oidc`) or provisioning (`scim`). */
  source: 'admin' | 'oidc' | 'scim';
  /** Time at which the user was added. */
  addedAt: string;
}

export interface GroupMemberPage {
  /** The members. */
  members: GroupMember[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface GroupPage {
  /** The groups. */
  groups: Group[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface Health {
  /** Current state. */
  status: 'ok';
}

export interface IdentityLink {
  /** Path of this server to which the browser comes back. Default: `/app/account/security`. */
  returnTo?: string | null | undefined;
}

export interface IdentityLinkStart {
  /** URL of the issuer, to which the browser of this session goes. */
  url: string;
}

export interface Invite {
  /** ID of the object. */
  id: string;
  /** Only this email address can use the invitation. `null`: any address. */
  email: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Time of expiry. */
  expiresAt: string;
  /** Token. */
  token: string;
  /** URL of the registration page with the token. */
  url: string;
  /** Whether the invitation is emailed (`smtp`) or only written to `outbox/` of the server, not sent (`outbox`). `null`: it has no email address. */
  mailDelivery: MailDelivery | null;
}

export interface InvitePage {
  /** The invitations. */
  invites: OpenInvite[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A file. */
export interface FileItem {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Type of the object. */
  type: 'file';
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive. */
  parentId: string | null;
  /** Size in bytes. For a folder, the total size of everything in it; `null` for folders in the trash listing. */
  size: number;
  /** `null` for folders. */
  mimeType: string;
  /** Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image. */
  previewUrl: string | null;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Token of the share. `null`: not shared. */
  shareToken: string | null;
  /** URL of a file for pages of other sites: it stays the same until the content changes, needs no credential and counts no download. `null` unless the file’s own share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none. */
  modifiedAt: string | null;
  /** When the item was moved to the trash. `null` if it is not in the trash. */
  deletedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Likes of the item’s own share. */
  likesCount: number;
  /** Comments on the item’s own share. */
  commentsCount: number;
  /** SHA-256 of the content in lower-case hexadecimal. `null` for folders. */
  sha256: string;
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one. */
  scan: 'pending' | 'clean' | 'infected' | 'skipped' | null;
  /** Name of the virus in an `infected` file. `null` for all others. */
  virus: string | null;
  /** Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one. */
  changeTag: string;
  /** Own data of applications: texts by key. Empty for visitors of a link. */
  metadata: {
    [name: string]: string;
  };
  /** Tags in the order in which they were given. Empty for visitors of a link. */
  tags: string[];
  /** Whether the caller starred the item. */
  starred: boolean;
  /** What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link. */
  role: ItemRole | null;
  /** ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link. */
  ownerId: string | null;
  /** Name of that user. `null` if it is not set. */
  ownerName: string | null;
  /** ID of the team drive that the item is in. `null` in the tree of a user. */
  driveId: string | null;
  /** The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link. */
  createdBy: ItemActor | null;
  /** The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link. */
  modifiedBy: ItemActor | null;
  /** `true` in the answer to a move after which other users reach the item than before. */
  accessChanged?: boolean | undefined;
}

/** A folder. */
export interface FolderItem {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Type of the object. */
  type: 'folder';
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive. */
  parentId: string | null;
  /** Size in bytes. For a folder, the total size of everything in it; `null` for folders in the trash listing. */
  size: number | null;
  /** `null` for folders. */
  mimeType: null;
  /** Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image. */
  previewUrl: string | null;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Token of the share. `null`: not shared. */
  shareToken: string | null;
  /** URL of a file for pages of other sites: it stays the same until the content changes, needs no credential and counts no download. `null` unless the file’s own share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none. */
  modifiedAt: string | null;
  /** When the item was moved to the trash. `null` if it is not in the trash. */
  deletedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Likes of the item’s own share. */
  likesCount: number;
  /** Comments on the item’s own share. */
  commentsCount: number;
  /** SHA-256 of the content in lower-case hexadecimal. `null` for folders. */
  sha256: null;
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one. */
  scan: 'pending' | 'clean' | 'infected' | 'skipped' | null;
  /** Name of the virus in an `infected` file. `null` for all others. */
  virus: string | null;
  /** Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one. */
  changeTag: string;
  /** Own data of applications: texts by key. Empty for visitors of a link. */
  metadata: {
    [name: string]: string;
  };
  /** Tags in the order in which they were given. Empty for visitors of a link. */
  tags: string[];
  /** Whether the caller starred the item. */
  starred: boolean;
  /** What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link. */
  role: ItemRole | null;
  /** ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link. */
  ownerId: string | null;
  /** Name of that user. `null` if it is not set. */
  ownerName: string | null;
  /** ID of the team drive that the item is in. `null` in the tree of a user. */
  driveId: string | null;
  /** The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link. */
  createdBy: ItemActor | null;
  /** The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link. */
  modifiedBy: ItemActor | null;
  /** `true` in the answer to a move after which other users reach the item than before. */
  accessChanged?: boolean | undefined;
}

/** A file or a folder, told apart by `type`. */
export type Item = FileItem | FolderItem;

/** A user who added or changed an item. */
export interface ItemActor {
  /** ID of the user. */
  id: string;
  /** Name of the user. `null` if it is not set, or the account is deleted. */
  name: string | null;
}

export interface ItemBatch {
  /** IDs of the items. */
  ids: string[];
}

export interface ItemBatchResult {
  /** The items that were changed. */
  updated: Item[];
  /** The items that were refused, with the reason. */
  failed: BatchFailure[];
}

export interface ItemChange {
  /** Name. */
  name?: string | null | undefined;
  /** The folder to move into. */
  parentId?: string | null | undefined;
  /** Move into the root instead of a folder. */
  moveToRoot?: boolean | null | undefined;
  /** With `moveToRoot`: the root of this team drive instead of that of the caller. */
  driveId?: string | null | undefined;
  /** When the file was last modified where it comes from. Not for folders. */
  modifiedAt?: string | null | undefined;
  /** Merged into the metadata of the item: `null` as a value removes the key, `null` for all of it every key. */
  metadata?: {
    [name: string]: string | null;
  } | null | undefined;
  /** Replaces the tags of the item. */
  tags?: string[] | null | undefined;
}

export interface ItemCopy {
  /** IDs of the items. */
  ids: string[];
  /** The folder to copy into. */
  parentId?: string | null | undefined;
  /** Copy into the root instead of a folder. */
  copyToRoot?: boolean | null | undefined;
  /** With `copyToRoot`: the root of this team drive instead of that of the caller. */
  driveId?: string | null | undefined;
}

export interface ItemLinks {
  /** Oldest first. */
  links: ListedShare[];
}

export interface ItemMove {
  /** IDs of the items. */
  ids: string[];
  /** The folder to move into. */
  parentId?: string | null | undefined;
  /** Move into the root instead of a folder. */
  moveToRoot?: boolean | null | undefined;
  /** With `moveToRoot`: the root of this team drive instead of that of the caller. */
  driveId?: string | null | undefined;
}

export interface ItemPage {
  /** The files. */
  files: Item[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** What the caller may do with an item: everything as its owner, or what the role of a member allows. */
export type ItemRole = 'owner' | 'viewer' | 'contributor' | 'editor' | 'manager';

export type KeyScope = 'files:read' | 'files:write' | 'shares' | 'webhooks' | 'account' | 'admin';

/** The likes of a share. */
export interface Liked {
  /** Number of likes. */
  likeCount: number;
  /** Whether this visitor likes it. */
  likedByMe: boolean;
  /** Identifies the visitor at this share in later requests: send it in the header `X-Share-Visitor`. Also set as a cookie. `null` if the caller was already identified. */
  visitorToken: string | null;
}

export interface ListedShare {
  /** Does not change when the mode, expiry, notifications, password or slug change. */
  shareToken: string;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Whether the public search finds the share and search engines may index it: PUBLIC, open and without a password. */
  listed: boolean;
  /** URL of the share. */
  shareUrl: string;
  /** Short URL of the share. */
  shortUrl: string;
  /** URL of the shared file for pages of other sites. `null` if several files or a folder are shared, for a further link of a file, and unless the share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether the owner gets an email at each download. */
  notifyOwnerOnDownload: boolean;
  /** Whether the owner gets an email at each visit. */
  notifyOnView: boolean;
  /** Whether emails to the owner name the recipient. */
  notifyPerRecipient: boolean;
  /** Maximum number of downloads. `null`: no limit. */
  maxDownloads: number | null;
  /** Whether visitors can comment. */
  commentsEnabled: boolean;
  /** Whether visitors can like it. */
  likesEnabled: boolean;
  /** The name by which its owner recognizes the link. `null`: none. */
  label: string | null;
  /** The file whose thumbnail stands for the shared folder or files, on their page and in previews of the link. `null`: the first image. */
  coverItemId: string | null;
  /** Whether visitors may add files to the shared folder. */
  allowUpload: boolean;
  /** Maximum size of one file in bytes. `null`: that of the plan. */
  uploadMaxFileBytes: number | null;
  /** Maximum number of files from all visitors. `null`: no limit. */
  uploadMaxFiles: number | null;
  /** Media types and endings of names that are accepted. `null`: all. */
  uploadAllowedTypes: string[] | null;
  /** Kind of the object. */
  kind: 'file' | 'folder' | 'multi';
  /** `null` for a multi-share. */
  itemId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Name. */
  name: string;
  /** The slug of `shortUrl`. `null` if none is set. */
  slug: string | null;
  /** Number of files. */
  fileCount: number;
  /** Number of visits. */
  viewCount: number;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Number of likes. */
  likeCount: number;
  /** Number of comments. */
  commentCount: number;
  /** Number of files that visitors have added. */
  uploadCount: number;
  /** Time of creation. */
  createdAt: string;
  /** The user who made the link. `null` if it was made by an earlier version, or the account is deleted. */
  createdBy: {
    /** ID of the object. */
    id: string;
    /** Name. */
    name: string | null;
  } | null;
}

export interface Login {
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
  /** A code of the authenticator app, or a recovery code. Required if the account uses two-factor authentication, unless `passkey` is sent. */
  totp?: string | null | undefined;
  /** Answer of a passkey to `POST /api/auth/passkeys/authenticate/options`, instead of a code. */
  passkey?: PasskeyAssertion | null | undefined;
}

/** How the server delivers emails. `smtp`: it hands them to a mail server. `outbox`: it writes them to files in `outbox/` of its data directory and sends none, because `DRIVE_SMTP_URL` is not set. */
export type MailDelivery = 'smtp' | 'outbox';

export type MailFrequency = 'now' | 'daily' | 'never';

export interface ManagedDrive {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Number of users and groups with a role on it, with the caller. */
  memberCount: number;
  /** Users who can become its manager, by name. At most 100. Members of a group are listed to administrators, and to everybody if `DRIVE_DIRECTORY` is on. */
  members: ({
    /** ID of the object. */
    id: string;
    /** Name. */
    name: string | null;
    /** Email address. */
    email: string;
    /** Role of the member in the drive. */
    role: MemberRole;
  })[];
}

/** What a member may do. `viewer`: see, download, search and copy. `contributor`: also add, and within a day rename, trash and restore what they added. `editor`: also change everything. `manager`: also make links, delete permanently and give roles. */
export type MemberRole = 'viewer' | 'contributor' | 'editor' | 'manager';

export interface MoveResult {
  /** The items that were moved. */
  moved: Item[];
  /** The items that were refused, with the reason. */
  failed: BatchFailure[];
}

export interface MultiShare {
  /** Token of the share. */
  shareToken: string;
  /** URL of the share. */
  shareUrl: string;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Whether it is listed publicly. */
  listed: boolean;
  /** Number of files. */
  fileCount: number;
}

export interface NewAccess {
  /** Who gets which role. A role that somebody has on the item already is replaced. */
  grants: ({
    /** ID of a user. */
    userId?: string | null | undefined;
    /** ID of a group. */
    groupId?: string | null | undefined;
    /** Email address of a user, or of somebody to invite. */
    email?: string | null | undefined;
    /** The role to give. */
    role: MemberRole;
  })[];
  /** Whether users who are named get an email. Default: `true`. Invitations are always sent. */
  notify?: boolean | null | undefined;
  /** Text for the email. */
  message?: string | null | undefined;
}

export interface NewAdminUser {
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
  /** Name. */
  name?: string | null | undefined;
  /** Plan of the user, which sets limits. */
  plan?: 'free' | 'paid' | null | undefined;
  /** Quota of this account in bytes. 0 allows no files. `null`: the quota of the plan applies. */
  quotaBytes?: number | null | undefined;
  /** Whether the user is an administrator. */
  isAdmin?: boolean | null | undefined;
}

export interface NewAnonymousBatch {
  /** At most `anonymousMaxFilesPerBatch` files (see `getPublicConfig`). */
  files: ({
    /** Name of the file. */
    fileName: string;
    /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
    contentType: string;
    /** Size in bytes. */
    sizeBytes: number;
    /** When the file was last modified where it comes from. */
    modifiedAt?: string | null | undefined;
  })[];
  /** Required if a captcha is enabled. */
  captchaToken?: string | null | undefined;
  /** Share with mode PUBLIC instead of SHARED. Default: `false`. */
  publicListing?: boolean | null | undefined;
}

export interface NewAnonymousUpload {
  /** Name of the file. */
  fileName: string;
  /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
  contentType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** When the file was last modified where it comes from. */
  modifiedAt?: string | null | undefined;
  /** Required if a captcha is enabled. */
  captchaToken?: string | null | undefined;
  /** Share with mode PUBLIC instead of SHARED. Default: `false`. */
  publicListing?: boolean | null | undefined;
}

export interface NewApiKey {
  /** Name of the key, for its owner. */
  label?: string | null | undefined;
  /** Permissions of the key. Default: everything that the caller may do. `admin` is for administrators only. */
  scopes?: KeyScope[] | null | undefined;
  /** A folder that becomes the root for the key: it reaches nothing else. Such a key has at most the scopes `files:read`, `files:write` and `shares`, which are the default. */
  folderId?: string | null | undefined;
  /** Days until the key expires. Default: never, or with the key that makes the request. */
  expiresInDays?: number | null | undefined;
}

export interface NewArchive {
  /** IDs of files, not folders. Required without `folderIds`. Duplicates count once. */
  fileIds?: string[] | null | undefined;
  /** IDs of folders, each of which becomes a tree with everything below it, however many files. Duplicates count once. */
  folderIds?: string[] | null | undefined;
}

export interface NewCollectedUpload {
  /** Name of the file. */
  fileName: string;
  /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
  contentType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** When the file was last modified where it comes from. */
  modifiedAt?: string | null | undefined;
  /** Name of the sender. */
  uploaderName?: string | null | undefined;
  /** Email address of the sender. */
  uploaderEmail?: string | null | undefined;
}

export interface NewCollection {
  /** Name. */
  name: string;
  /** Text for the recipients or visitors. */
  message?: string | null | undefined;
  /** Days until the link expires. 0, `null` or omitted: never. */
  expiresInDays?: number | null | undefined;
  /** Password. */
  password?: string | null | undefined;
  /** Folder that receives the files. If `null` or omitted, a folder with the name of the file request is created. */
  folderId?: string | null | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | null | undefined;
  /** Maximum number of files from all visitors together. Default: no limit. */
  maxFiles?: number | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the owner’s plan. */
  maxFileBytes?: number | null | undefined;
  /** A file is accepted if its name or its media type matches one of these. Default: all types. */
  allowedTypes?: string[] | null | undefined;
  /** Require the sender’s name. Default: `false`. */
  requireName?: boolean | null | undefined;
}

export interface NewComment {
  /** Plain text. Markup is not interpreted. */
  body: string;
  /** Name of a visitor, or of a user without a name. Not verified. */
  authorName?: string | null | undefined;
}

export interface NewFolder {
  /** Name. */
  name: string;
  /** ID of the folder that contains it. `null`: the root. */
  parentId?: string | null | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | null | undefined;
}

export interface NewFolderShare {
  /** Default for a new share: `SHARED`. */
  shareMode?: 'SHARED' | 'PUBLIC' | null | undefined;
  /** Days until the share expires. 0: never. Omitted or `null`: not changed. */
  expiresInDays?: number | null | undefined;
  /** Omitted or `null`: a new share has no password, an existing share keeps its password. */
  password?: string | null | undefined;
  /** Email the owner when a recipient downloads. */
  notifyOnDownload?: boolean | null | undefined;
  /** Email the owner when a recipient opens the share for the first time. */
  notifyOnView?: boolean | null | undefined;
  /** `true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`. */
  notifyPerRecipient?: boolean | null | undefined;
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
  /** Let visitors add files to the shared folder; they never replace, rename or delete. Only for folders. Default: `false`. */
  allowUpload?: boolean | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the owner’s plan. `null` removes the limit. */
  uploadMaxFileBytes?: number | null | undefined;
  /** Maximum number of files from all visitors together. `null` removes the limit. */
  uploadMaxFiles?: number | null | undefined;
  /** A file is accepted if its name or its media type matches one of these. `null` allows all types. */
  uploadAllowedTypes?: string[] | null | undefined;
}

export interface NewGrantedUpload {
  /** Name of the file. */
  fileName: string;
  /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
  contentType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** When the file was last modified where it comes from. */
  modifiedAt?: string | null | undefined;
  /** Metadata of the file. The keys of the grant win. */
  metadata?: {
    [name: string]: string;
  } | null | undefined;
  /** SHA-256 of the content that the upload replaces, for a grant with `onConflict: "replace"`. 412 `precondition_failed` if the file of this name has another content, or there is none. */
  ifMatch?: string | null | undefined;
  /** Store the file only if the folder contains no item of this name: 412 `precondition_failed` otherwise. Default: `false`. */
  ifAbsent?: boolean | null | undefined;
}

export interface NewGroup {
  /** Name of the group. No other group has it, whether in upper or lower case. */
  name: string;
}

export interface NewInvite {
  /** Only this email address can use the invitation. */
  email?: string | null | undefined;
  /** Days until the invitation expires. Default: 7. */
  expiresInDays?: number | null | undefined;
}

export interface NewItemLink {
  /** A name by which its owner recognizes the link. Visitors do not see it. */
  label?: string | null | undefined;
  /** Default: `SHARED`. */
  shareMode?: 'SHARED' | 'PUBLIC' | null | undefined;
  /** Days until the link expires. 0, `null` or omitted: never. */
  expiresInDays?: number | null | undefined;
  /** Password. */
  password?: string | null | undefined;
  /** The slug of its short link. */
  slug?: string | null | undefined;
  /** Maximum number of downloads. Default: no limit. */
  maxDownloads?: number | null | undefined;
  /** Email the owner when a recipient downloads. */
  notifyOnDownload?: boolean | null | undefined;
  /** Email the owner when a recipient opens the share for the first time. */
  notifyOnView?: boolean | null | undefined;
  /** `true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`. */
  notifyPerRecipient?: boolean | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
  /** Let visitors add files to the shared folder; they never replace, rename or delete. Only for folders. Default: `false`. */
  allowUpload?: boolean | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the owner’s plan. `null` removes the limit. */
  uploadMaxFileBytes?: number | null | undefined;
  /** Maximum number of files from all visitors together. `null` removes the limit. */
  uploadMaxFiles?: number | null | undefined;
  /** A file is accepted if its name or its media type matches one of these. `null` allows all types. */
  uploadAllowedTypes?: string[] | null | undefined;
}

export interface NewMultiShare {
  /** Default for a new share: `SHARED`. */
  shareMode?: 'SHARED' | 'PUBLIC' | null | undefined;
  /** Days until the share expires. 0: never. Omitted or `null`: not changed. */
  expiresInDays?: number | null | undefined;
  /** Omitted or `null`: a new share has no password, an existing share keeps its password. */
  password?: string | null | undefined;
  /** Email the owner when a recipient downloads. */
  notifyOnDownload?: boolean | null | undefined;
  /** Email the owner when a recipient opens the share for the first time. */
  notifyOnView?: boolean | null | undefined;
  /** `true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`. */
  notifyPerRecipient?: boolean | null | undefined;
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
  /** IDs of the files. */
  fileIds: string[];
}

export interface NewPaste {
  /** Stored unchanged, up to 512 KiB in UTF-8. */
  content: string;
  /** Title. `null`: none. */
  title?: string | null | undefined;
  /** Language of the content: a label for readers. */
  language?: string | null | undefined;
  /** Days until the paste expires. 0, `null` or omitted: never. */
  expiresInDays?: number | null | undefined;
  /** Password. */
  password?: string | null | undefined;
  /** Delete the content when it is revealed for the first time. Default: `false`. */
  burnAfterReading?: boolean | null | undefined;
  /** `SHARED`: everyone with the link can read the paste. `PUBLIC`: search engines may also index it. `PRIVATE`: only the owner can read it. Default: `SHARED`. */
  shareMode?: 'PRIVATE' | 'SHARED' | 'PUBLIC' | null | undefined;
  /** Required without an account if a captcha is enabled. */
  captchaToken?: string | null | undefined;
}

export interface NewProofing {
  /** Name. */
  name: string;
  /** Text for the recipients or visitors. */
  message?: string | null | undefined;
  /** Days until the link expires. 0, `null` or omitted: never. */
  expiresInDays?: number | null | undefined;
  /** Password. */
  password?: string | null | undefined;
  /** Show the files that are directly in this folder when the link is opened. */
  folderId?: string | null | undefined;
  /** Show these files, in this order. */
  fileIds?: string[] | null | undefined;
  /** Maximum number of files in a selection. Default: no limit. */
  maxSelections?: number | null | undefined;
}

export interface NewRecipients {
  /** Email addresses of the recipients. */
  emails: string[];
  /** Text for the recipients or visitors. */
  message?: string | null | undefined;
}

export interface NewReport {
  /** `malware`: malware or phishing. `privacy`: personal data that should not be here. */
  reason: 'malware' | 'copyright' | 'illegal' | 'privacy' | 'other';
  /** Plain text for the administrators. */
  message?: string | null | undefined;
  /** Address at which the visitor can be asked. Not verified. */
  email?: string | null | undefined;
  /** File of the share that the report is about. Omitted: the file of a share of a single file, otherwise everything at the link. */
  fileId?: string | null | undefined;
}

export interface NewShare {
  /** Default for a new share: `SHARED`. */
  shareMode?: 'SHARED' | 'PUBLIC' | null | undefined;
  /** Days until the share expires. 0: never. Omitted or `null`: not changed. */
  expiresInDays?: number | null | undefined;
  /** Omitted or `null`: a new share has no password, an existing share keeps its password. */
  password?: string | null | undefined;
  /** Email the owner when a recipient downloads. */
  notifyOnDownload?: boolean | null | undefined;
  /** Email the owner when a recipient opens the share for the first time. */
  notifyOnView?: boolean | null | undefined;
  /** `true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`. */
  notifyPerRecipient?: boolean | null | undefined;
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
}

export interface NewShareUpload {
  /** Name of the file. */
  fileName: string;
  /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
  contentType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** When the file was last modified where it comes from. */
  modifiedAt?: string | null | undefined;
  /** Name of the sender. */
  uploaderName?: string | null | undefined;
  /** Email address of the sender. */
  uploaderEmail?: string | null | undefined;
  /** A folder inside the shared folder. Default: the shared folder itself. */
  parentId?: string | null | undefined;
}

export interface NewSubmission {
  /** IDs of the files. */
  fileIds: string[];
  /** Name of the client. */
  clientName?: string | null | undefined;
  /** Email address of the client. */
  clientEmail?: string | null | undefined;
  /** Remark of the client. */
  comment?: string | null | undefined;
}

export interface NewTeamDrive {
  /** Name of the drive. No other drive has it, whether in upper or lower case. */
  name: string;
  /** Most bytes that it may hold; `null`: no limit. Only administrators give it. Default: `DRIVE_TEAM_DRIVE_QUOTA_BYTES`. */
  quotaBytes?: number | null | undefined;
}

export interface NewTestMail {
  /** Recipient. Default: the address of the caller. */
  to?: string | null | undefined;
}

export interface NewTotp {
  /** Password. */
  password: string;
}

export interface NewUpload {
  /** Name of the file. */
  fileName: string;
  /** A media type. Any other text that is not blank becomes `application/octet-stream`. */
  contentType: string;
  /** Size of the file in bytes. */
  fileSizeBytes: number;
  /** Destination folder. Default: the root. */
  parentFolderId?: string | null | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | null | undefined;
  /** When the file was last modified where it comes from. Stored with the item. Fractions of a millisecond are cut off. */
  modifiedAt?: string | null | undefined;
  /** Share the file immediately; the response contains the link. Default: `false`. */
  autoShare?: boolean | null | undefined;
  /** With `autoShare`: share with mode PUBLIC instead of SHARED. Default: `false`. */
  publicListing?: boolean | null | undefined;
  /** Policy if the folder contains an item of this name when the upload completes. `rename` stores the file as `name (1).ext`. `replace` makes the bytes the new content of the file of this name, which keeps its ID, links, slug, likes and comments; its old content becomes a version. `fail` answers 409 `name_conflict`, as `replace` does if the item is a folder. Default: `rename`. */
  onConflict?: 'rename' | 'replace' | 'fail' | null | undefined;
  /** SHA-256 of the content that the upload replaces. If the file of this name has another content, or there is none, the answer is 412 `precondition_failed` and nothing changes: here, and when the upload completes. Implies `onConflict: "replace"`. */
  ifMatch?: string | null | undefined;
  /** Store the file only if the folder contains no item of this name: 412 `precondition_failed` otherwise, here and when the upload completes. Default: `false`. */
  ifAbsent?: boolean | null | undefined;
  /** Metadata of the file. If the upload replaces a file, they take the place of those of the file; without any, it keeps its own. Its bytes count in the quota. */
  metadata?: {
    [name: string]: string;
  } | null | undefined;
  /** Tags of the file. If the upload replaces a file, they take the place of those of the file; without any, it keeps its own. */
  tags?: string[] | null | undefined;
}

export interface NewUploadBatch {
  /** The files. */
  files: NewUpload[];
}

export interface NewUploadGrant {
  /** Folder that receives the files. Default: the root. */
  folderId?: string | null | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | null | undefined;
  /** Minutes in which uploads can begin. Default: 60. Ends with the API key that creates the grant, if that is earlier. */
  expiresInMinutes?: number | null | undefined;
  /** Maximum number of files. Default: 1. An upload that fails gives its place back. */
  maxFiles?: number | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the plan. */
  maxFileBytes?: number | null | undefined;
  /** Maximum size of all files together in bytes. */
  maxTotalBytes?: number | null | undefined;
  /** Media types and endings of names that are accepted, such as `image/*`, `application/pdf` and `.csv`. The name or the declared type of a file must match one of them, and its first bytes must not contradict them. Default: all. */
  allowedTypes?: string[] | null | undefined;
  /** Origins of the pages that may use the grant. Requests without `Origin` come from programs and pass. Default: all. */
  allowedOrigins?: string[] | null | undefined;
  /** Policy if the folder contains an item of the name of an upload. Default: `rename`. */
  onConflict?: 'rename' | 'replace' | 'fail' | null | undefined;
  /** Metadata of each file. Its keys win over those that the upload itself gives. */
  metadata?: {
    [name: string]: string;
  } | null | undefined;
  /** Tags of each file. */
  tags?: string[] | null | undefined;
  /** Text of the application, at most 2048 bytes of UTF-8, that the event `upload.completed` contains, such as the ID of its user. */
  data?: string | null | undefined;
  /** Share each file; its reservation contains the link. Needs the scope `shares`. Default: `false`. */
  share?: boolean | null | undefined;
}

export interface NewWebhook {
  /** URL that receives events: https, a public IP address or a host that resolves to one, without user name and password. */
  url: string;
  /** Types of events to send, at least one. Default: `share.download`, `share.download.anonymous`, `collect.uploaded`, `reproofing.submitted`, `webhook.test`. */
  events?: (
  | 'share.download'
  | 'share.download.anonymous'
  | 'collect.uploaded'
  | 'reproofing.submitted'
  | 'file.created'
  | 'file.replaced'
  | 'file.updated'
  | 'file.trashed'
  | 'file.restored'
  | 'file.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.trashed'
  | 'folder.restored'
  | 'folder.deleted'
  | 'share.created'
  | 'share.updated'
  | 'share.revoked'
  | 'access.given'
  | 'access.invited'
  | 'access.changed'
  | 'access.revoked'
  | 'comment.created'
  | 'notification.created'
  | 'upload.completed'
  | 'upload.failed'
  | 'webhook.test'
  | 'file.*'
  | 'folder.*'
  | 'share.*'
  | 'upload.*'
  | '*')[] | null | undefined;
  /** Send only events of items in this folder and in the folders in it, where they are when it happens; also that an item was moved out. */
  folderId?: string | null | undefined;
  /** ID of a team drive of which the caller is a manager: its events are sent, and its managers see the webhook. */
  driveId?: string | null | undefined;
}

/** Something that a user is told of. */
export interface Notification {
  /** ID of the object. */
  id: string;
  /** `access_given`: access to an item of others. `file_arrived`: files came through a file request. `comment`: comments on a share. `link_expiring`: a link ends within three days. `quota`: 90 % of the storage is used; of a team drive, whose managers are told, if `item` is its root. */
  type: 'access_given' | 'file_arrived' | 'comment' | 'link_expiring' | 'quota';
  /** The file or folder. `null`: it is about none, or about several. */
  item: {
    /** ID of the object. */
    id: string;
    /** Its name at that time. */
    name: string;
  } | null;
  /** The user who did it. `null`: a visitor, or the server itself. */
  actor: Actor | null;
  /** When it happened; the last time of several. */
  at: string;
  /** When it was marked as read. `null`: unread. */
  readAt: string | null;
  /** How often it happened since it was read: files that arrived, and comments. */
  count: number;
  /** Further facts, which depend on `type`. */
  details: NotificationDetails;
}

/** What else there is to say, by type. */
export interface NotificationDetails {
  /** Of `access_given`: the role. */
  role?: MemberRole | undefined;
  /** Name of the link. */
  linkName?: string | undefined;
  /** Name that the visitor gave who sent a file or wrote a comment. */
  visitor?: string | null | undefined;
  /** Of `link_expiring`: when the link ends. */
  expiresAt?: string | undefined;
  /** Of `quota`: the storage in use. */
  usedBytes?: number | undefined;
  /** Of `quota`: the quota. */
  quotaBytes?: number | undefined;
}

export interface NotificationPage {
  /** The unread ones first, the latest first. */
  notifications: Notification[];
  /** Number of unread ones on all pages. */
  unread: number;
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface NotificationsRead {
  /** Those to mark as read. */
  ids?: string[] | null | undefined;
  /** Marks all of them. */
  all?: true | null | undefined;
}

export interface OpenInvite {
  /** ID of the object. */
  id: string;
  /** Only this email address can use the invitation. `null`: any address. */
  email: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Time of expiry. */
  expiresAt: string;
  /** Email address of the administrator who created the invitation. `null` if that account is deleted. */
  invitedBy: string | null;
}

export interface Operation {
  /** ID of the object. */
  id: string;
  /** `transfer`: all that a user has moves to another owner. `export`: a ZIP of all that a user has. Later versions of the server have further kinds. */
  kind: 'copy' | 'move' | 'transfer' | 'export';
  /** `failed`: the server gave up. What it had done stays. */
  status: 'running' | 'complete' | 'failed';
  /** Number of items that are done. */
  done: number;
  /** Number of items that there were when the operation began. */
  total: number;
  /** What a request for fewer items would have answered; of an export, the URL of the ZIP. `null` until the operation is complete. */
  result: CopyResult | MoveResult | TransferResult | ArchiveUrl | null;
}

export interface OperationMove {
  /** IDs of the items. */
  ids: string[];
  /** The folder to move into. */
  parentId?: string | null | undefined;
  /** Move into the root instead of a folder. */
  moveToRoot?: boolean | null | undefined;
  /** With `moveToRoot`: the root of this team drive instead of that of the caller. */
  driveId?: string | null | undefined;
}

/** Position of a page in the complete list. */
export interface Pagination {
  /** With `cursor`, the number of pages requested so far. */
  currentPage: number;
  /** Results on all pages. */
  totalItems: number;
  /** Number of pages. */
  totalPages: number;
  /** `cursor` of the next page. `null` on the last page. */
  nextCursor: string | null;
}

export interface Passkey {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Time of creation. */
  createdAt: string;
  /** Time of the last sign-in with it. `null`: never. */
  lastUsedAt: string | null;
  /** How browsers reach it, such as `internal`, `hybrid` or `usb`. */
  transports: string[];
}

/** `AuthenticationResponseJSON` of WebAuthn. */
export interface PasskeyAssertion {
  /** ID of the credential, in base64url. */
  id: string;
  /** ID of the credential, in base64url. */
  rawId: string;
  /** Kind of the credential. */
  type: 'public-key';
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: string | null | undefined;
  /** Answer of the authenticator. */
  response: {
    /** What the browser signed, in base64url. */
    clientDataJSON: string;
    /** What the authenticator signed, in base64url. */
    authenticatorData: string;
    /** The signature, in base64url. */
    signature: string;
    /** ID of the user at the authenticator, in base64url. */
    userHandle?: string | null | undefined;
    [name: string]: unknown;
  };
  [name: string]: unknown;
}

/** `RegistrationResponseJSON` of WebAuthn. */
export interface PasskeyAttestation {
  /** ID of the credential, in base64url. */
  id: string;
  /** ID of the credential, in base64url. */
  rawId: string;
  /** Kind of the credential. */
  type: 'public-key';
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: string | null | undefined;
  /** Answer of the authenticator. */
  response: {
    /** What the browser signed, in base64url. */
    clientDataJSON: string;
    /** The new key with the statement about it, in base64url. */
    attestationObject: string;
    /** How browsers reach the authenticator. */
    transports?: string[] | null | undefined;
    [name: string]: unknown;
  };
  [name: string]: unknown;
}

export interface PasskeyChange {
  /** Name. */
  name: string;
}

export interface PasskeyOptions {
  /** The options of WebAuthn, as JSON. */
  options: {
    /** Works once, within five minutes. */
    challenge: string;
    [name: string]: unknown;
  };
}

export interface PasskeyRegistration {
  /** Name. */
  name: string;
  /** Answer of the authenticator. */
  response: PasskeyAttestation;
}

export interface PasskeyRegistrationStart {
  /** Needed if the sign-in of the session is older than 10 minutes. */
  password?: string | null | undefined;
}

export interface PasskeySignIn {
  /** Answer of the authenticator. */
  response: PasskeyAssertion;
}

export interface PasskeySignInStart {
  /** Set if the passkey is the second factor after a password. The answer is the same for every address. */
  email?: string | null | undefined;
}

export interface PasswordChange {
  /** The password until now. */
  currentPassword: string;
  /** The new password. */
  newPassword: string;
}

export interface PasswordForgotten {
  /** Email address. */
  email: string;
}

export interface PasswordReset {
  /** Token. */
  token: string;
  /** The new password. */
  newPassword: string;
  /** Whether to revoke the API keys of the account, which also signs out its devices. Default: `true`. */
  revokeKeys?: boolean | null | undefined;
}

/** A paste as its owner sees it. */
export interface Paste {
  /** ID of the object. */
  id: string;
  /** Token. */
  token: string;
  /** URL of the page that shows the paste. */
  url: string;
  /** URL of the content as plain text. Refuses burn-after-reading pastes. */
  rawUrl: string;
  /** Title. `null`: none. */
  title: string | null;
  /** Language for highlighting. `null`: plain text. */
  language: string | null;
  /** Size of the content in UTF-8. */
  sizeBytes: number;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether the paste is deleted when it is read. */
  burnAfterReading: boolean;
  /** When the content was revealed and deleted. */
  burnedAt: string | null;
  /** Time of creation. */
  createdAt: string;
}

export interface PastePage {
  /** The pastes. */
  pastes: Paste[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface PasteWithContent {
  /** ID of the object. */
  id: string;
  /** Token. */
  token: string;
  /** URL of the page that shows the paste. */
  url: string;
  /** URL of the content as plain text. Refuses burn-after-reading pastes. */
  rawUrl: string;
  /** Title. `null`: none. */
  title: string | null;
  /** Language for highlighting. `null`: plain text. */
  language: string | null;
  /** Size of the content in UTF-8. */
  sizeBytes: number;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether the paste is deleted when it is read. */
  burnAfterReading: boolean;
  /** When the content was revealed and deleted. */
  burnedAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** `null` if the paste is burn-after-reading, burned or expired. */
  content: string | null;
}

/** A user or a group, to whom access is given. */
export interface Principal {
  /** Whether it is a user or a group of users. */
  type: 'user' | 'group';
  /** ID of the user or the group. */
  id: string;
  /** Name of the user, if set, or of the group. */
  name: string | null;
  /** Email address of the user. `null` for a group. */
  email: string | null;
}

export interface ProofFile {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Size in bytes. */
  size: number;
  /** Media type. */
  mimeType: string | null;
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** Signed URL of the thumbnail, valid for 15 to 30 minutes. `null` if there is no thumbnail, or not yet. */
  previewUrl: string | null;
}

/** A proofing: a link to a gallery from which clients select files. */
export interface Proofing {
  /** ID of the object. */
  id: string;
  /** Never changes. */
  token: string;
  /** URL of the page where clients select files. */
  url: string;
  /** Name. */
  name: string;
  /** Text for the recipients or visitors. */
  message: string | null;
  /** `null` if the proofing shows individual files. */
  folderId: string | null;
  /** `null` if the proofing shows a folder. */
  fileIds: string[] | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Maximum number of files that a client can select. `null`: no limit. */
  maxSelections: number | null;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Number of submissions. */
  submissionCount: number;
  /** Time of creation. */
  createdAt: string;
}

export interface ProofingChange {
  /** Name. */
  name?: string | null | undefined;
  /** `null` removes it. */
  message?: string | null | undefined;
  /** Days from now until the link expires. 0 or `null`: never. */
  expiresInDays?: number | null | undefined;
  /** `null` removes it. */
  password?: string | null | undefined;
  /** `null` removes the limit. */
  maxSelections?: number | null | undefined;
}

export interface ProofingPage {
  /** The proofings. */
  proofings: Proofing[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A file request as visitors see it, without the files of others. While it is locked, only the token, the expiry and the flags. */
export interface PublicCollection {
  /** Token. */
  token: string;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether it must be unlocked with its password first. */
  locked: boolean;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Name. */
  name?: string | undefined;
  /** Text for the recipients or visitors. */
  message?: string | null | undefined;
  /** Name of the owner. `null`: not given. */
  ownerName?: string | null | undefined;
  /** Whether the maximum number of files is reached. */
  full?: boolean | undefined;
  /** Maximum bytes of a file. */
  maxFileBytes?: number | undefined;
  /** Media types that are accepted, such as `image/*`. `null`: all. */
  allowedTypes?: string[] | null | undefined;
  /** Whether senders must give their names. */
  requireName?: boolean | undefined;
}

/** The configuration that clients need before sign-in. */
export interface PublicConfig {
  /** Maximum bytes of a file for users of the plan `free`. */
  freeUserMaxBytes: number;
  /** Maximum bytes of a file for users of the plan `paid`. */
  paidUserMaxBytes: number;
  /** Maximum number of files of an upload without an account. */
  anonymousMaxFilesPerBatch: number;
  /** Maximum bytes of a file that is uploaded without an account. */
  anonymousMaxBytes: number;
  /** Whether uploads without an account are possible. */
  anonymousUploads: boolean;
  /** The captcha that visitors solve. */
  captcha: {
    /** Name of the captcha’s provider. */
    provider: 'none' | 'altcha' | 'turnstile' | 'hcaptcha';
    /** Public key of this server at the provider. */
    siteKey: string | null;
  };
  /** Who can register. */
  registration: 'open' | 'invite' | 'closed';
  /** Single sign-on, which begins at `/api/auth/oidc/start`. `null`: there is none. */
  oidc: {
    /** Name of the issuer for users. */
    name: string;
  } | null;
  /** Whether users can add passkeys and sign in with them. */
  passkeys: boolean;
  /** Whether users sign in with a password. */
  passwordLogin: boolean;
  /** Whether emails are sent (`smtp`) or only written to `outbox/` of the server (`outbox`). */
  mailDelivery: MailDelivery;
  /** Maximum days until a share expires. */
  shareMaxExpiryDays: number;
  /** Maximum bytes of an archive. */
  archiveMaxBytes: number;
  /** Days after which trashed items are deleted permanently. */
  trashRetentionDays: number;
  /** Most previous contents that the server keeps of a file. 0: a replaced content is deleted. */
  versionsKeep: number;
  /** Version of the server. */
  version: string;
}

/** A paste as visitors see it. While it is locked, only the token, the expiry and the flags. */
export interface PublicPaste {
  /** Token. */
  token: string;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether it must be unlocked with its password first. */
  locked: boolean;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether search engines may index the paste: PUBLIC, without a password and not burn-after-reading. */
  indexable: boolean;
  /** URL. */
  url?: string | undefined;
  /** URL of the text without a page. */
  rawUrl?: string | undefined;
  /** Title. `null`: none. */
  title?: string | null | undefined;
  /** Language for highlighting. `null`: plain text. */
  language?: string | null | undefined;
  /** Size in bytes. */
  sizeBytes?: number | undefined;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode?: 'PRIVATE' | 'SHARED' | 'PUBLIC' | undefined;
  /** Whether the paste is deleted when it is read. */
  burnAfterReading?: boolean | undefined;
  /** Name of the owner. `null`: not given. */
  ownerName?: string | null | undefined;
  /** Time of creation. */
  createdAt?: string | undefined;
  /** `null` if the paste is burn-after-reading; call `revealPaste` to read it. */
  content?: string | null | undefined;
}

/** A proofing as clients see it. While it is locked, only the token, the expiry and the flags. */
export interface PublicProofing {
  /** Token. */
  token: string;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether it must be unlocked with its password first. */
  locked: boolean;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Name. */
  name?: string | undefined;
  /** Text for the recipients or visitors. */
  message?: string | null | undefined;
  /** Name of the owner. `null`: not given. */
  ownerName?: string | null | undefined;
  /** Maximum number of files that a client can select. `null`: no limit. */
  maxSelections?: number | null | undefined;
  /** The files. */
  files?: ProofFile[] | undefined;
}

/** A share as visitors see it. While it is locked, only the token, the kind, the expiry and the flags. */
export interface PublicShare {
  /** Token of the share. */
  shareToken: string;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode?: 'PRIVATE' | 'SHARED' | 'PUBLIC' | undefined;
  /** URL of the share. */
  shareUrl?: string | undefined;
  /** Short URL of the share. */
  shortUrl?: string | undefined;
  /** Kind of the object. */
  kind: 'file' | 'folder' | 'multi';
  /** Name. */
  name?: string | undefined;
  /** Size in bytes. */
  size?: number | undefined;
  /** Media type. */
  mimeType?: string | null | undefined;
  /** Rough kind of the content, for icons and filters. */
  contentKind?: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other' | undefined;
  /** Signed URL of the thumbnail. `null` if there is none. */
  previewUrl?: string | null | undefined;
  /** Number of files. */
  fileCount?: number | undefined;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether it must be unlocked with its password first. */
  locked: boolean;
  /** Whether search engines and the public search may show the share. */
  indexable: boolean;
  /** Downloads that can begin; running ones have begun. `null`: the owner has set no limit. */
  downloadsLeft?: number | null | undefined;
  /** Name of the owner. `null`: not given. */
  ownerName?: string | null | undefined;
  /** Whether visitors can like it. */
  likesEnabled?: boolean | undefined;
  /** Whether visitors can comment. */
  commentsEnabled?: boolean | undefined;
  /** `null` if likes are disabled. */
  likeCount?: number | null | undefined;
  /** `null` if comments are disabled. */
  commentCount?: number | null | undefined;
  /** Whether this visitor likes it. */
  likedByMe?: boolean | undefined;
  /** Whether visitors may add files. */
  allowUpload?: boolean | undefined;
  /** Whether the maximum number of files is reached. Only if `allowUpload`. */
  uploadsFull?: boolean | undefined;
  /** Maximum size of one file in bytes. Only if `allowUpload`. */
  uploadMaxFileBytes?: number | undefined;
  /** `null`: all. Only if `allowUpload`. */
  uploadAllowedTypes?: string[] | null | undefined;
  /** The shared file or folder. */
  item?: Item | undefined;
}

export interface QuarantineChange {
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Reason that is sent to the owner. Ignored if the file is released. */
  reason?: string | null | undefined;
}

export interface Reauthentication {
  /** Required, unless `passkey` is sent. */
  password?: string | null | undefined;
  /** A code of the authenticator app, or a recovery code. Required if the account uses two-factor authentication, unless `passkey` is sent. */
  totp?: string | null | undefined;
  /** Answer of a passkey to `POST /api/auth/passkeys/authenticate/options`: with the password, instead of a code; alone, instead of both. */
  passkey?: PasskeyAssertion | null | undefined;
}

export interface Recipient {
  /** ID of the object. */
  id: string;
  /** Email address. */
  email: string;
  /** The personal link. Visits through it count as this recipient’s, also if the owner passes it on without an email. */
  url: string;
  /** Time at which a mail server accepted the last email. `null`: none was sent, which is always so without a mail server. */
  sentAt: string | null;
  /** Time at which the last email failed for good: its recipient was refused, or all attempts were used up. `null`: it did not, or a later one was accepted or is on its way. */
  failedAt: string | null;
  /** Why it failed, in words of the mail server. `null` if `failedAt` is. */
  error: string | null;
  /** Time at which the recipient first opened the link. `null`: not yet. */
  firstOpenedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
}

export interface RecipientPage {
  /** The recipients. */
  recipients: Recipient[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface Recipients {
  /** The recipients. */
  recipients: Recipient[];
  /** Whether the personal links are emailed (`smtp`) or only written to `outbox/` of the server, not sent (`outbox`). */
  mailDelivery: MailDelivery;
}

export interface RecoveryCodes {
  /** Each recovery code replaces a code at one sign-in. Returned only once. */
  recoveryCodes: string[];
}

export interface RegisteredPasskey {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Time of creation. */
  createdAt: string;
  /** Time of the last sign-in with it. `null`: never. */
  lastUsedAt: string | null;
  /** How browsers reach it, such as `internal`, `hybrid` or `usb`. */
  transports: string[];
  /** Recovery codes, each of which replaces the second factor at one sign-in. Returned only once, with the first second factor of the account; otherwise `null`. */
  recoveryCodes: string[] | null;
}

export interface Registration {
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
  /** Name. */
  name?: string | null | undefined;
  /** Token of the invitation. */
  inviteToken?: string | null | undefined;
}

/** A report of a visitor about a share. Does not give access to the share: there is no link. */
export interface Report {
  /** ID of the object. */
  id: string;
  /** Why the slug cannot be used. */
  reason: 'malware' | 'copyright' | 'illegal' | 'privacy' | 'other';
  /** Text for the recipients or visitors. */
  message: string | null;
  /** Not verified. */
  email: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Name of the shared item. `null`: several files, or it is deleted. */
  shareName: string | null;
  /** Owner of the share. `null`: it was created without an account. */
  owner: {
    /** ID of the object. */
    id: string;
    /** Email address. */
    email: string;
    /** Name. */
    name: string | null;
  } | null;
  /** `null`: the report is about everything at the link, or the file is deleted. */
  file: AdminFile | null;
}

export interface ReportPage {
  /** The reports, or their number. */
  reports: Report[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

/** A paste with its content. */
export interface RevealedPaste {
  /** Token. */
  token: string;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether it must be unlocked with its password first. */
  locked: boolean;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether search engines may index the paste: PUBLIC, without a password and not burn-after-reading. */
  indexable: boolean;
  /** URL. */
  url: string;
  /** URL of the text without a page. */
  rawUrl: string;
  /** Title. `null`: none. */
  title: string | null;
  /** Language for highlighting. `null`: plain text. */
  language: string | null;
  /** Size in bytes. */
  sizeBytes: number;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Whether the paste is deleted when it is read. */
  burnAfterReading: boolean;
  /** Name of the owner. `null`: not given. */
  ownerName: string | null;
  /** Time of creation. */
  createdAt: string;
  /** The text. */
  content: string;
}

export interface SearchPage {
  /** Files and folders with their paths. */
  results: SearchResult[];
  /** Position of the page in the complete list. */
  pagination: {
    /** Pass it as `cursor` to get the next page. `null` at the end. */
    nextCursor: string | null;
  };
}

/** A file or a folder that a search found, with its place. */
export interface SearchResult {
  /** The file or the folder. */
  item: Item;
  /** Path from the root, or from the folder of the API key: `/Photos/2026/sea.jpg`. Ends with the name. */
  path: string;
}

export interface SentAccessInvitation {
  /** ID of the invitation, with which it is revoked. */
  id: string;
  /** Email address to which it was sent. */
  email: string;
  /** The role that is given once it is accepted. */
  role: MemberRole;
  /** ID of the folder above for which it is. `null`: for the item itself. */
  inheritedFrom: string | null;
  /** Time at which it was sent. */
  createdAt: string;
  /** Time at which it ends. */
  expiresAt: string;
  /** The user who sent it. `null` if the account is gone. */
  createdBy: ItemActor | null;
  /** URL that accepts it, as in the email. For administrators; `null` for others, and in repeated answers. */
  url: string | null;
  /** How the email was sent. */
  mailDelivery: MailDelivery;
}

export interface Session {
  /** ID of the object. */
  id: string;
  /** Time of creation. */
  createdAt: string;
  /** Time of the last request. */
  lastUsedAt: string;
  /** Time of expiry. */
  expiresAt: string;
  /** `User-Agent` of the program that signed in. */
  userAgent: string | null;
  /** Whether this is the session of the request. */
  current: boolean;
}

export interface SessionPage {
  /** The sessions of this page. */
  sessions: Session[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface SettingsChange {
  /** The settings to change. All others keep their values. */
  settings: ({
    /** Name of the environment variable. */
    name: string;
    /** Value as text. `null` deletes the saved value, so that the default counts again. */
    value: string | null;
  })[];
}

export interface SettingsList {
  /** Every setting. */
  settings: AdminSetting[];
}

export interface Setup {
  /** Token. */
  token: string;
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
  /** Name. */
  name?: string | null | undefined;
}

/** Omitted fields are not changed. */
export interface ShareChange {
  /** `null` removes it. */
  label?: string | null | undefined;
  /** `PRIVATE` disables the link but keeps it. */
  shareMode?: 'PRIVATE' | 'SHARED' | 'PUBLIC' | null | undefined;
  /** Days from now until the link expires. 0 or `null`: never. */
  expiresInDays?: number | null | undefined;
  /** `null` removes it. */
  password?: string | null | undefined;
  /** `null` or blank removes the slug. */
  slug?: string | null | undefined;
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Email the owner when a recipient downloads. */
  notifyOnDownload?: boolean | null | undefined;
  /** Email the owner when a recipient opens the share for the first time. */
  notifyOnView?: boolean | null | undefined;
  /** `true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`. */
  notifyPerRecipient?: boolean | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
  /** Let visitors add files to the shared folder; they never replace, rename or delete. Only for folders. Default: `false`. */
  allowUpload?: boolean | null | undefined;
  /** Maximum size of one file in bytes, in addition to the limit of the owner’s plan. `null` removes the limit. */
  uploadMaxFileBytes?: number | null | undefined;
  /** Maximum number of files from all visitors together. `null` removes the limit. */
  uploadMaxFiles?: number | null | undefined;
  /** A file is accepted if its name or its media type matches one of these. `null` allows all types. */
  uploadAllowedTypes?: string[] | null | undefined;
  /** A file of the shared folder or files, however deep, whose thumbnail stands for them. `null`: the first image. */
  coverItemId?: string | null | undefined;
}

export interface ShareDescriptor {
  /** Does not change when the mode, expiry, notifications, password or slug change. */
  shareToken: string;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Whether the public search finds the share and search engines may index it: PUBLIC, open and without a password. */
  listed: boolean;
  /** URL of the share. */
  shareUrl: string;
  /** Short URL of the share. */
  shortUrl: string;
  /** URL of the shared file for pages of other sites. `null` if several files or a folder are shared, for a further link of a file, and unless the share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time of expiry. `null`: never. */
  expiresAt: string | null;
  /** Whether a password is needed. */
  passwordProtected: boolean;
  /** Whether the owner gets an email at each download. */
  notifyOwnerOnDownload: boolean;
  /** Whether the owner gets an email at each visit. */
  notifyOnView: boolean;
  /** Whether emails to the owner name the recipient. */
  notifyPerRecipient: boolean;
  /** Maximum number of downloads. `null`: no limit. */
  maxDownloads: number | null;
  /** Whether visitors can comment. */
  commentsEnabled: boolean;
  /** Whether visitors can like it. */
  likesEnabled: boolean;
  /** The name by which its owner recognizes the link. `null`: none. */
  label: string | null;
  /** The file whose thumbnail stands for the shared folder or files, on their page and in previews of the link. `null`: the first image. */
  coverItemId: string | null;
  /** Whether visitors may add files to the shared folder. */
  allowUpload: boolean;
  /** Maximum size of one file in bytes. `null`: that of the plan. */
  uploadMaxFileBytes: number | null;
  /** Maximum number of files from all visitors. `null`: no limit. */
  uploadMaxFiles: number | null;
  /** Media types and endings of names that are accepted. `null`: all. */
  uploadAllowedTypes: string[] | null;
}

export interface ShareExpiryChange {
  /** Days from now until the share expires. 0 or `null`: never. */
  expiresInDays: number | null;
}

export interface ShareModeChange {
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Maximum number of downloads. `null` removes the limit. */
  maxDownloads?: number | null | undefined;
  /** Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors. */
  commentsEnabled?: boolean | null | undefined;
  /** Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). */
  likesEnabled?: boolean | null | undefined;
}

export interface ShareNotifyChange {
  /** Whether the owner gets an email at each download. */
  notifyOnDownload: boolean;
  /** `null` does not change it. */
  notifyOnView?: boolean | null | undefined;
  /** `null` does not change it. */
  notifyPerRecipient?: boolean | null | undefined;
}

export interface SharePage {
  /** The shares. */
  shares: ListedShare[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface SharePasswordChange {
  /** `null` removes the password. */
  password: string | null;
}

export interface ShareSlugChange {
  /** `null` or blank removes the slug. */
  slug: string | null;
}

export interface ShareTicket {
  /** Send it in the header `X-Share-Ticket`. */
  ticket: string;
  /** Time of expiry. */
  expiresAt: string;
}

export interface SharedCopy {
  /** IDs of files. Default: everything that is shared. Duplicates count once. */
  fileIds?: string[] | null | undefined;
  /** The folder to save into. Default: the root of the caller’s own drive. */
  parentId?: string | null | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | null | undefined;
}

export interface SharedItemPage {
  /** The files. */
  files: Item[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
  /** With `q`: the folders below the shared one that contain items of the page (`parentId`), in no certain order. */
  folders?: {
    /** ID of the object. */
    id: string;
    /** Name. */
    name: string;
  }[] | undefined;
}

export interface SlugAvailability {
  /** The slug. */
  slug: string;
  /** Whether the slug can be used. */
  available: boolean;
  /** Why the slug cannot be used. `null`: it can. */
  reason: 'taken' | 'invalid' | 'reserved' | 'profane' | null;
}

export interface StartedOperation {
  /** ID for `GET /api/operations/{id}`. */
  operationId: string;
}

/** Statistics of the server over time. */
export interface StatsHistory {
  /** Length of a period: an hour, six hours or a day, by the number of days. */
  stepSeconds: number;
  /** One point for each period in which the server ran, oldest first. The last period is not complete. */
  points: ({
    /** Start of the period. */
    at: string;
    /** Accounts at the end of the period. `null`: not sampled. */
    users: number | null;
    /** Files at the end of the period, including those in the trash. `null`: not sampled. */
    files: number | null;
    /** Bytes of all files at the end of the period. `null`: not sampled. */
    storedBytes: number | null;
    /** Free space of the file storage at the end of the period. `null`: not sampled. */
    freeBytes: number | null;
    /** Jobs that were due at the end of the period. `null`: not sampled. */
    dueJobs: number | null;
    /** Jobs that had failed at the end of the period. `null`: not sampled. */
    failedJobs: number | null;
    /** Bytes that the server received in the period. */
    receivedBytes: number;
    /** Bytes that the server sent in the period. */
    sentBytes: number;
    /** Webhook deliveries that succeeded in the period. */
    deliveredAttempts: number;
    /** Attempts to deliver to a webhook that failed in the period. */
    failedAttempts: number;
  })[];
}

export interface StorageUse {
  /** Current contents of files that are not in the trash. Each kind once, without those that have no file. */
  kinds: ({
    /** Number of files or versions. */
    files: number;
    /** Sum of their sizes. */
    bytes: number;
    /** Rough kind of the content, for icons and filters. */
    contentKind: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  })[];
  /** Current contents of files in the trash, also in trashed folders. */
  trash: {
    /** Number of files or versions. */
    files: number;
    /** Sum of their sizes. */
    bytes: number;
  };
  /** Previous contents of files, also of files in the trash. */
  versions: {
    /** Number of files or versions. */
    files: number;
    /** Sum of their sizes. */
    bytes: number;
  };
  /** Bytes of pastes, WebDAV properties and open reservations. */
  otherBytes: number;
}

/** A file with what it uses of the storage. */
export interface StoredFile {
  /** The file. */
  item: Item;
  /** Path from the root: `/Photos/2026/sea.jpg`. Ends with the name. */
  path: string;
  /** Number of its versions. */
  versions: number;
  /** Sum of the sizes of its versions, without the current content. */
  versionBytes: number;
}

export interface StoredFilePage {
  /** Files with their paths and their versions. */
  files: StoredFile[];
  /** Position of the page in the complete list. */
  pagination: {
    /** Pass it as `cursor` to get the next page. `null` at the end. */
    nextCursor: string | null;
  };
}

export interface Submission {
  /** ID of the object. */
  id: string;
  /** Number of the submission, starting at 1. */
  round: number;
  /** IDs of the files. */
  fileIds: string[];
  /** Time of creation. */
  createdAt: string;
  /** Name of the client. */
  clientName: string | null;
  /** Email address of the client. */
  clientEmail: string | null;
  /** Remark of the client. */
  comment: string | null;
}

export interface SubmissionPage {
  /** The submissions. */
  submissions: Submission[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface SubmissionWithFiles {
  /** ID of the object. */
  id: string;
  /** Number of the submission, starting at 1. */
  round: number;
  /** IDs of the files. */
  fileIds: string[];
  /** Time of creation. */
  createdAt: string;
  /** Name of the client. */
  clientName: string | null;
  /** Email address of the client. */
  clientEmail: string | null;
  /** Remark of the client. */
  comment: string | null;
  /** The selected files that still exist and are not in the trash, as selected. */
  files: Item[];
}

export interface Submitted {
  /** ID of the object. */
  id: string;
  /** Number of the submission, from 1. */
  round: number;
  /** IDs of the files. */
  fileIds: string[];
  /** Time of creation. */
  createdAt: string;
}

export interface TagBatch {
  /** IDs of the items. */
  ids: string[];
  /** Tags that each item gets, if it does not have them. */
  add?: string[] | null | undefined;
  /** Tags that each item loses, if it has them. Removed before `add` is added. */
  remove?: string[] | null | undefined;
}

export interface TagList {
  /** In the order of the folded names. */
  tags: {
    /** The tag. Items may have it in other capitals. */
    name: string;
    /** Number of files and folders with the tag, without those in the trash. */
    count: number;
  }[];
}

/** A tree of files and folders that belongs to no user. */
export interface TeamDrive {
  /** ID of the object. */
  id: string;
  /** Name of the drive. No other drive has it, whether in upper or lower case. */
  name: string;
  /** ID of its root folder: for `parentId` and similar fields, and for `/api/files/{id}/access`, which lists and changes the members. */
  rootId: string;
  /** Bytes of its files, their versions and open uploads. */
  usedBytes: number;
  /** Most bytes that it may hold. `null`: no limit. */
  quotaBytes: number | null;
  /** Number of users and groups that were given a role on it. */
  memberCount: number;
  /** The role from which on members make links of what is in the drive. */
  linkRole: 'manager' | 'editor';
  /** Time of creation. */
  createdAt: string;
  /** What the caller may do in the drive. */
  role: MemberRole;
}

export interface TeamDriveChange {
  /** Name of the drive. No other drive has it, whether in upper or lower case. */
  name?: string | null | undefined;
  /** The role from which on members make links of what is in the drive. */
  linkRole?: 'manager' | 'editor' | null | undefined;
  /** Only administrators change it. `null`: no limit. */
  quotaBytes?: number | null | undefined;
}

export interface TeamDriveList {
  /** By name. */
  drives: TeamDrive[];
  /** Whether the caller may create one. */
  mayCreate: boolean;
}

/** Outcome of a test email. */
export interface TestMail {
  /** Email address of the recipient. */
  to: string;
  /** `smtp`: the mail server got it. `outbox`: it is only a file in `outbox/` of the data directory, because `DRIVE_SMTP_URL` is not set. */
  delivery: MailDelivery;
  /** Answer of the mail server, or the reason why it was not reached. `null`: the email was accepted. */
  error: string | null;
}

export interface TotpConfirmation {
  /** Code of the authenticator app. */
  code: string;
}

export interface TotpEnrolment {
  /** The secret in Base32, for manual entry into an authenticator app. */
  secret: string;
  /** The `otpauth:` URL for a QR code. */
  otpauthUrl: string;
}

export interface TotpRemoval {
  /** Password. */
  password: string;
}

export interface TotpStatus {
  /** Whether it is switched on. */
  enabled: boolean;
  /** Time at which it was switched on. `null`: it is not. */
  enabledAt: string | null;
  /** Number of unused recovery codes. */
  recoveryCodesLeft: number;
}

export interface TransferResult {
  /** The folder that has received everything. `null` if there was nothing, or if the caller does not reach it. */
  folder: Item | null;
  /** IDs of items that were not moved. */
  failed: BatchFailure[];
}

/** How an image is sent: in another size, cut, or in another format. Turned upright, without its metadata. */
export interface Transform {
  /** Width in pixels. Rounded up to one of 16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840. */
  w?: number | null | undefined;
  /** Height in pixels, rounded like the width. Without one of the two, the aspect of the image decides. */
  h?: number | null | undefined;
  /** `inside` (default): within the box and never enlarged. `cover`: fills the box and cuts off the rest. `contain`: the exact box, with transparent or white bars. The last two need both sides. */
  fit?: 'inside' | 'cover' | 'contain' | null | undefined;
  /** `auto` (default): WebP for clients that accept it, else PNG for images with transparency and JPEG for all others. */
  format?: 'auto' | 'webp' | 'avif' | 'jpeg' | 'png' | null | undefined;
  /** Quality, rounded up to a multiple of 5. Default: 75, for JPEG 80 and for AVIF 50. */
  q?: number | null | undefined;
}

export interface TrashPage {
  /** The entries of the page. */
  items: TrashedItem[];
  /** Position of the page in the complete list. */
  pagination: {
    /** Pass it as `cursor` to get the next page. `null` at the end. */
    nextCursor: string | null;
  };
}

/** A file or a folder that was moved to the trash itself. */
export interface TrashedItem {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Type of the object. */
  type: 'file' | 'folder';
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive. */
  parentId: string | null;
  /** Size in bytes. For a folder, the total size of what was moved to the trash with it. */
  size: number;
  /** `null` for folders. */
  mimeType: string | null;
  /** Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image. */
  previewUrl: string | null;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Token of the share. `null`: not shared. */
  shareToken: string | null;
  /** URL of a file for pages of other sites: it stays the same until the content changes, needs no credential and counts no download. `null` unless the file’s own share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none. */
  modifiedAt: string | null;
  /** When the item was moved to the trash. `null` if it is not in the trash. */
  deletedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Likes of the item’s own share. */
  likesCount: number;
  /** Comments on the item’s own share. */
  commentsCount: number;
  /** SHA-256 of the content in lower-case hexadecimal. `null` for folders. */
  sha256: string | null;
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one. */
  scan: 'pending' | 'clean' | 'infected' | 'skipped' | null;
  /** Name of the virus in an `infected` file. `null` for all others. */
  virus: string | null;
  /** Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one. */
  changeTag: string;
  /** Own data of applications: texts by key. Empty for visitors of a link. */
  metadata: {
    [name: string]: string;
  };
  /** Tags in the order in which they were given. Empty for visitors of a link. */
  tags: string[];
  /** Whether the caller starred the item. */
  starred: boolean;
  /** What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link. */
  role: ItemRole | null;
  /** ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link. */
  ownerId: string | null;
  /** Name of that user. `null` if it is not set. */
  ownerName: string | null;
  /** ID of the team drive that the item is in. `null` in the tree of a user. */
  driveId: string | null;
  /** The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link. */
  createdBy: ItemActor | null;
  /** The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link. */
  modifiedBy: ItemActor | null;
  /** `true` in the answer to a move after which other users reach the item than before. */
  accessChanged?: boolean | undefined;
  /** When it was moved to the trash. */
  trashedAt: string;
  /** The user who moved it to the trash. `null` if that is not known, as for what older servers moved there. */
  trashedBy: {
    /** ID of the user. */
    id: string;
    /** Name of the user, if set. */
    name: string | null;
  } | null;
  /** Path from the root before it was moved to the trash. `null` if a folder on the path was deleted since. */
  path: string | null;
}

/** A file or a folder somewhere below the listed folder. */
export interface TreeItem {
  /** ID of the object. */
  id: string;
  /** Name. */
  name: string;
  /** Type of the object. */
  type: 'file' | 'folder';
  /** Rough kind of the content, for icons and filters. */
  contentKind: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';
  /** ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive. */
  parentId: string | null;
  /** Size in bytes. For a folder, the total size of everything in it; `null` for folders in the trash listing. */
  size: number | null;
  /** `null` for folders. */
  mimeType: string | null;
  /** Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image. */
  previewUrl: string | null;
  /** `PRIVATE`: not shared. `SHARED`: whoever has the link can open it. `PUBLIC`: it is also listed publicly. */
  shareMode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  /** Token of the share. `null`: not shared. */
  shareToken: string | null;
  /** URL of a file for pages of other sites: it stays the same until the content changes, needs no credential and counts no download. `null` unless the file’s own share is `PUBLIC`, not expired, and has neither a password nor a download limit. */
  publicUrl: string | null;
  /** Time at which the upload was complete. */
  uploadedAt: string;
  /** Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none. */
  modifiedAt: string | null;
  /** When the item was moved to the trash. `null` if it is not in the trash. */
  deletedAt: string | null;
  /** Number of completed downloads. */
  downloadCount: number;
  /** Likes of the item’s own share. */
  likesCount: number;
  /** Comments on the item’s own share. */
  commentsCount: number;
  /** SHA-256 of the content in lower-case hexadecimal. `null` for folders. */
  sha256: string | null;
  /** Whether it is in quarantine, which closes all its links. */
  quarantined: boolean;
  /** Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one. */
  scan: 'pending' | 'clean' | 'infected' | 'skipped' | null;
  /** Name of the virus in an `infected` file. `null` for all others. */
  virus: string | null;
  /** Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one. */
  changeTag: string;
  /** Own data of applications: texts by key. Empty for visitors of a link. */
  metadata: {
    [name: string]: string;
  };
  /** Tags in the order in which they were given. Empty for visitors of a link. */
  tags: string[];
  /** Whether the caller starred the item. */
  starred: boolean;
  /** What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link. */
  role: ItemRole | null;
  /** ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link. */
  ownerId: string | null;
  /** Name of that user. `null` if it is not set. */
  ownerName: string | null;
  /** ID of the team drive that the item is in. `null` in the tree of a user. */
  driveId: string | null;
  /** The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link. */
  createdBy: ItemActor | null;
  /** The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link. */
  modifiedBy: ItemActor | null;
  /** `true` in the answer to a move after which other users reach the item than before. */
  accessChanged?: boolean | undefined;
  /** Path from the listed folder, without a slash at the beginning: `2026/sea.jpg`. Ends with `name`. */
  path: string;
}

export interface TreePage {
  /** The entries of the page. */
  items: TreeItem[];
  /** Position of the page in the complete list. */
  pagination: {
    /** Pass it as `cursor` to get the next page. `null` at the end. */
    nextCursor: string | null;
  };
}

export interface UnlockAttempt {
  /** Password. */
  password: string;
}

export interface UnlockAudit {
  /** The latest attempts, newest first. */
  recentEvents: ({
    /** Time of creation. */
    createdAt: string;
    /** Whether the password was right. */
    result: 'success' | 'failure' | 'rate_limited';
  })[];
  /** Wrong passwords of the last 24 hours. */
  failedLast24h: number;
  /** Whether many wrong passwords were entered lately. */
  bruteForceAlert: boolean;
}

export interface UnlockGrant {
  /** The grant. Send it in the header `X-Share-Unlock`. */
  unlockToken: string;
  /** Time of expiry. */
  expiresAt: string;
}

export interface UnreadCount {
  /** Number of notifications that are still unread. */
  unread: number;
}

/** Lets the users of an application upload files within limits, without a credential of the account. */
export interface UploadGrant {
  /** ID of the object. */
  id: string;
  /** The first 12 characters of the token. */
  prefix: string;
  /** Folder that receives the files. `null`: the root. */
  folderId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Uploads that have begun by then may finish. */
  expiresAt: string;
  /** Maximum number of files. */
  maxFiles: number;
  /** Files that arrived, and uploads that are open. */
  usedFiles: number;
  /** Maximum bytes of a file. `null`: that of the owner’s plan. */
  maxFileBytes: number | null;
  /** Maximum bytes of all files together. `null`: no limit. */
  maxTotalBytes: number | null;
  /** Bytes of the files that arrived, and of uploads that are open. */
  usedBytes: number;
  /** Media types that are accepted, such as `image/*`. `null`: all. */
  allowedTypes: string[] | null;
  /** Origins of the pages that may use the grant. `null`: all. */
  allowedOrigins: string[] | null;
  /** Policy if the folder contains an item of the name of an upload. */
  onConflict: 'rename' | 'replace' | 'fail';
  /** Metadata of each file. */
  metadata: {
    [name: string]: string;
  };
  /** Tags of the item. */
  tags: string[];
  /** Text of the application. `null`: none. */
  data: string | null;
  /** Whether each file is shared. */
  share: boolean;
  /** When it was revoked. `null`: it was not. A grant also ends with the API key that created it. */
  revokedAt: string | null;
  /** Time of creation. */
  createdAt: string;
}

export interface UploadGrantPage {
  /** The upload grants. */
  uploadGrants: UploadGrant[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface UploadReservation {
  /** ID of the upload session. */
  sessionId: string;
  /** ID of the file that the upload creates. An upload that replaces the content of a file keeps that file’s ID: its status tells it. */
  fileId: string;
  /** URL that accepts the bytes with `PUT`. Needs no other credential. */
  uploadUrl: string;
  /** URL of the object storage that accepts the same `PUT`, with exactly the reserved number of bytes. Then query the status, which makes the bytes a file. Send them to `uploadUrl` if the storage cannot be reached; the upload completes once, by whichever comes first. `null` unless the server has direct uploads on, for visitors, and for files of more than 5 GiB. */
  directUrl: string | null;
  /** Token of the share. `null`: not shared. */
  shareToken: string | null;
  /** Short URL of the share. `null`: there is none. */
  shortUrl: string | null;
}

export interface UploadReservations {
  /** The files. */
  files: UploadReservation[];
}

export interface UploadStatus {
  /** ID of the upload session. */
  sessionId: string;
  /** Current state. */
  status: 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';
  /** ID of the new file, or of the file whose content the upload replaced. `null` until the upload is complete. */
  fileId: string | null;
  /** Name of the stored file, which differs from the requested name if that name was taken. `null` until the upload is complete. */
  fileName: string | null;
}

export interface User {
  /** ID of the object. */
  id: string;
  /** Email address. */
  email: string;
  /** Name. */
  name: string | null;
  /** Preferred language of emails and pages, a tag of BCP 47. `null`: none is chosen. */
  language: string | null;
  /** When notifications come by email. */
  notifications: {
    /** `now`: at once, which is the default. `daily`: in one email a day. `never`: no emails about what others do. */
    mail: MailFrequency;
  };
  /** Plan of the user, which sets limits. */
  plan: 'free' | 'paid';
  /** Whether the user is an administrator. */
  isAdmin: boolean;
  /** Time of creation. */
  createdAt: string;
  /** Bytes that count toward the quota: files, files in the trash, versions, pastes, WebDAV properties and open reservations. */
  usedBytes: number;
  /** Bytes of the files in the trash. */
  trashBytes: number;
  /** `null`: no quota. */
  quotaBytes: number | null;
  /** Maximum size of one file. */
  maxFileBytes: number;
  /** Files and folders, with those in the trash, and open reservations. */
  itemCount: number;
  /** Maximum of `itemCount`. `null`: no limit. */
  maxItems: number | null;
}

export interface UserChange {
  /** Name. */
  name?: string | null | undefined;
  /** Language for highlighting. `null`: plain text. */
  language?: string | null | undefined;
  /** When notifications come by email. */
  notifications?: {
    /** `now`, `daily` or `never`. */
    mail: MailFrequency;
  } | null | undefined;
}

export interface UserDeletion {
  /** ID of the user who receives everything. */
  toUserId?: string | null | undefined;
  /** ID of the team drive that receives everything. */
  driveId?: string | null | undefined;
}

export interface UserIdentity {
  /** ID of the object. */
  id: string;
  /** Name of the issuer for users. */
  name: string;
  /** URL of the issuer. */
  issuer: string;
  /** Email address at the last sign-in, if the issuer told it. */
  email: string | null;
  /** Time of creation. */
  createdAt: string;
  /** The last sign-in. */
  lastUsedAt: string;
}

export interface UserTransfer {
  /** ID of the user who receives everything. */
  toUserId?: string | null | undefined;
  /** ID of the team drive that receives everything. */
  driveId?: string | null | undefined;
}

export interface VisibilityChange {
  /** IDs of the items. */
  ids: string[];
  /** The visibility to set. */
  mode: 'PUBLIC' | 'PRIVATE';
}

export interface VisibilityResult {
  /** The items that were changed. */
  updated: Item[];
  /** The items that were refused, with the reason. */
  failed: BatchFailure[];
}

export interface Webhook {
  /** ID of the object. */
  id: string;
  /** URL. */
  url: string;
  /** Whether it is switched on. */
  enabled: boolean;
  /** Types of events that are sent: names, `file.*` and the like, or `*`. A test is always sent. */
  events: (
  | 'share.download'
  | 'share.download.anonymous'
  | 'collect.uploaded'
  | 'reproofing.submitted'
  | 'file.created'
  | 'file.replaced'
  | 'file.updated'
  | 'file.trashed'
  | 'file.restored'
  | 'file.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.trashed'
  | 'folder.restored'
  | 'folder.deleted'
  | 'share.created'
  | 'share.updated'
  | 'share.revoked'
  | 'access.given'
  | 'access.invited'
  | 'access.changed'
  | 'access.revoked'
  | 'comment.created'
  | 'notification.created'
  | 'upload.completed'
  | 'upload.failed'
  | 'webhook.test'
  | 'file.*'
  | 'folder.*'
  | 'share.*'
  | 'upload.*'
  | '*')[];
  /** Only events of what is in this folder are sent. `null`: no such restriction. */
  folderId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Number of consecutive deliveries that failed on all their attempts. */
  consecutiveFailures: number;
  /** `auto_disabled_failures` if too many deliveries failed. `null` if the owner disabled the webhook. */
  disabledReason: string | null;
  /** The first and the last 4 characters of the secret. */
  signingSecretMasked: string;
}

export interface WebhookChange {
  /** Whether it is switched on. */
  enabled?: boolean | null | undefined;
  /** URL. */
  url?: string | null | undefined;
  /** Types of events to send, at least one. */
  events?: (
  | 'share.download'
  | 'share.download.anonymous'
  | 'collect.uploaded'
  | 'reproofing.submitted'
  | 'file.created'
  | 'file.replaced'
  | 'file.updated'
  | 'file.trashed'
  | 'file.restored'
  | 'file.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.trashed'
  | 'folder.restored'
  | 'folder.deleted'
  | 'share.created'
  | 'share.updated'
  | 'share.revoked'
  | 'access.given'
  | 'access.invited'
  | 'access.changed'
  | 'access.revoked'
  | 'comment.created'
  | 'notification.created'
  | 'upload.completed'
  | 'upload.failed'
  | 'webhook.test'
  | 'file.*'
  | 'folder.*'
  | 'share.*'
  | 'upload.*'
  | '*')[] | null | undefined;
  /** Send only events of what is in this folder. `null` removes the restriction. */
  folderId?: string | null | undefined;
}

export interface WebhookDelivery {
  /** Sent in the header `X-Service-Delivery`. The same for every attempt. */
  id: string;
  /** ID of the event. */
  eventId: string;
  /** Type of the object. */
  type: string;
  /** Current state. */
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts to deliver it, the first one first. */
  attempts: DeliveryAttempt[];
  /** Time of the next attempt. `null`: none follows. */
  nextAttemptAt: string | null;
  /** Time of creation. */
  createdAt: string;
}

export interface WebhookDeliveryDetail {
  /** Sent in the header `X-Service-Delivery`. The same for every attempt. */
  id: string;
  /** ID of the event. */
  eventId: string;
  /** Type of the object. */
  type: string;
  /** Current state. */
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts to deliver it, the first one first. */
  attempts: DeliveryAttempt[];
  /** Time of the next attempt. `null`: none follows. */
  nextAttemptAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** The request body as it was sent and signed. */
  requestBody: string;
  /** The first 4 KiB of the response to the last attempt. */
  responseBody: string | null;
}

export interface WebhookDeliveryPage {
  /** The deliveries. */
  deliveries: WebhookDelivery[];
  /** Position of the page in the complete list. */
  pagination: Pagination;
}

export interface WebhookTest {
  /** Whether the receiver answered with a status from 200 to 299. */
  delivered: boolean;
  /** Reason of the failure. `null` if the event was delivered. */
  error: string | null;
  /** HTTP status of the response. `null` if there was no response. */
  statusCode: number | null;
}

export interface WebhookWithSecret {
  /** ID of the object. */
  id: string;
  /** URL. */
  url: string;
  /** Whether it is switched on. */
  enabled: boolean;
  /** Types of events that are sent: names, `file.*` and the like, or `*`. A test is always sent. */
  events: (
  | 'share.download'
  | 'share.download.anonymous'
  | 'collect.uploaded'
  | 'reproofing.submitted'
  | 'file.created'
  | 'file.replaced'
  | 'file.updated'
  | 'file.trashed'
  | 'file.restored'
  | 'file.deleted'
  | 'folder.created'
  | 'folder.updated'
  | 'folder.trashed'
  | 'folder.restored'
  | 'folder.deleted'
  | 'share.created'
  | 'share.updated'
  | 'share.revoked'
  | 'access.given'
  | 'access.invited'
  | 'access.changed'
  | 'access.revoked'
  | 'comment.created'
  | 'notification.created'
  | 'upload.completed'
  | 'upload.failed'
  | 'webhook.test'
  | 'file.*'
  | 'folder.*'
  | 'share.*'
  | 'upload.*'
  | '*')[];
  /** Only events of what is in this folder are sent. `null`: no such restriction. */
  folderId: string | null;
  /** ID of the team drive that it belongs to. `null`: it belongs to a user. */
  driveId: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Number of consecutive deliveries that failed on all their attempts. */
  consecutiveFailures: number;
  /** `auto_disabled_failures` if too many deliveries failed. `null` if the owner disabled the webhook. */
  disabledReason: string | null;
  /** The first and the last 4 characters of the secret. */
  signingSecretMasked: string;
  /** The complete secret. Returned only once. */
  signingSecret: string;
}

/** The data of events, by event type. */
export interface EventData {
  /** A recipient downloaded from a share. */
  'share.download': {
    /** Token of the share. */
    share_token: string;
    /** Name of the shared file or folder. */
    share_name: string;
    /** Domain of the recipient’s email address. */
    recipient_email_domain: string;
    /** Country from which the visitor downloaded (ISO 3166-1). Only if the server has `DRIVE_COUNTRY_TABLE`. */
    country?: string | undefined;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A visitor without a personal link downloaded from a share. */
  'share.download.anonymous': {
    /** Token of the share. */
    share_token: string;
    /** Name of the shared file or folder. */
    share_name: string;
    /** Country from which the visitor downloaded (ISO 3166-1). Only if the server has `DRIVE_COUNTRY_TABLE`. */
    country?: string | undefined;
    /** `null` for a ZIP archive of several files. */
    file_id: string | null;
    /** Name of the file. */
    file_name: string | null;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file was uploaded through a file request. */
  'collect.uploaded': {
    /** Token of the file request. */
    collection_token: string;
    /** Name of the file request. */
    collection_name: string;
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** Name of the sender. */
    uploader_name: string | null;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A client submitted a selection to a proofing. */
  'reproofing.submitted': {
    /** Token of the proofing. */
    proofing_token: string;
    /** Name of the proofing. */
    proofing_name: string;
    /** IDs of the files. */
    file_ids: string[];
    /** Name of the client. */
    client_name: string | null;
    /** Remark of the client. */
    comment: string | null;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file was added. */
  'file.created': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file got a new content, by an upload or a restored version. */
  'file.replaced': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file was renamed or moved, or its details changed. */
  'file.updated': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
    /** What changed. */
    changed: ('name' | 'parent' | 'metadata' | 'tags' | 'modifiedAt')[];
    /** Name, folder and path before the change, as far as they changed. */
    previous: {
      /** Former name. */
      name?: string | undefined;
      /** ID of the former folder; `null` for the root. */
      parent_id?: string | null | undefined;
      /** Former path. */
      path?: string | undefined;
    };
  };
  /** A file was moved to the trash. */
  'file.trashed': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file was restored from the trash. */
  'file.restored': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A file was permanently deleted. */
  'file.deleted': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A folder was added. */
  'folder.created': {
    /** ID of the folder. */
    folder_id: string;
    /** Name of the folder. */
    folder_name: string;
    /** `null` for the root. */
    parent_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A folder was renamed or moved, or its details changed. There are no events of what is in it. */
  'folder.updated': {
    /** ID of the folder. */
    folder_id: string;
    /** Name of the folder. */
    folder_name: string;
    /** `null` for the root. */
    parent_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
    /** What changed. */
    changed: ('name' | 'parent' | 'metadata' | 'tags' | 'modifiedAt')[];
    /** Name, folder and path before the change, as far as they changed. */
    previous: {
      /** Former name. */
      name?: string | undefined;
      /** ID of the former folder; `null` for the root. */
      parent_id?: string | null | undefined;
      /** Former path. */
      path?: string | undefined;
    };
  };
  /** A folder was moved to the trash with all that is in it, of which there are no events. */
  'folder.trashed': {
    /** ID of the folder. */
    folder_id: string;
    /** Name of the folder. */
    folder_name: string;
    /** `null` for the root. */
    parent_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A folder was restored from the trash with all that is in it, of which there are no events. */
  'folder.restored': {
    /** ID of the folder. */
    folder_id: string;
    /** Name of the folder. */
    folder_name: string;
    /** `null` for the root. */
    parent_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A folder was permanently deleted with all that is in it, of which there are no events. */
  'folder.deleted': {
    /** ID of the folder. */
    folder_id: string;
    /** Name of the folder. */
    folder_name: string;
    /** `null` for the root. */
    parent_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A link was created: a share, a file request or a proofing. */
  'share.created': {
    /** Token of the share. */
    share_token: string;
    /** What the link is of: one file or folder, several items, a file request or a proofing. */
    kind: 'share' | 'multi_share' | 'file_request' | 'proofing';
    /** ID of the shared file or folder, or of the folder of a file request or a proofing; `null` for several files. */
    item_id: string | null;
    /** Name of the link. */
    name: string;
    /** `PRIVATE`, `SHARED` or `PUBLIC`; `null` for file requests and proofings. */
    mode: string | null;
    /** URL of the link. */
    url: string;
    /** Time of the event. */
    occurred_at: string;
  };
  /** The settings of a link were changed, or a link to several files has lost some of them. */
  'share.updated': {
    /** Token of the share. */
    share_token: string;
    /** What the link is of: one file or folder, several items, a file request or a proofing. */
    kind: 'share' | 'multi_share' | 'file_request' | 'proofing';
    /** ID of the shared file or folder, or of the folder of a file request or a proofing; `null` for several files. */
    item_id: string | null;
    /** Name of the link. */
    name: string;
    /** `PRIVATE`, `SHARED` or `PUBLIC`; `null` for file requests and proofings. */
    mode: string | null;
    /** URL of the link. */
    url: string;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A link was revoked or deleted. */
  'share.revoked': {
    /** Token of the share. */
    share_token: string;
    /** What the link is of: one file or folder, several items, a file request or a proofing. */
    kind: 'share' | 'multi_share' | 'file_request' | 'proofing';
    /** ID of the shared file or folder, or of the folder of a file request or a proofing; `null` for several files. */
    item_id: string | null;
    /** Name of the link. */
    name: string;
    /** `PRIVATE`, `SHARED` or `PUBLIC`; `null` for file requests and proofings. */
    mode: string | null;
    /** URL of the link. */
    url: string;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A user or a group was given a role on a file or a folder. */
  'access.given': {
    /** ID of the file or folder on which the role was given, or of the root of a team drive. */
    item_id: string;
    /** Its name. Empty for the root of a team drive. */
    item_name: string;
    /** Whether it is a user or a group. */
    principal_type: 'user' | 'group';
    /** ID of the user or the group. */
    principal_id: string;
    /** Name of the user, if set, or of the group. */
    principal_name: string | null;
    /** The role: the new one, or the one that was taken away. */
    role: MemberRole;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** Somebody was invited to get a role on a file or a folder. */
  'access.invited': {
    /** ID of the file or folder on which the role was given, or of the root of a team drive. */
    item_id: string;
    /** Its name. Empty for the root of a team drive. */
    item_name: string;
    /** The invited email address. */
    email: string;
    /** The role: the new one, or the one that was taken away. */
    role: MemberRole;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** The role of a user or a group on a file or a folder was changed. */
  'access.changed': {
    /** ID of the file or folder on which the role was given, or of the root of a team drive. */
    item_id: string;
    /** Its name. Empty for the root of a team drive. */
    item_name: string;
    /** Whether it is a user or a group. */
    principal_type: 'user' | 'group';
    /** ID of the user or the group. */
    principal_id: string;
    /** Name of the user, if set, or of the group. */
    principal_name: string | null;
    /** The role: the new one, or the one that was taken away. */
    role: MemberRole;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A role of a user or a group on a file or a folder was taken away, or given up. */
  'access.revoked': {
    /** ID of the file or folder on which the role was given, or of the root of a team drive. */
    item_id: string;
    /** Its name. Empty for the root of a team drive. */
    item_name: string;
    /** Whether it is a user or a group. */
    principal_type: 'user' | 'group';
    /** ID of the user or the group. */
    principal_id: string;
    /** Name of the user, if set, or of the group. */
    principal_name: string | null;
    /** The role: the new one, or the one that was taken away. */
    role: MemberRole;
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
  };
  /** A comment was written on a share. */
  'comment.created': {
    /** Token of the share. */
    share_token: string;
    /** Name of the link. */
    share_name: string;
    /** ID of the shared file or folder; `null` for several files. */
    item_id: string | null;
    /** ID of the comment. */
    comment_id: string;
    /** Name of the author, if one is known. */
    author_name: string | null;
    /** The text. */
    body: string;
    /** Time of the event. */
    occurred_at: string;
  };
  /** The user got a notification. */
  'notification.created': {
    /** ID of the notification. */
    notification_id: string;
    /** Its type, such as `access_given`. */
    notification_type: string;
    /** ID of the file or folder that it is about; `null` without one. */
    item_id: string | null;
    /** Time of the event. */
    occurred_at: string;
  };
  /** An upload through an upload grant is complete. */
  'upload.completed': {
    /** ID of the file. */
    file_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** Begins with `/` and ends with the name. Relative to the folder of the API key that created the webhook or opened the stream, if it is for one folder. */
    path: string;
    /** Size of the file in bytes. */
    file_size: number;
    /** MIME type. */
    mime_type: string;
    /** `null` until it is known. */
    sha256: string | null;
    /** Number of the content. */
    version: number;
    /** What applications keep with the item. */
    metadata: {
      [name: string]: string;
    };
    /** Tags of the item. */
    tags: string[];
    /** What caused the event. */
    origin: EventOrigin;
    /** Time of the event. */
    occurred_at: string;
    /** ID of the upload grant. */
    grant_id: string;
    /** `data` of the grant; `null` without it. */
    grant_data: string | null;
  };
  /** An upload that was reserved ended without a file. */
  'upload.failed': {
    /** ID of the upload. */
    session_id: string;
    /** Name of the file. */
    file_name: string;
    /** `null` for the root. */
    folder_id: string | null;
    /** It was idle for too long, it was cancelled, or its file could not be added. */
    reason: 'expired' | 'cancelled' | 'refused';
    /** ID of the upload grant; `null` without one. */
    grant_id: string | null;
    /** Time of the event. */
    occurred_at: string;
  };
  /** The owner sent a test event to a webhook. */
  'webhook.test': {
    /** Text for the recipients or visitors. */
    message: string;
    /** Time of the event. */
    occurred_at: string;
  };
}

/** Options of the list `listUploadGrants`: its page, order and filters. */
export interface ListUploadGrantsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listFiles`: its page, order and filters. */
export interface ListFilesQuery {
  /** The folder to list. Default: the root. */
  parentId?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** Order of the items; `-` reverses it. In order of `downloadCount`, files that are downloaded meanwhile may be missing from later pages, or repeated. */
  sort?: 'type,name' | 'name' | '-name' | '-createdAt' | 'createdAt' | '-size' | 'size' | '-downloadCount' | 'downloadCount' | undefined;
  /** Part of the name, in the whole drive. */
  q?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** `true`: the topmost files and folders of others that the caller was given, instead of a folder. Without `q`, `parentId`, `driveId` and filters. */
  sharedWithMe?: boolean | undefined;
  /** Only files, or only folders. */
  type?: 'file' | 'folder' | undefined;
  /** Only items whose `contentKind` is this one. */
  contentKind?: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other' | undefined;
  /** Only items with this tag, compared without case. Repeat it for items with all of these tags. */
  tag?: string[] | undefined;
  /** Only items whose metadata has exactly this value: the parameter of the key `order` is `meta.order=42`. Several keys must all match. */
  meta?: {
    [name: string]: string;
  } | undefined;
  /** Only files of at least this many bytes. */
  minSize?: number | undefined;
  /** Only files of at most this many bytes. */
  maxSize?: number | undefined;
  /** Only items whose `uploadedAt` is this time or later. */
  uploadedAfter?: string | undefined;
  /** Only items whose `uploadedAt` is this time or earlier. */
  uploadedBefore?: string | undefined;
  /** Only files whose `modifiedAt` is this time or later. */
  modifiedAfter?: string | undefined;
  /** Only files whose `modifiedAt` is this time or earlier. */
  modifiedBefore?: string | undefined;
  /** Only items that the caller starred, or with `false` only the others. */
  starred?: boolean | undefined;
  /** Only items whose `shareMode` is `SHARED` or `PUBLIC`, or with `false` only the others. */
  shared?: boolean | undefined;
}

/** Options of the list `listTrash`: its page, order and filters. */
export interface ListTrashQuery {
  /** Also returns the folders that were trashed themselves. */
  includeFolders?: boolean | undefined;
}

/** Options of the list `listTrashedItems`: its page, order and filters. */
export interface ListTrashedItemsQuery {
  /** Returns only what was anywhere below this folder. Default: everything. */
  folderId?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** Order of the items; `-` reverses it. */
  sort?: '-trashedAt' | 'trashedAt' | 'name' | '-name' | '-size' | 'size' | undefined;
  /** `pagination.nextCursor` of the previous page, with the same `sort` and `folderId`. */
  cursor?: string | undefined;
  /** Most items of a page. A value above the server’s maximum is reduced to it. With `folderId`, a page can be shorter before the end. */
  limit?: number | undefined;
}

/** Options of the list `listTree`: its page, order and filters. */
export interface ListTreeQuery {
  /** The folder to list. Default: the root. */
  folderId?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** `pagination.nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** Most items of a page. A value above the server’s maximum is reduced to it. A page can be shorter before the end. */
  limit?: number | undefined;
}

/** Options of the list `searchItems`: its page, order and filters. */
export interface SearchItemsQuery {
  /** The words. Needed unless there is a filter. */
  q?: string | undefined;
  /** Search only below this folder. Default: everywhere. */
  in?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** Whose files and folders: `me`; what others gave the caller of the tree of one user or team drive, by its ID; or `any`: all that the caller reaches. An ID of which the caller reaches nothing finds nothing. Without `in` and `driveId`. */
  owner?: 'me' | 'any' | string | undefined;
  /** Only files, or only folders. */
  type?: 'file' | 'folder' | undefined;
  /** Only items whose `contentKind` is this one. */
  contentKind?: 'folder' | 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other' | undefined;
  /** Only items with this tag, compared without case. Repeat it for items with all of these tags. */
  tag?: string[] | undefined;
  /** Only items whose metadata has exactly this value: the parameter of the key `order` is `meta.order=42`. Several keys must all match. */
  meta?: {
    [name: string]: string;
  } | undefined;
  /** Only files of at least this many bytes. */
  minSize?: number | undefined;
  /** Only files of at most this many bytes. */
  maxSize?: number | undefined;
  /** Only items whose `uploadedAt` is this time or later. */
  uploadedAfter?: string | undefined;
  /** Only items whose `uploadedAt` is this time or earlier. */
  uploadedBefore?: string | undefined;
  /** Only files whose `modifiedAt` is this time or later. */
  modifiedAfter?: string | undefined;
  /** Only files whose `modifiedAt` is this time or earlier. */
  modifiedBefore?: string | undefined;
  /** Only items that the caller starred, or with `false` only the others. */
  starred?: boolean | undefined;
  /** Only items whose `shareMode` is `SHARED` or `PUBLIC`, or with `false` only the others. */
  shared?: boolean | undefined;
  /** Order of the results: the best first, or an order of listings. `-modifiedAt`: by `modifiedAt`, or `uploadedAt` without it, the latest first. */
  sort?: 'relevance' | 'name' | '-name' | '-createdAt' | 'createdAt' | '-uploadedAt' | '-modifiedAt' | undefined;
  /** Most results of a page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, with the same other parameters except `limit`. */
  cursor?: string | undefined;
}

/** Options of the list `listFileVersions`: its page, order and filters. */
export interface ListFileVersionsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listStoredFiles`: its page, order and filters. */
export interface ListStoredFilesQuery {
  /** Bytes to sort by: those of the versions, or of the current content. */
  by?: 'versions' | 'size' | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** Most files of a page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, with the same other parameters except `limit`. */
  cursor?: string | undefined;
}

/** Options of the list `listChanges`: its page, order and filters. */
export interface ListChangesQuery {
  /** Only changes of what is in this folder, also in one that was given to the caller. Default: all of the caller’s own. */
  folderId?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
  /** `cursor` of the previous answer, or of `/api/changes/latest`. */
  cursor?: string | undefined;
  /** Most changes of an answer. */
  limit?: number | undefined;
  /** Seconds to wait for a change if there is none. */
  wait?: number | undefined;
}

/** Options of the list `listTags`: its page, order and filters. */
export interface ListTagsQuery {
  /** Only of what is below this folder, also of one that was given to the caller. Default: all of the caller’s own. */
  folderId?: string | undefined;
  /** ID of a team drive: its root is meant instead of that of the caller. */
  driveId?: string | undefined;
}

/** Options of the list `searchDirectory`: its page, order and filters. */
export interface SearchDirectoryQuery {
  /** Part of a name or an email address. */
  q: string;
}

/** Options of the list `listActivity`: its page, order and filters. */
export interface ListActivityQuery {
  /** ID of a team drive. Default: the caller’s own drive. */
  driveId?: string | undefined;
  /** Only downloads through the link with this token, which owners and managers see. */
  shareToken?: string | undefined;
  /** Most entries of a page. A value above the server’s maximum is reduced to it. A page can be shorter before the end. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, with the same other parameters except `limit`. */
  cursor?: string | undefined;
}

/** Options of the list `listItemActivity`: its page, order and filters. */
export interface ListItemActivityQuery {
  /** Only downloads through the link with this token, which owners and managers see. */
  shareToken?: string | undefined;
  /** Most entries of a page. A value above the server’s maximum is reduced to it. A page can be shorter before the end. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, with the same other parameters except `limit`. */
  cursor?: string | undefined;
}

/** Options of the list `listNotifications`: its page, order and filters. */
export interface ListNotificationsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listRecipients`: its page, order and filters. */
export interface ListRecipientsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listShares`: its page, order and filters. */
export interface ListSharesQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: the shares of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listShareUploads`: its page, order and filters. */
export interface ListShareUploadsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listShareFiles`: its page, order and filters. */
export interface ListShareFilesQuery {
  /** A folder inside the shared folder. Default: the shared folder itself. */
  parentId?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** Order of the items; `-` reverses it. */
  sort?: 'type,name' | 'name' | '-name' | '-createdAt' | 'createdAt' | '-size' | 'size' | undefined;
  /** If it is not blank: the files and folders below that folder, however deep, whose names contain every word of it. A `"quoted phrase"` is one word. */
  q?: string | undefined;
  /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
  r?: string | undefined;
}

/** Options of the list `searchPublic`: its page, order and filters. */
export interface SearchPublicQuery {
  /** Part of the name of the file. */
  q?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listComments`: its page, order and filters. */
export interface ListCommentsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listReports`: its page, order and filters. */
export interface ListReportsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listCollectedUploads`: its page, order and filters. */
export interface ListCollectedUploadsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listCollections`: its page, order and filters. */
export interface ListCollectionsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listProofings`: its page, order and filters. */
export interface ListProofingsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listSubmissions`: its page, order and filters. */
export interface ListSubmissionsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listPastes`: its page, order and filters. */
export interface ListPastesQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listApiKeyPage`: its page, order and filters. */
export interface ListApiKeyPageQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listWebhookDeliveries`: its page, order and filters. */
export interface ListWebhookDeliveriesQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listWebhooks`: its page, order and filters. */
export interface ListWebhooksQuery {
  /** ID of a team drive of which the caller is a manager: those of the drive. */
  driveId?: string | undefined;
}

/** Options of the list `listSessionPage`: its page, order and filters. */
export interface ListSessionPageQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listAudit`: its page, order and filters. */
export interface ListAuditQuery {
  /** Only entries in which this user is the actor or the affected account. */
  userId?: string | undefined;
  /** Only entries with this action. */
  action?: 
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_out'
  | 'session.ended'
  | 'password.changed'
  | 'password.reset'
  | 'password.set'
  | 'totp.enabled'
  | 'totp.disabled'
  | 'totp.reset'
  | 'totp.recovery_used'
  | 'passkey.added'
  | 'passkey.removed'
  | 'identity.linked'
  | 'identity.unlinked'
  | 'account.suspended'
  | 'account.admitted'
  | 'account.registered'
  | 'account.vouched'
  | 'account.deletion_requested'
  | 'account.kept'
  | 'invite.created'
  | 'invite.revoked'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'device.approved'
  | 'device.refused'
  | 'share.created'
  | 'share.changed'
  | 'share.revoked'
  | 'share.recipients_added'
  | 'share.recipient_removed'
  | 'collection.created'
  | 'collection.changed'
  | 'collection.deleted'
  | 'upload_grant.created'
  | 'upload_grant.revoked'
  | 'proofing.created'
  | 'proofing.changed'
  | 'proofing.deleted'
  | 'paste.created'
  | 'paste.deleted'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_rotated'
  | 'webhook.deleted'
  | 'user.created'
  | 'user.changed'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.deleted'
  | 'access.given'
  | 'access.invited'
  | 'access.invitation_revoked'
  | 'access.changed'
  | 'access.revoked'
  | 'drive.created'
  | 'drive.changed'
  | 'drive.deleted'
  | 'drive.restored'
  | 'drive.purged'
  | 'group.created'
  | 'group.changed'
  | 'group.deleted'
  | 'group.member_added'
  | 'group.member_removed'
  | 'file.deleted'
  | 'file.quarantined'
  | 'file.released'
  | 'job.retried'
  | 'comment.deleted'
  | 'report.closed'
  | 'settings.changed' | undefined;
  /** Only entries at or after this time. */
  from?: string | undefined;
  /** Only entries before this time. */
  to?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listAllFiles`: its page, order and filters. */
export interface ListAllFilesQuery {
  /** `true`: only files that were uploaded without an account. `false`: only files that have an owner. */
  anonymous?: boolean | undefined;
  /** `true`: only files in quarantine. `false`: only files that are not. */
  quarantined?: boolean | undefined;
  /** Only files of this user. */
  ownerId?: string | undefined;
  /** Part of the file name, case-insensitive; or a complete file ID; or the token of the file’s share. */
  q?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listJobs`: its page, order and filters. */
export interface ListJobsQuery {
  /** Only jobs in this state. */
  state?: 'waiting' | 'due' | 'running' | 'failed' | undefined;
  /** Only jobs with this name, for example `files.purge`. */
  name?: string | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listInvites`: its page, order and filters. */
export interface ListInvitesQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listUsers`: its page, order and filters. */
export interface ListUsersQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** Part of the email address or the name. */
  q?: string | undefined;
  /** `true`: only disabled accounts. `false`: only enabled accounts. */
  disabled?: boolean | undefined;
}

/** Options of the list `listGroupMembers`: its page, order and filters. */
export interface ListGroupMembersQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
}

/** Options of the list `listGroups`: its page, order and filters. */
export interface ListGroupsQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** Part of the name. */
  q?: string | undefined;
}

/** Options of the list `listAllDrives`: its page, order and filters. */
export interface ListAllDrivesQuery {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Results per page. A value above the server’s maximum is reduced to it. */
  limit?: number | undefined;
  /** `pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed. */
  cursor?: string | undefined;
  /** Part of the name. */
  q?: string | undefined;
  /** `true`: the deleted ones instead of the others. */
  deleted?: boolean | undefined;
}

/** Input and output types of every JSON endpoint, by operation ID. */
export interface Operations {
  /**
   * Reserve an upload.
   *
   * The first of two calls. Checks the name, folder, size and quota, and returns the URL to send the bytes to.
   */
  createUpload: {
    method: 'POST';
    path: '/api/uploads';
    params: undefined;
    query: undefined;
    body: NewUpload;
    answer: UploadReservation;
  };
  /**
   * Reserve up to 100 uploads at once.
   *
   * Reserves either all uploads or none. The response lists the reservations in the order of the request.
   */
  createUploadBatch: {
    method: 'POST';
    path: '/api/uploads/batch';
    params: undefined;
    query: undefined;
    body: NewUploadBatch;
    answer: UploadReservations;
  };
  /**
   * Get the status of an upload.
   *
   * Completes an upload whose bytes were sent to its `directUrl`: the object is found, its size checked, and the file created before the response. Its `sha256` is `null` until the server has read the object. Answers 409 `name_conflict` if such an upload may not have its name by now (see `onConflict`), and 412 `precondition_failed` if what it was to meet has changed (see `ifMatch` and `ifAbsent`), and ends it as FAILED.
   */
  getUploadStatus: {
    method: 'GET';
    path: '/api/uploads/{sessionId}/status';
    params: {
      /** ID of the upload session. */
      sessionId: string;
    };
    query: undefined;
    body: undefined;
    answer: UploadStatus;
  };
  /**
   * Reserve an upload through a grant.
   *
   * The token of the grant is in the header `X-Upload-Grant`. Pages of every origin may call this, unless the grant has `allowedOrigins`. Send the bytes to the returned upload URL as for every upload; a file whose first bytes contradict `allowedTypes` answers 400 `file_type_not_allowed` there, and is not stored. The upload status contains the requested file name. A reservation expires after 15 minutes unless bytes arrive, and at most 100 reservations of a grant can be open; further requests get 429 `too_many_requests` with `Retry-After`.
   */
  createGrantedUpload: {
    method: 'POST';
    path: '/api/public/grants/uploads';
    params: undefined;
    query: undefined;
    body: NewGrantedUpload;
    answer: UploadReservation;
  };
  /**
   * Create an upload grant.
   *
   * Whoever has the token can upload files within the limits of the grant, from any page of `allowedOrigins`, without a credential of the account. A grant allows no more than its creator may, and ends with the API key that created it, or while its user is disabled. At most 1000 grants of a user can be active: neither revoked, nor expired, nor used up.
   */
  createUploadGrant: {
    method: 'POST';
    path: '/api/upload-grants';
    params: undefined;
    query: undefined;
    body: NewUploadGrant | undefined;
    answer: CreatedUploadGrant;
  };
  /** Get an upload grant. */
  getUploadGrant: {
    method: 'GET';
    path: '/api/upload-grants/{id}';
    params: {
      /** ID of the upload grant. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: UploadGrant;
  };
  /**
   * List upload grants.
   *
   * Also grants that have ended, for 14 days. An API key for one folder sees those that keys for it have created.
   */
  listUploadGrants: {
    method: 'GET';
    path: '/api/upload-grants';
    params: undefined;
    query: ListUploadGrantsQuery;
    body: undefined;
    answer: UploadGrantPage;
  };
  /**
   * Revoke an upload grant.
   *
   * Ends its open uploads: requests that send their bytes answer 410 `upload_session_expired`. Files that have arrived stay.
   */
  revokeUploadGrant: {
    method: 'DELETE';
    path: '/api/upload-grants/{id}';
    params: {
      /** ID of the upload grant. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Create a folder. */
  createFolder: {
    method: 'POST';
    path: '/api/files/folders';
    params: undefined;
    query: undefined;
    body: NewFolder;
    answer: Item;
  };
  /**
   * Empty the trash.
   *
   * Permanently deletes everything in the trash: that of the caller, or of a team drive of which the caller is a manager. Items that are trashed during the request stay there.
   */
  emptyTrash: {
    method: 'DELETE';
    path: '/api/files/trash';
    params: undefined;
    query: {
      /** ID of a team drive, whose trash is emptied instead of that of the caller. */
      driveId?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Get the download URL of a file. */
  getDownloadUrl: {
    method: 'GET';
    path: '/api/files/{fileId}/download-url';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: {
      /** Let the browser display the file instead of saving it. */
      inline?: boolean | undefined;
    };
    body: undefined;
    answer: DownloadUrl;
  };
  /** Get a file or folder. */
  getFile: {
    method: 'GET';
    path: '/api/files/{id}';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Item;
  };
  /** Get a file or folder by path. */
  getFileByPath: {
    method: 'GET';
    path: '/api/files/by-path';
    params: undefined;
    query: {
      /** Path from the root, or from `folderId`, for example `/Photos/2026/sea.jpg`. */
      path: string;
      /** The folder that the path begins in. Default: the root. */
      folderId?: string | undefined;
      /** ID of a team drive: its root is meant instead of that of the caller. */
      driveId?: string | undefined;
    };
    body: undefined;
    answer: Item;
  };
  /** Get the path of a file or folder. */
  getFilePath: {
    method: 'GET';
    path: '/api/files/{id}/path';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Item[];
  };
  /**
   * List or search files.
   *
   * Lists the folder `parentId`, or the root if it is omitted. If `q` is not blank, `parentId` is ignored and the result is every file of the caller whose name contains `q`, case-insensitive. Filters select among the items of the folder, or among the found files; an item is listed if it matches all of them.
   */
  listFiles: {
    method: 'GET';
    path: '/api/files';
    params: undefined;
    query: ListFilesQuery;
    body: undefined;
    answer: ItemPage;
  };
  /**
   * List the trash.
   *
   * Returns every file in the trash, including each file in a trashed folder, latest first. With `includeFolders`, also returns the folders that were trashed themselves, but not the folders inside them.
   */
  listTrash: {
    method: 'GET';
    path: '/api/files/trash';
    params: undefined;
    query: ListTrashQuery;
    body: undefined;
    answer: Item[];
  };
  /**
   * List what was moved to the trash.
   *
   * Returns the files and folders that were moved to the trash themselves. What is in a folder is not listed: it is restored and deleted with the folder.
   */
  listTrashedItems: {
    method: 'GET';
    path: '/api/trash';
    params: undefined;
    query: ListTrashedItemsQuery;
    body: undefined;
    answer: TrashPage;
  };
  /**
   * List everything below a folder.
   *
   * Lists the files and folders at any depth below `folderId`, or the whole drive if it is omitted, each folder before what is in it. Items that are neither moved nor replaced during the listing, and in no folder that is moved, are returned exactly once.
   */
  listTree: {
    method: 'GET';
    path: '/api/files/tree';
    params: undefined;
    query: ListTreeQuery;
    body: undefined;
    answer: TreePage;
  };
  /**
   * Move files and folders.
   *
   * Moves each item independently. Items that cannot be moved are listed in `failed` with the reason. Duplicate IDs count once. A move to the tree of another owner needs the role `editor` in both, takes versions and annotations with it, and counts in the quota of the new owner from then on; links of the items end, and what was given on them or below is given no longer. Files that only their owner downloads, because they are in quarantine or have not passed a virus scan, are moved there by nobody else (403 `file_quarantined`). A folder with more than 1000 items fails there with 409 `move_too_large`: use `POST /api/operations/move`.
   */
  moveFiles: {
    method: 'PATCH';
    path: '/api/files/move';
    params: undefined;
    query: undefined;
    body: ItemMove;
    answer: MoveResult;
  };
  /**
   * Permanently delete a file or folder in the trash.
   *
   * A folder is deleted with everything that was trashed together with it. Idempotent.
   */
  purgeFile: {
    method: 'DELETE';
    path: '/api/files/{id}/permanent';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Restore a file or folder from the trash.
   *
   * Restores the item into its previous folder, or into the root if that folder is deleted or in the trash. A folder is restored with everything that was trashed together with it; items in it that were trashed earlier stay in the trash.
   */
  restoreFile: {
    method: 'POST';
    path: '/api/files/{id}/restore';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Item;
  };
  /**
   * Move a file or folder to the trash.
   *
   * A folder is moved with everything in it. Idempotent: an item that is already in the trash is not changed.
   */
  trashFile: {
    method: 'DELETE';
    path: '/api/files/{id}';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: {
      /** Answers 409 `folder_not_empty` if there is anything in the folder that is not in the trash. Files are not affected. */
      onlyIfEmpty?: boolean | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /**
   * Rename, move, date, describe or tag a file or folder.
   *
   * All changes are made, or none. `null` is the same as omitted, except for `metadata`.
   */
  updateFile: {
    method: 'PATCH';
    path: '/api/files/{id}';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: ItemChange;
    answer: Item;
  };
  /**
   * Search files and folders.
   *
   * Returns the files and folders whose names contain every word of `q`, in any order, ignoring case; a `"quoted phrase"` is one word. The best come first: names that equal the query, then names that begin with its first word, then names in which every word begins a word, then all others; the newest first among equals. At most 20 words. With filters, only items that meet all of them; without `q`, all that do, the newest first.
   */
  searchItems: {
    method: 'GET';
    path: '/api/search';
    params: undefined;
    query: SearchItemsQuery;
    body: undefined;
    answer: SearchPage;
  };
  /**
   * Delete a version.
   *
   * Deletes the content permanently and frees its bytes.
   */
  deleteFileVersion: {
    method: 'DELETE';
    path: '/api/files/{id}/versions/{version}';
    params: {
      /** ID of the file or folder. */
      id: string;
      /** Number of the version. */
      version: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Delete all versions of a file.
   *
   * Deletes every content but the current one permanently, and frees the bytes. A file without versions stays as it is.
   */
  deleteFileVersions: {
    method: 'DELETE';
    path: '/api/files/{id}/versions';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: DeletedVersions;
  };
  /** Get the download URL of a version. */
  getFileVersionDownloadUrl: {
    method: 'GET';
    path: '/api/files/{id}/versions/{version}/download-url';
    params: {
      /** ID of the file or folder. */
      id: string;
      /** Number of the version. */
      version: string;
    };
    query: {
      /** Let the browser display the version instead of saving it. */
      inline?: boolean | undefined;
    };
    body: undefined;
    answer: DownloadUrl;
  };
  /**
   * List the versions of a file.
   *
   * Lists the contents that the file had before its current one. An upload with `onConflict: "replace"` makes a version of the content it replaces. The server keeps a number of versions per file for some time; they count in the storage quota.
   */
  listFileVersions: {
    method: 'GET';
    path: '/api/files/{id}/versions';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: ListFileVersionsQuery;
    body: undefined;
    answer: FileVersionPage;
  };
  /**
   * List the files that use the most storage.
   *
   * Lists files that are not in the trash: by the bytes of their versions, those with the most first; or the largest by their current content, from 1 MiB on. `driveId` lists those of a team drive of which the caller is a manager. A page can be shorter than `limit` before the end.
   */
  listStoredFiles: {
    method: 'GET';
    path: '/api/me/usage/files';
    params: undefined;
    query: ListStoredFilesQuery;
    body: undefined;
    answer: StoredFilePage;
  };
  /**
   * Restore a version.
   *
   * Makes the version the current content under a new number. The content that was current becomes a version, so nothing is lost and no quota is needed.
   */
  restoreFileVersion: {
    method: 'POST';
    path: '/api/files/{id}/versions/{version}/restore';
    params: {
      /** ID of the file or folder. */
      id: string;
      /** Number of the version. */
      version: string;
    };
    query: undefined;
    body: undefined;
    answer: Item;
  };
  /**
   * Set the thumbnail of a file.
   *
   * The body is an image of at most 1 MiB: a JPEG, PNG, GIF, WebP or AVIF. It is made smaller, turned upright and stored without its metadata. For what the server makes no thumbnail of: the first page of a document, a frame of a video. It belongs to the content: a new content has none, and a restored version its own. What is no image answers 400 `transform_unsupported`. With `If-Match` it is set only for the content that it was made of.
   */
  setThumbnail: {
    method: 'PUT';
    path: '/api/files/{id}/thumbnail';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: Blob;
    answer: Item;
  };
  /**
   * Get the download URLs of several files.
   *
   * Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once. A folder fails with status 404. A file whose URL was requested 30 times within a minute, alone or in batches, fails with status 429.
   */
  createDownloadUrls: {
    method: 'POST';
    path: '/api/files/download-urls';
    params: undefined;
    query: undefined;
    body: DownloadUrlBatch;
    answer: DownloadUrls;
  };
  /**
   * Permanently delete several files and folders in the trash.
   *
   * Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once. `updated` contains the items as they were in the trash. An item that was permanently deleted earlier counts as updated; its name may be empty. An item that is not in the trash fails with status 409.
   */
  purgeFiles: {
    method: 'POST';
    path: '/api/files/delete';
    params: undefined;
    query: undefined;
    body: ItemBatch;
    answer: ItemBatchResult;
  };
  /**
   * Restore several files and folders from the trash.
   *
   * Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once. An item whose name is taken in its folder fails with status 409.
   */
  restoreFiles: {
    method: 'POST';
    path: '/api/files/restore';
    params: undefined;
    query: undefined;
    body: ItemBatch;
    answer: ItemBatchResult;
  };
  /**
   * Move several files and folders to the trash.
   *
   * Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once. An item that is already in the trash counts as updated.
   */
  trashFiles: {
    method: 'POST';
    path: '/api/files/trash';
    params: undefined;
    query: undefined;
    body: ItemBatch;
    answer: ItemBatchResult;
  };
  /**
   * Cancel an operation.
   *
   * Ends a running operation. What a copy has made is deleted permanently; what was moved stays where it is. An operation that has ended is only forgotten.
   */
  cancelOperation: {
    method: 'DELETE';
    path: '/api/operations/{id}';
    params: {
      /** ID of the operation. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Copy files and folders.
   *
   * Copies each item independently, a folder with everything in it that is not in the trash. No bytes are read or written: a copy and its original share the stored content until one of them gets a new one. Each copy counts in full in the quota. A taken name becomes `name (1).ext`. Links, likes, comments, versions and counters are not copied, and files in quarantine are left out. Items that cannot be copied are listed in `failed` with the reason. Duplicate IDs count once. With `If-Match`, an item that has none of its tags is in `failed` with status 412.
   *
   * If there are more than 1000 items in all, the answer is 202, and the server copies them as an operation. At most 3 operations of a user run at a time.
   */
  copyFiles: {
    method: 'POST';
    path: '/api/files/copy';
    params: undefined;
    query: undefined;
    body: ItemCopy;
    answer: CopyResult | StartedOperation;
  };
  /**
   * Get the state of an operation.
   *
   * An operation can be read for a week after its end. A key for one folder reads those that keys for this folder began.
   */
  getOperation: {
    method: 'GET';
    path: '/api/operations/{id}';
    params: {
      /** ID of the operation. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Operation;
  };
  /**
   * Move files and folders as an operation.
   *
   * Moves each item as `PATCH /api/files/move` does, any number of items in all, also to the tree of another owner. `result` of the operation is the body of that answer. An operation that ends early leaves each item in one of the two trees. At most 3 operations of a user run at a time.
   */
  startMove: {
    method: 'POST';
    path: '/api/operations/move';
    params: undefined;
    query: undefined;
    body: OperationMove;
    answer: StartedOperation;
  };
  /**
   * Get the end of the change feed.
   *
   * To follow a drive from now on: get this cursor, then list the tree, then read the changes after the cursor. A change that happens meanwhile is returned, and may be in the listing already.
   */
  getLatestChange: {
    method: 'GET';
    path: '/api/changes/latest';
    params: undefined;
    query: {
      /** Only changes of what is in this folder, also in one that was given to the caller. Default: all of the caller’s own. */
      folderId?: string | undefined;
      /** ID of a team drive: its root is meant instead of that of the caller. */
      driveId?: string | undefined;
    };
    body: undefined;
    answer: ChangeCursor;
  };
  /**
   * List changes of files and folders.
   *
   * Returns the changes after `cursor`, in the order in which they were committed; each is returned once. Without `cursor` the feed begins with the oldest change that is kept (`DRIVE_CHANGES_DAYS`). A folder changes with everything in it by one change: list its tree after `created`. A cursor belongs to its user, and that of a key for one folder to the folder: another one, or one that is too old, answers 410 `cursor_expired`; read the tree anew. With `wait`, a request without changes is held until there is one or the time is over; its answer then has the same cursor. A server holds at most 20 requests of a user; more get 429 `too_many_requests`.
   */
  listChanges: {
    method: 'GET';
    path: '/api/changes';
    params: undefined;
    query: ListChangesQuery;
    body: undefined;
    answer: ChangePage;
  };
  /**
   * List the tags.
   *
   * Returns every tag of the caller’s files and folders outside the trash with the number of items. Tags that are equal when folded count as one. To a key for a folder, only what is below the folder counts.
   */
  listTags: {
    method: 'GET';
    path: '/api/tags';
    params: undefined;
    query: ListTagsQuery;
    body: undefined;
    answer: TagList;
  };
  /**
   * Star a file or folder.
   *
   * Stars are per user; nobody else sees them. Idempotent.
   */
  starFile: {
    method: 'PUT';
    path: '/api/files/{id}/star';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Add and remove tags of several files and folders.
   *
   * Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once. An item that would have more than 20 tags fails with status 400.
   */
  tagFiles: {
    method: 'POST';
    path: '/api/files/tags';
    params: undefined;
    query: undefined;
    body: TagBatch;
    answer: ItemBatchResult;
  };
  /**
   * Remove the star of a file or folder.
   *
   * Idempotent.
   */
  unstarFile: {
    method: 'DELETE';
    path: '/api/files/{id}/star';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Change a role.
   *
   * Needs the owner or the role `manager`. Nobody raises a role of their own.
   */
  changeAccess: {
    method: 'PATCH';
    path: '/api/files/{id}/access/{accessId}';
    params: {
      /** ID of the file or folder. */
      id: string;
      /** ID of the role that was given. */
      accessId: string;
    };
    query: undefined;
    body: AccessChange;
    answer: AccessGrant;
  };
  /**
   * Give users and groups access to an item.
   *
   * Needs the owner or the role `manager`. A role counts on the item and on everything below it; of several, the highest counts. All roles are given or none.
   *
   * An `email` without an account is invited, if the caller is an administrator or `DRIVE_MEMBERS_INVITE` of the server is on, and the server has a way to get an account; otherwise the answer is 404 `user_not_found`. The email has a link; the role is given when the account of the address exists. An account that was registered openly, and for which nobody has vouched, is invited, too, and its user accepts the role by the link. If `DRIVE_DIRECTORY` is off, every `email` that is given by a caller who is no administrator is invited, with or without an account, and its user accepts the role by the link. An invitation lasts 14 days; a new one to the same address and item replaces it. Such callers invite at most 30 addresses an hour. A user can cause at most 50 emails per hour and 200 per day, counted per recipient, unless the server is configured differently. At most 3 emails per hour are sent to one address, from all users together. A request over a limit sends no email and gets 429 `too_many_requests` with `Retry-After`.
   */
  giveAccess: {
    method: 'POST';
    path: '/api/files/{id}/access';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: NewAccess;
    answer: GivenAccessList;
  };
  /**
   * List who has access to an item.
   *
   * Lists the roles that were given on the item and on the folders above it. Callers who may not give roles see what they were given themselves.
   */
  listAccess: {
    method: 'GET';
    path: '/api/files/{id}/access';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: AccessList;
  };
  /**
   * Take a role away.
   *
   * Needs the owner or the role `manager`; everybody may give up what they were given themselves. With the ID of an invitation, it revokes that. It ends at once what was handed out: signed URLs, open uploads and requests.
   */
  revokeAccess: {
    method: 'DELETE';
    path: '/api/files/{id}/access/{accessId}';
    params: {
      /** ID of the file or folder. */
      id: string;
      /** ID of the role that was given. */
      accessId: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Find users and groups.
   *
   * Finds users by name or email address, and groups by name, at most 20. `DRIVE_DIRECTORY` of the server may say that only a complete email address finds a user, or nothing. Accounts that were registered openly are found once somebody has vouched for them. At most 60 searches a minute.
   */
  searchDirectory: {
    method: 'GET';
    path: '/api/directory';
    params: undefined;
    query: SearchDirectoryQuery;
    body: undefined;
    answer: DirectoryResults;
  };
  /**
   * List what happened in a drive.
   *
   * Lists who did what in the caller’s own drive, or in a team drive, the latest first. Kept for `DRIVE_CHANGES_DAYS`. The owner and managers also see links, downloads of visitors, comments and roles, unless their key lacks the scope `shares`. Members see nothing that happened outside of what they were given.
   */
  listActivity: {
    method: 'GET';
    path: '/api/activity';
    params: undefined;
    query: ListActivityQuery;
    body: undefined;
    answer: ActivityPage;
  };
  /**
   * List what happened to an item.
   *
   * Lists who did what to the file or folder and to everything that was in the folder at that time, the latest first. Kept for `DRIVE_CHANGES_DAYS`. The owner and managers also see links, downloads of visitors, comments and roles, unless their key lacks the scope `shares`. Members see nothing that happened outside of what they were given.
   */
  listItemActivity: {
    method: 'GET';
    path: '/api/files/{id}/activity';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: ListItemActivityQuery;
    body: undefined;
    answer: ActivityPage;
  };
  /**
   * List notifications.
   *
   * Lists what the user is told of, the unread ones first, the latest first. Kept for `DRIVE_CHANGES_DAYS`. `notifications.mail` of the user says when they come by email.
   */
  listNotifications: {
    method: 'GET';
    path: '/api/notifications';
    params: undefined;
    query: ListNotificationsQuery;
    body: undefined;
    answer: NotificationPage;
  };
  /**
   * Mark notifications as read.
   *
   * Marks those with the given IDs, or all. IDs that are unknown or read already are ignored.
   */
  readNotifications: {
    method: 'POST';
    path: '/api/notifications/read';
    params: undefined;
    query: undefined;
    body: NotificationsRead;
    answer: UnreadCount;
  };
  /**
   * Create a team drive.
   *
   * The caller becomes its manager. `DRIVE_TEAM_DRIVES` says who may: administrators, everybody or nobody. At most 20 an hour.
   */
  createDrive: {
    method: 'POST';
    path: '/api/drives';
    params: undefined;
    query: undefined;
    body: NewTeamDrive;
    answer: TeamDrive;
  };
  /**
   * Delete a team drive.
   *
   * Needs the role `manager`. Nobody reaches the drive any more. Administrators can restore it as long as the trash is kept; then it is deleted permanently.
   */
  deleteDrive: {
    method: 'DELETE';
    path: '/api/drives/{id}';
    params: {
      /** ID of the team drive. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get a team drive. */
  getDrive: {
    method: 'GET';
    path: '/api/drives/{id}';
    params: {
      /** ID of the team drive. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: TeamDrive;
  };
  /**
   * List team drives.
   *
   * Lists the drives on which the caller was given a role, directly or as a member of a group.
   */
  listDrives: {
    method: 'GET';
    path: '/api/drives';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: TeamDriveList;
  };
  /**
   * Change a team drive.
   *
   * Needs the role `manager`.
   */
  updateDrive: {
    method: 'PATCH';
    path: '/api/drives/{id}';
    params: {
      /** ID of the team drive. */
      id: string;
    };
    query: undefined;
    body: TeamDriveChange;
    answer: TeamDrive;
  };
  /**
   * Create or update the share of a file.
   *
   * Idempotent. If the file is already shared, only the fields in the request change, an expiry in the past is removed, and the token stays the same.
   */
  createFileShare: {
    method: 'POST';
    path: '/api/files/{fileId}/share';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: NewShare | undefined;
    answer: ShareDescriptor;
  };
  /**
   * List unlock attempts on a file share.
   *
   * Empty if there is no active share or no attempt.
   */
  getFileUnlockEvents: {
    method: 'GET';
    path: '/api/files/{fileId}/share/unlock-events';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: undefined;
    answer: UnlockAudit;
  };
  /**
   * Revoke a file share.
   *
   * Ends every link of the file.
   */
  revokeFileShare: {
    method: 'DELETE';
    path: '/api/files/{fileId}/share';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Set the expiry of a file share. */
  setFileShareExpiry: {
    method: 'PATCH';
    path: '/api/files/{fileId}/share/expiry';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: ShareExpiryChange;
    answer: ShareDescriptor;
  };
  /** Set the mode of a file share. */
  setFileShareMode: {
    method: 'PATCH';
    path: '/api/files/{fileId}/share';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: ShareModeChange;
    answer: ShareDescriptor;
  };
  /** Set the notifications of a file share. */
  setFileShareNotify: {
    method: 'PATCH';
    path: '/api/files/{fileId}/share/notify';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: ShareNotifyChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the password of a file share. */
  setFileSharePassword: {
    method: 'PATCH';
    path: '/api/files/{fileId}/share/password';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: SharePasswordChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the slug of a file share. */
  setFileShareSlug: {
    method: 'PATCH';
    path: '/api/files/{fileId}/share/slug';
    params: {
      /** ID of the file or folder. */
      fileId: string;
    };
    query: undefined;
    body: ShareSlugChange;
    answer: ShareDescriptor;
  };
  /**
   * Create or update the share of a folder.
   *
   * Idempotent. If the folder is already shared, only the fields in the request change, an expiry in the past is removed, and the token stays the same.
   */
  createFolderShare: {
    method: 'POST';
    path: '/api/folders/{folderId}/share';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: NewFolderShare | undefined;
    answer: ShareDescriptor;
  };
  /**
   * List unlock attempts on a folder share.
   *
   * Empty if there is no active share or no attempt.
   */
  getFolderUnlockEvents: {
    method: 'GET';
    path: '/api/folders/{folderId}/share/unlock-events';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: undefined;
    answer: UnlockAudit;
  };
  /**
   * Revoke a folder share.
   *
   * Ends every link of the folder.
   */
  revokeFolderShare: {
    method: 'DELETE';
    path: '/api/folders/{folderId}/share';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Set the expiry of a folder share. */
  setFolderShareExpiry: {
    method: 'PATCH';
    path: '/api/folders/{folderId}/share/expiry';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: ShareExpiryChange;
    answer: ShareDescriptor;
  };
  /** Set the mode of a folder share. */
  setFolderShareMode: {
    method: 'PATCH';
    path: '/api/folders/{folderId}/share';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: FolderShareModeChange;
    answer: ShareDescriptor;
  };
  /** Set the notifications of a folder share. */
  setFolderShareNotify: {
    method: 'PATCH';
    path: '/api/folders/{folderId}/share/notify';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: ShareNotifyChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the password of a folder share. */
  setFolderSharePassword: {
    method: 'PATCH';
    path: '/api/folders/{folderId}/share/password';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: SharePasswordChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the slug of a folder share. */
  setFolderShareSlug: {
    method: 'PATCH';
    path: '/api/folders/{folderId}/share/slug';
    params: {
      /** ID of the folder. */
      folderId: string;
    };
    query: undefined;
    body: ShareSlugChange;
    answer: ShareDescriptor;
  };
  /**
   * Create a multi-share.
   *
   * Shares several files under one link. The files belong to one user or one team drive, which then owns the link, and the caller may share each of them. If one of them cannot be shared, no share is created.
   */
  createMultiShare: {
    method: 'POST';
    path: '/api/files/share-multi';
    params: undefined;
    query: undefined;
    body: NewMultiShare;
    answer: MultiShare;
  };
  /** Get a share. */
  getShare: {
    method: 'GET';
    path: '/api/shares/{token}';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: ListedShare;
  };
  /** Check whether a slug is available. */
  getSlugAvailability: {
    method: 'GET';
    path: '/api/share/slug-available';
    params: undefined;
    query: {
      /** The slug to check. */
      slug: string;
    };
    body: undefined;
    answer: SlugAvailability;
  };
  /** List unlock attempts on a share. */
  getUnlockEvents: {
    method: 'GET';
    path: '/api/shares/{token}/unlock-events';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: UnlockAudit;
  };
  /** List the recipients of a share. */
  listRecipients: {
    method: 'GET';
    path: '/api/shares/{token}/recipients';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: ListRecipientsQuery;
    body: undefined;
    answer: RecipientPage;
  };
  /** List shares. */
  listShares: {
    method: 'GET';
    path: '/api/shares';
    params: undefined;
    query: ListSharesQuery;
    body: undefined;
    answer: SharePage;
  };
  /**
   * Remove a recipient from a share.
   *
   * Visits through the personal link of a removed recipient are no longer attributed to them.
   */
  removeRecipient: {
    method: 'DELETE';
    path: '/api/shares/{token}/recipients/{id}';
    params: {
      /** Token of the share. */
      token: string;
      /** ID of the recipient. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Revoke a share. */
  revokeShare: {
    method: 'DELETE';
    path: '/api/shares/{token}';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Email a share to recipients.
   *
   * Each recipient gets a personal link. An existing recipient is sent the same link again. A user can cause at most 50 emails per hour and 200 per day, counted per recipient, unless the server is configured differently. At most 3 emails per hour are sent to one address, from all users together. A request over a limit sends no email and gets 429 `too_many_requests` with `Retry-After`.
   */
  sendShare: {
    method: 'POST';
    path: '/api/shares/{token}/recipients';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: NewRecipients;
    answer: Recipients;
  };
  /** Set the expiry of a share. */
  setShareExpiry: {
    method: 'PATCH';
    path: '/api/shares/{token}/expiry';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: ShareExpiryChange;
    answer: ShareDescriptor;
  };
  /** Set the notifications of a share. */
  setShareNotify: {
    method: 'PATCH';
    path: '/api/shares/{token}/notify';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: ShareNotifyChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the password of a share. */
  setSharePassword: {
    method: 'PATCH';
    path: '/api/shares/{token}/password';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: SharePasswordChange;
    answer: ShareDescriptor;
  };
  /** Set or clear the slug of a share. */
  setShareSlug: {
    method: 'PATCH';
    path: '/api/shares/{token}/slug';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: ShareSlugChange;
    answer: ShareDescriptor;
  };
  /**
   * Set the visibility of files.
   *
   * `PUBLIC` creates a share, or makes the existing share public, of several links to a file the first one. `PRIVATE` ends every link of the file. A folder ID stands for the files directly in that folder.
   */
  setVisibility: {
    method: 'PATCH';
    path: '/api/files/visibility';
    params: undefined;
    query: undefined;
    body: VisibilityChange;
    answer: VisibilityResult;
  };
  /**
   * Create another link to a file or folder.
   *
   * Each link has its own mode, expiry, password, limit, slug, recipients and attempts to unlock it. An item has at most 50 links. Change and revoke one by its token; revoking the share of the item ends all of them.
   */
  createItemLink: {
    method: 'POST';
    path: '/api/files/{id}/links';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: NewItemLink | undefined;
    answer: ListedShare;
  };
  /**
   * Reserve an upload to a shared folder.
   *
   * For shares with `allowUpload`; others are refused with 403 `access_denied`. A file whose name is taken gets the next free one. Send the bytes to the returned upload URL as for every upload. A reservation expires after 15 minutes unless bytes arrive. At most 100 reservations can be open from one network; further requests get 429 `too_many_requests` with `Retry-After`.
   */
  createShareUpload: {
    method: 'POST';
    path: '/api/public/share/{token}/uploads';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: NewShareUpload;
    answer: UploadReservation;
  };
  /**
   * List the links of a file or folder.
   *
   * The operations on the share of a file or folder mean the first link; this lists all. Links to several files are not among them.
   */
  listItemLinks: {
    method: 'GET';
    path: '/api/files/{id}/links';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: ItemLinks;
  };
  /**
   * List the uploads of visitors of a share.
   *
   * A file remains in the list after it is renamed, moved or deleted.
   */
  listShareUploads: {
    method: 'GET';
    path: '/api/shares/{token}/uploads';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: ListShareUploadsQuery;
    body: undefined;
    answer: CollectedFilePage;
  };
  /**
   * Update a share.
   *
   * Omitted fields are not changed. The token never changes.
   */
  updateShare: {
    method: 'PATCH';
    path: '/api/shares/{token}';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: ShareChange;
    answer: ShareDescriptor;
  };
  /**
   * Create a ZIP archive of files and folders.
   *
   * Contains up to 200 of the caller’s files and folders, and everything in these folders. A single folder is the top of the ZIP, as in the archive of its share; of several, each is a folder of the ZIP. Entries have the modification time of their file, and empty folders are kept. `archive_size_exceeded` also returns `actual_bytes` and `cap_bytes`.
   */
  createArchive: {
    method: 'POST';
    path: '/api/files/archive';
    params: undefined;
    query: undefined;
    body: NewArchive;
    answer: ArchiveUrl;
  };
  /** Create a ZIP archive of a share. */
  createShareArchive: {
    method: 'POST';
    path: '/api/public/share/{token}/archive';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: {
      /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
      r?: string | undefined;
    };
    body: ArchiveOfShare | undefined;
    answer: ArchiveUrl;
  };
  /**
   * Take a download of a share file by file.
   *
   * One download of the share in any number of requests, like its ZIP archive: with the ticket in the header `X-Share-Ticket`, `getShareDownloadUrl` delivers each file once, and an interrupted file again. If the share limits downloads, the ticket takes one of them at once; otherwise it counts with its first file. It is valid for 24 hours and ends with the share and when its password changes. Crawlers and link previews get 403 `access_denied`, as far as their user agent tells.
   */
  createShareTicket: {
    method: 'POST';
    path: '/api/public/share/{token}/tickets';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: {
      /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
      r?: string | undefined;
    };
    body: undefined;
    answer: ShareTicket;
  };
  /**
   * Get the download URL of a shared file.
   *
   * Each URL is a download of its own. With a ticket of `createShareTicket` in the header `X-Share-Ticket` all files together are one, and a file that it has delivered is refused with 410 `share_limit_reached`. If the share limits downloads, a URL delivers at most twice its file and counts once: what was broken off or lost can be requested again for 15 minutes. A ticket that has expired is refused with 403 `access_denied`.
   */
  getShareDownloadUrl: {
    method: 'GET';
    path: '/api/public/share/{token}/download-url';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: {
      /** Not needed if the share contains a single file. */
      fileId?: string | undefined;
      /** Let the browser display the file instead of saving it. */
      inline?: boolean | undefined;
      /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
      r?: string | undefined;
    };
    body: undefined;
    answer: DownloadUrl;
  };
  /** List the files of a share. */
  listShareFiles: {
    method: 'GET';
    path: '/api/public/share/{token}/files';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: ListShareFilesQuery;
    body: undefined;
    answer: SharedItemPage;
  };
  /**
   * Get a public share.
   *
   * While `locked` is true, only the token, the kind, the expiry and the flags are returned. To see the rest, send the grant of `unlockShare` in the header `X-Share-Unlock`. A share without downloads left is opened by a ticket in the header `X-Share-Ticket`, here and at the operations that unlock it, list its files and return their URLs.
   */
  resolveShare: {
    method: 'GET';
    path: '/api/public/share/{token}';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: {
      /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
      r?: string | undefined;
    };
    body: undefined;
    answer: PublicShare;
  };
  /**
   * Save a share to the own drive.
   *
   * Copies everything that is shared, or some of its files, to the drive of the caller, as `copyFiles` does: no bytes are read or written, each copy counts in full in the quota of the tree that gets it, a taken name becomes `name (1).ext`, and files that visitors cannot download are left out. Metadata and tags are not copied. It counts as one download of the share, and takes one of a limited number when the copy begins. A link that is closed meanwhile, or gets another password, ends the copy. If there are more than 1000 items in all, the answer is 202, and the server copies them as an operation. A repeat with the same `Idempotency-Key` copies nothing again, and is answered with the operation if there are more than 100.
   */
  saveShare: {
    method: 'POST';
    path: '/api/public/share/{token}/save';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: {
      /** The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent. */
      r?: string | undefined;
    };
    body: SharedCopy;
    answer: CopyResult | StartedOperation;
  };
  /** Search public shares. */
  searchPublic: {
    method: 'GET';
    path: '/api/public/search';
    params: undefined;
    query: SearchPublicQuery;
    body: undefined;
    answer: FoundShares;
  };
  /**
   * Unlock a share.
   *
   * Takes the password of the share. The grant is returned and also set as a cookie. It becomes invalid when the password changes.
   */
  unlockShare: {
    method: 'POST';
    path: '/api/public/share/{token}/unlock';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: UnlockAttempt;
    answer: UnlockGrant;
  };
  /**
   * Comment on a share.
   *
   * With an API key or a session, the comment belongs to the account; otherwise to a visitor. Answers 403 `access_denied` if the owner has disabled comments.
   */
  createComment: {
    method: 'POST';
    path: '/api/public/share/{token}/comments';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: NewComment;
    answer: CreatedComment;
  };
  /**
   * Delete a comment.
   *
   * Only the author of the comment and the owner of the share can delete it.
   */
  deleteComment: {
    method: 'DELETE';
    path: '/api/public/share/{token}/comments/{id}';
    params: {
      /** Token of the share. */
      token: string;
      /** ID of the comment. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Like a share.
   *
   * Counts once per account, or once per visitor without an account, who is identified by a cookie or by the header `X-Share-Visitor`. Idempotent. Answers 403 `access_denied` if the owner has disabled likes.
   */
  likeShare: {
    method: 'PUT';
    path: '/api/public/share/{token}/like';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: Liked;
  };
  /**
   * List the comments on a share.
   *
   * The owner can list them in every state of the share until it is revoked. Other callers get 403 `access_denied` if comments are disabled.
   */
  listComments: {
    method: 'GET';
    path: '/api/public/share/{token}/comments';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: ListCommentsQuery;
    body: undefined;
    answer: CommentPage;
  };
  /**
   * Remove a like.
   *
   * Idempotent. Also works after the owner has disabled likes.
   */
  unlikeShare: {
    method: 'DELETE';
    path: '/api/public/share/{token}/like';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Close a report.
   *
   * Deletes the report and changes nothing else. Reports about a file are also closed when an administrator quarantines or deletes the file.
   */
  closeReport: {
    method: 'DELETE';
    path: '/api/admin/reports/{id}';
    params: {
      /** ID of the report. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * List open reports.
   *
   * Returns the reports of visitors that no administrator has closed.
   */
  listReports: {
    method: 'GET';
    path: '/api/admin/reports';
    params: undefined;
    query: ListReportsQuery;
    body: undefined;
    answer: ReportPage;
  };
  /**
   * Report a share.
   *
   * Reports to the administrators of the server that something is wrong with the shared files. The owner is not told. At most 5 per hour and network, and 20 per day and share.
   */
  reportShare: {
    method: 'POST';
    path: '/api/public/share/{token}/reports';
    params: {
      /** Token of the share. */
      token: string;
    };
    query: undefined;
    body: NewReport;
    answer: undefined;
  };
  /**
   * Reserve several anonymous uploads.
   *
   * Reserves either all uploads or none. The response lists the reservations in the order of the request, each with its own link. A reservation expires after 15 minutes unless bytes arrive. At most 100 reservations can be open from one network; further requests get 429 `too_many_requests` with `Retry-After`.
   */
  createAnonymousBatch: {
    method: 'POST';
    path: '/api/public/uploads/batch';
    params: undefined;
    query: undefined;
    body: NewAnonymousBatch;
    answer: UploadReservations;
  };
  /**
   * Reserve an anonymous upload.
   *
   * Needs no account. The file is shared immediately; the response contains the link. A reservation expires after 15 minutes unless bytes arrive. At most 100 reservations can be open from one network; further requests get 429 `too_many_requests` with `Retry-After`.
   */
  createAnonymousUpload: {
    method: 'POST';
    path: '/api/public/uploads';
    params: undefined;
    query: undefined;
    body: NewAnonymousUpload;
    answer: UploadReservation;
  };
  /**
   * Get a captcha challenge.
   *
   * Answers `not_found` unless the captcha provider of the server is `altcha`.
   */
  getCaptchaChallenge: {
    method: 'GET';
    path: '/api/public/captcha/challenge';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: CaptchaChallenge;
  };
  /**
   * Reserve an upload to a file request.
   *
   * Send the bytes to the returned upload URL as for every upload. The upload status contains the requested file name. A reservation expires after 15 minutes unless bytes arrive. At most 100 reservations can be open from one network; further requests get 429 `too_many_requests` with `Retry-After`.
   */
  createCollectedUpload: {
    method: 'POST';
    path: '/api/public/collect/{token}/uploads';
    params: {
      /** Token of the file request. */
      token: string;
    };
    query: undefined;
    body: NewCollectedUpload;
    answer: UploadReservation;
  };
  /**
   * Create a file request.
   *
   * Everyone with the link can upload files without an account. The files count toward the owner’s quota. In a team drive the file request belongs to the drive, and stays when its maker leaves.
   */
  createCollection: {
    method: 'POST';
    path: '/api/collections';
    params: undefined;
    query: undefined;
    body: NewCollection;
    answer: Collection;
  };
  /**
   * Delete a file request.
   *
   * Keeps the uploaded files. Uploads that have started are completed; reservations without bytes are cancelled.
   */
  deleteCollection: {
    method: 'DELETE';
    path: '/api/collections/{id}';
    params: {
      /** ID of the file request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get a file request. */
  getCollection: {
    method: 'GET';
    path: '/api/collections/{id}';
    params: {
      /** ID of the file request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Collection;
  };
  /**
   * List the uploads to a file request.
   *
   * A file remains in the list after it is renamed, moved or deleted.
   */
  listCollectedUploads: {
    method: 'GET';
    path: '/api/collections/{id}/uploads';
    params: {
      /** ID of the file request. */
      id: string;
    };
    query: ListCollectedUploadsQuery;
    body: undefined;
    answer: CollectedFilePage;
  };
  /** List file requests. */
  listCollections: {
    method: 'GET';
    path: '/api/collections';
    params: undefined;
    query: ListCollectionsQuery;
    body: undefined;
    answer: CollectionPage;
  };
  /**
   * Get a public file request.
   *
   * While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockCollection` in the header `X-Share-Unlock`.
   */
  resolveCollection: {
    method: 'GET';
    path: '/api/public/collect/{token}';
    params: {
      /** Token of the file request. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: PublicCollection;
  };
  /**
   * Unlock a file request.
   *
   * Takes the password of the file request. The grant is returned and also set as a cookie. It becomes invalid when the password changes.
   */
  unlockCollection: {
    method: 'POST';
    path: '/api/public/collect/{token}/unlock';
    params: {
      /** Token of the file request. */
      token: string;
    };
    query: undefined;
    body: UnlockAttempt;
    answer: UnlockGrant;
  };
  /**
   * Update a file request.
   *
   * Omitted fields are not changed. The token never changes.
   */
  updateCollection: {
    method: 'PATCH';
    path: '/api/collections/{id}';
    params: {
      /** ID of the file request. */
      id: string;
    };
    query: undefined;
    body: CollectionChange;
    answer: Collection;
  };
  /**
   * Create a proofing.
   *
   * Everyone with the link can see the thumbnails of the files and submit a selection without an account. In a team drive the proofing belongs to the drive, and stays when its maker leaves.
   */
  createProofing: {
    method: 'POST';
    path: '/api/proofings';
    params: undefined;
    query: undefined;
    body: NewProofing;
    answer: Proofing;
  };
  /**
   * Submit a selection.
   *
   * Each submission is a separate round and does not replace earlier ones.
   */
  createSubmission: {
    method: 'POST';
    path: '/api/public/proofing/{token}/submissions';
    params: {
      /** Token of the proofing. */
      token: string;
    };
    query: undefined;
    body: NewSubmission;
    answer: Submitted;
  };
  /**
   * Delete a proofing.
   *
   * Deletes its submissions. Keeps the files.
   */
  deleteProofing: {
    method: 'DELETE';
    path: '/api/proofings/{id}';
    params: {
      /** ID of the proofing. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get a proofing. */
  getProofing: {
    method: 'GET';
    path: '/api/proofings/{id}';
    params: {
      /** ID of the proofing. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Proofing;
  };
  /** Get a submission with its files. */
  getSubmission: {
    method: 'GET';
    path: '/api/proofings/{id}/submissions/{submissionId}';
    params: {
      /** ID of the proofing. */
      id: string;
      /** ID of the submission. */
      submissionId: string;
    };
    query: undefined;
    body: undefined;
    answer: SubmissionWithFiles;
  };
  /** List proofings. */
  listProofings: {
    method: 'GET';
    path: '/api/proofings';
    params: undefined;
    query: ListProofingsQuery;
    body: undefined;
    answer: ProofingPage;
  };
  /** List the submissions to a proofing. */
  listSubmissions: {
    method: 'GET';
    path: '/api/proofings/{id}/submissions';
    params: {
      /** ID of the proofing. */
      id: string;
    };
    query: ListSubmissionsQuery;
    body: undefined;
    answer: SubmissionPage;
  };
  /**
   * Get a public proofing.
   *
   * While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockProofing` in the header `X-Share-Unlock`.
   */
  resolveProofing: {
    method: 'GET';
    path: '/api/public/proofing/{token}';
    params: {
      /** Token of the proofing. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: PublicProofing;
  };
  /**
   * Unlock a proofing.
   *
   * Takes the password of the proofing. The grant is returned and also set as a cookie. It becomes invalid when the password changes.
   */
  unlockProofing: {
    method: 'POST';
    path: '/api/public/proofing/{token}/unlock';
    params: {
      /** Token of the proofing. */
      token: string;
    };
    query: undefined;
    body: UnlockAttempt;
    answer: UnlockGrant;
  };
  /**
   * Update a proofing.
   *
   * Omitted fields are not changed. The token and the selection of files or folder never change.
   */
  updateProofing: {
    method: 'PATCH';
    path: '/api/proofings/{id}';
    params: {
      /** ID of the proofing. */
      id: string;
    };
    query: undefined;
    body: ProofingChange;
    answer: Proofing;
  };
  /**
   * Create a paste.
   *
   * With an API key or a session, the paste belongs to the account and counts toward its quota. Without one, the paste counts as an anonymous upload, with the same limits and the same captcha, and cannot be listed or changed later. An invalid API key is refused, so that a paste for an account is never created without an owner.
   */
  createPaste: {
    method: 'POST';
    path: '/api/pastes';
    params: undefined;
    query: undefined;
    body: NewPaste;
    answer: Paste;
  };
  /**
   * Delete a paste.
   *
   * Permanent. An administrator can also delete pastes that were created without an account.
   */
  deletePaste: {
    method: 'DELETE';
    path: '/api/pastes/{id}';
    params: {
      /** Token of the paste for visitors, its ID for its owner. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Get a paste with its content.
   *
   * Needs no password. The content of a burn-after-reading paste is `null`, and this call does not burn it.
   */
  getPaste: {
    method: 'GET';
    path: '/api/pastes/{id}';
    params: {
      /** Token of the paste for visitors, its ID for its owner. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: PasteWithContent;
  };
  /**
   * List pastes.
   *
   * Returns the pastes without their content. Burned and expired pastes are listed for 30 more days.
   */
  listPastes: {
    method: 'GET';
    path: '/api/pastes';
    params: undefined;
    query: ListPastesQuery;
    body: undefined;
    answer: PastePage;
  };
  /**
   * Get a public paste.
   *
   * While `locked` is true, only the token, the expiry and the flags are returned. To see the rest, send the grant of `unlockPaste` in the header `X-Share-Unlock`. A burn-after-reading paste is returned without its content; call `revealPaste` to read it. The owner needs no grant. A PRIVATE paste is visible to its owner only.
   */
  resolvePaste: {
    method: 'GET';
    path: '/api/public/pastes/{token}';
    params: {
      /** Token of the paste for visitors, its ID for its owner. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: PublicPaste;
  };
  /**
   * Reveal a burn-after-reading paste.
   *
   * Returns the content and deletes it from the server. If several calls arrive at the same time, one gets the content and the others get `paste_burned`. A paste without burn-after-reading is returned and kept. Crawlers and link previews get 403 `access_denied`, as far as their user agent tells, unless they send a credential.
   */
  revealPaste: {
    method: 'POST';
    path: '/api/public/pastes/{token}/reveal';
    params: {
      /** Token of the paste for visitors, its ID for its owner. */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: RevealedPaste;
  };
  /**
   * Unlock a paste.
   *
   * Takes the password of the paste. The grant is returned and also set as a cookie.
   */
  unlockPaste: {
    method: 'POST';
    path: '/api/public/pastes/{token}/unlock';
    params: {
      /** Token of the paste for visitors, its ID for its owner. */
      token: string;
    };
    query: undefined;
    body: UnlockAttempt;
    answer: UnlockGrant;
  };
  /**
   * Create an API key.
   *
   * A key never creates a key that may do more than itself: a further scope or a later expiry is `access_denied`. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`.
   */
  createApiKey: {
    method: 'POST';
    path: '/api/me/api-keys';
    params: undefined;
    query: undefined;
    body: NewApiKey | undefined;
    answer: CreatedApiKey;
  };
  /**
   * Get the API key of the request.
   *
   * Tells a program what its key may do. A request with a session has no key and is answered 404 `api_key_not_found`.
   */
  getCurrentApiKey: {
    method: 'GET';
    path: '/api/me/api-key';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: ApiKey;
  };
  /** List API keys in pages. */
  listApiKeyPage: {
    method: 'GET';
    path: '/api/api-keys';
    params: undefined;
    query: ListApiKeyPageQuery;
    body: undefined;
    answer: ApiKeyPage;
  };
  /** List API keys. */
  listApiKeys: {
    method: 'GET';
    path: '/api/me/api-keys';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: ApiKey[];
  };
  /** Revoke an API key. */
  revokeApiKey: {
    method: 'DELETE';
    path: '/api/me/api-keys/{id}';
    params: {
      /** ID of the API key. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Create a webhook.
   *
   * At most 5 per user or team drive. Events of the account, or of the drive `driveId`, are sent to each enabled webhook that has their type in `events`, and with `folderId` only those of items in that folder. A webhook that an API key for one folder creates sees that folder only: paths are relative to it, an item that is moved out is deleted, and one that is moved in is created.
   */
  createWebhook: {
    method: 'POST';
    path: '/api/users/me/webhooks';
    params: undefined;
    query: undefined;
    body: NewWebhook;
    answer: WebhookWithSecret;
  };
  /** Delete a webhook and its deliveries. */
  deleteWebhook: {
    method: 'DELETE';
    path: '/api/users/me/webhooks/{id}';
    params: {
      /** ID of the webhook. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get a delivery with its request and response. */
  getWebhookDelivery: {
    method: 'GET';
    path: '/api/users/me/webhooks/{id}/deliveries/{deliveryId}';
    params: {
      /** ID of the webhook. */
      id: string;
      /** ID of the delivery. */
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: WebhookDeliveryDetail;
  };
  /**
   * List the deliveries of a webhook.
   *
   * Deliveries are kept for 30 days.
   */
  listWebhookDeliveries: {
    method: 'GET';
    path: '/api/users/me/webhooks/{id}/deliveries';
    params: {
      /** ID of the webhook. */
      id: string;
    };
    query: ListWebhookDeliveriesQuery;
    body: undefined;
    answer: WebhookDeliveryPage;
  };
  /** List webhooks. */
  listWebhooks: {
    method: 'GET';
    path: '/api/users/me/webhooks';
    params: undefined;
    query: ListWebhooksQuery;
    body: undefined;
    answer: Webhook[];
  };
  /**
   * Redeliver an event.
   *
   * Creates a new delivery of the same event, with its own attempts.
   */
  redeliverWebhook: {
    method: 'POST';
    path: '/api/users/me/webhooks/{id}/deliveries/{deliveryId}/redeliver';
    params: {
      /** ID of the webhook. */
      id: string;
      /** ID of the delivery. */
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: WebhookDelivery;
  };
  /**
   * Rotate the signing secret of a webhook.
   *
   * The old secret is no longer used after this call.
   */
  rotateWebhookSecret: {
    method: 'POST';
    path: '/api/users/me/webhooks/{id}/rotate-secret';
    params: {
      /** ID of the webhook. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: WebhookWithSecret;
  };
  /**
   * Send a test event.
   *
   * Sends one `webhook.test` event and waits for the response. The event is not retried. Also works if the webhook is disabled.
   */
  testWebhook: {
    method: 'POST';
    path: '/api/users/me/webhooks/{id}/test';
    params: {
      /** ID of the webhook. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: WebhookTest;
  };
  /**
   * Update, disable or enable a webhook.
   *
   * Fields that are omitted or `null` are not changed. Disabling cancels queued deliveries. Enabling resets `consecutiveFailures` to 0.
   */
  updateWebhook: {
    method: 'PATCH';
    path: '/api/users/me/webhooks/{id}';
    params: {
      /** ID of the webhook. */
      id: string;
    };
    query: undefined;
    body: WebhookChange;
    answer: Webhook;
  };
  /**
   * Approve or deny a device sign-in.
   *
   * At most 5 wrong codes per 10 minutes from one account or network. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`.
   */
  approveDevice: {
    method: 'POST';
    path: '/api/auth/device/approve';
    params: undefined;
    query: undefined;
    body: DeviceApproval;
    answer: undefined;
  };
  /**
   * Change the password.
   *
   * Ends every other session of the account.
   */
  changePassword: {
    method: 'POST';
    path: '/api/auth/password';
    params: undefined;
    query: undefined;
    body: PasswordChange;
    answer: undefined;
  };
  /**
   * Export everything of the current user.
   *
   * Starts an operation whose result is the signed URL of a ZIP, for one download within 60 minutes: all files and folders of the caller that are not in the trash below `files/`, and as JSON the account, API keys, webhooks, links, file requests, proofings, pastes, upload grants and the activity. It has no limit of size, and no bytes are copied. A key gets what its scopes allow. A file that is changed or trashed before the download ends it: export again. At most 3 operations of a user run at a time.
   */
  exportMe: {
    method: 'GET';
    path: '/api/me/export';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: StartedOperation;
  };
  /**
   * Request a password reset.
   *
   * Sends an email with a reset link. The response is the same whether or not an account with this email address exists.
   */
  forgotPassword: {
    method: 'POST';
    path: '/api/auth/password/forgot';
    params: undefined;
    query: undefined;
    body: PasswordForgotten;
    answer: undefined;
  };
  /** Get the current user. */
  getMe: {
    method: 'GET';
    path: '/api/me';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: User;
  };
  /**
   * Get the storage use by kind.
   *
   * All numbers together are `usedBytes` of the user. Counted from the files when requested.
   */
  getStorageUse: {
    method: 'GET';
    path: '/api/me/usage';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: StorageUse;
  };
  /** List active sessions in pages. */
  listSessionPage: {
    method: 'GET';
    path: '/api/sessions';
    params: undefined;
    query: ListSessionPageQuery;
    body: undefined;
    answer: SessionPage;
  };
  /** List active sessions. */
  listSessions: {
    method: 'GET';
    path: '/api/me/sessions';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Session[];
  };
  /**
   * Sign in.
   *
   * For browsers. `access_denied` if the server has turned passwords off (`passwordLogin` of its public configuration). Sets the cookies `auth_token` (HttpOnly) and `XSRF-TOKEN`; requests that change data send the value of `XSRF-TOKEN` in the header `X-XSRF-TOKEN`. `totp_required` means that the password is correct and the account uses two-factor authentication: repeat the request with a code in `totp`, or with the answer of a passkey in `passkey`; `methods` of the error names what the account has. Each code works once. After five wrong codes in 15 minutes, the account accepts no codes until the 15 minutes have passed.
   */
  login: {
    method: 'POST';
    path: '/api/auth/login';
    params: undefined;
    query: undefined;
    body: Login;
    answer: User;
  };
  /**
   * Sign out.
   *
   * Ends the session of this request.
   */
  logout: {
    method: 'POST';
    path: '/api/auth/logout';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Get the API key of an approved device.
   *
   * Answers `authorization_pending` until the user approves or denies the device. Poll no faster than `interval`. The key is returned once.
   */
  pollDevice: {
    method: 'POST';
    path: '/api/auth/device/token';
    params: undefined;
    query: undefined;
    body: DevicePoll;
    answer: CreatedApiKey;
  };
  /**
   * Confirm who uses a session.
   *
   * A session may create API keys and approve devices for 10 minutes after its sign-in, and for as long after this request. It takes the second factor like `login`; a passkey alone is enough, and so is `GET /api/auth/oidc/start?reauthenticate=true` for users of single sign-on. API keys are refused; they create keys without it.
   */
  reauthenticate: {
    method: 'POST';
    path: '/api/auth/reauthenticate';
    params: undefined;
    query: undefined;
    body: Reauthentication;
    answer: undefined;
  };
  /**
   * Register an account.
   *
   * The registration policy of the server decides: open, by invitation only, or closed (`access_denied`). Does not sign in.
   */
  register: {
    method: 'POST';
    path: '/api/auth/register';
    params: undefined;
    query: undefined;
    body: Registration;
    answer: User;
  };
  /**
   * Reset a password.
   *
   * Takes the token of the emailed link, which can be used once. Ends every session of the account and, unless `revokeKeys` is `false`, revokes its API keys. Of an account that was registered openly, and for which nobody has vouched (`vouchedAt` for administrators), it also revokes the keys in any case, unlinks its identities and turns its webhooks off; unless it has a second factor, the account is vouched for from then on.
   */
  resetPassword: {
    method: 'POST';
    path: '/api/auth/password/reset';
    params: undefined;
    query: undefined;
    body: PasswordReset;
    answer: undefined;
  };
  /** End a session. */
  revokeSession: {
    method: 'DELETE';
    path: '/api/me/sessions/{id}';
    params: {
      /** ID of the session. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Create the first administrator.
   *
   * Requires the token of the one-time setup link.
   */
  setup: {
    method: 'POST';
    path: '/api/auth/setup';
    params: undefined;
    query: undefined;
    body: Setup;
    answer: User;
  };
  /**
   * Start a device sign-in.
   *
   * Device authorization grant (RFC 8628).
   */
  startDevice: {
    method: 'POST';
    path: '/api/auth/device';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: DeviceStart;
  };
  /** Update the current user. */
  updateMe: {
    method: 'PATCH';
    path: '/api/me';
    params: undefined;
    query: undefined;
    body: UserChange;
    answer: User;
  };
  /**
   * Delete the account of the current user.
   *
   * Disables the account at once: sessions end, API keys, links, file requests, proofings, pastes, upload grants, webhooks and roles that others have on its items stop working. It is deleted with all its data at `deletesAt`; until then the link in an email to the user, or an administrator, keeps it. Team drives stay, with what the user added to them: one without another manager needs a member in `drives` who becomes one, or is deleted, else `last_manager`, whose `driveIds` names them. Export everything first (`GET /api/me/export`). `access_denied` for API keys, and for accounts that an identity provider manages. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`. At most 10 requests per 15 minutes from one account.
   */
  deleteAccount: {
    method: 'POST';
    path: '/api/me/deletion';
    params: undefined;
    query: undefined;
    body: AccountDeletionRequest;
    answer: AccountDeletion;
  };
  /**
   * Show what the deletion of the account ends.
   *
   * Counts what the caller shares with others, and lists the team drives for which the deletion must name a new manager. Changes nothing.
   */
  previewAccountDeletion: {
    method: 'GET';
    path: '/api/me/deletion';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: AccountDeletionPreview;
  };
  /**
   * Confirm and enable two-factor authentication.
   *
   * Takes a code of the authenticator app. Returns 10 recovery codes for users who lose the app, and notifies the user by email. Requires a session; API keys are refused.
   */
  confirmTotp: {
    method: 'POST';
    path: '/api/auth/totp/confirm';
    params: undefined;
    query: undefined;
    body: TotpConfirmation;
    answer: RecoveryCodes;
  };
  /**
   * Start to enable two-factor authentication.
   *
   * Requires the password of the account and a session; API keys are refused. Codes are TOTP (RFC 6238): six digits, 30 seconds, SHA-1. Two-factor authentication is enabled when `confirmTotp` receives a code within an hour. Each call returns a new secret.
   */
  enrollTotp: {
    method: 'POST';
    path: '/api/auth/totp/enroll';
    params: undefined;
    query: undefined;
    body: NewTotp;
    answer: TotpEnrolment;
  };
  /** Get the status of two-factor authentication. */
  getTotp: {
    method: 'GET';
    path: '/api/auth/totp';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: TotpStatus;
  };
  /**
   * Disable two-factor authentication.
   *
   * Requires the password of the account and a session; API keys are refused. Notifies the user by email. Idempotent.
   */
  removeTotp: {
    method: 'DELETE';
    path: '/api/auth/totp';
    params: undefined;
    query: undefined;
    body: TotpRemoval;
    answer: undefined;
  };
  /**
   * Link an identity of single sign-on.
   *
   * Returns the URL to which the browser of the session goes, and sets a cookie; the issuer sends it back, and the identity signs in to this account from then on. API keys are refused. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`.
   */
  linkIdentity: {
    method: 'POST';
    path: '/api/me/identities/link';
    params: undefined;
    query: undefined;
    body: IdentityLink | undefined;
    answer: IdentityLinkStart;
  };
  /**
   * List identities of single sign-on.
   *
   * The accounts at the issuer of single sign-on with which the caller can sign in.
   */
  listIdentities: {
    method: 'GET';
    path: '/api/me/identities';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: UserIdentity[];
  };
  /**
   * Unlink an identity of single sign-on.
   *
   * Ends its sessions except for the one of the request. `last_sign_in_method` if the account has no password, passkey or other identity. API keys are refused. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`.
   */
  unlinkIdentity: {
    method: 'DELETE';
    path: '/api/me/identities/{id}';
    params: {
      /** ID of the identity. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Remove a passkey.
   *
   * `last_sign_in_method` if the account has no password, identity or other passkey. Notifies the user by email. API keys are refused. A session whose sign-in is older than 10 minutes gets `reauthentication_required` until `POST /api/auth/reauthenticate`.
   */
  deletePasskey: {
    method: 'DELETE';
    path: '/api/me/passkeys/{id}';
    params: {
      /** ID of the passkey. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List passkeys. */
  listPasskeys: {
    method: 'GET';
    path: '/api/me/passkeys';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Passkey[];
  };
  /**
   * Add a passkey.
   *
   * Takes the answer of the authenticator to the options. From then on, a sign-in with the password needs a second factor: a passkey, a code or a recovery code. At most 20 passkeys: `passkey_limit_reached`. Notifies the user by email. API keys are refused.
   */
  registerPasskey: {
    method: 'POST';
    path: '/api/auth/passkeys/register';
    params: undefined;
    query: undefined;
    body: PasskeyRegistration;
    answer: RegisteredPasskey;
  };
  /** Rename a passkey. */
  renamePasskey: {
    method: 'PATCH';
    path: '/api/me/passkeys/{id}';
    params: {
      /** ID of the passkey. */
      id: string;
    };
    query: undefined;
    body: PasskeyChange;
    answer: Passkey;
  };
  /**
   * Sign in with a passkey.
   *
   * Takes the answer of the authenticator, which must have verified its user, and replaces password and second factor. Sets the cookies like `login`.
   */
  signInWithPasskey: {
    method: 'POST';
    path: '/api/auth/passkeys/authenticate';
    params: undefined;
    query: undefined;
    body: PasskeySignIn;
    answer: User;
  };
  /**
   * Get the options to create a passkey.
   *
   * Requires a session, and the password unless the sign-in of the session is at most 10 minutes old. API keys are refused. The challenge works once, within five minutes. `access_denied` if the server has no passkeys, because its base URL is neither `https` with a host name nor `localhost`.
   */
  startPasskeyRegistration: {
    method: 'POST';
    path: '/api/auth/passkeys/register/options';
    params: undefined;
    query: undefined;
    body: PasskeyRegistrationStart | undefined;
    answer: PasskeyOptions;
  };
  /**
   * Get the options to use a passkey.
   *
   * For `signInWithPasskey`, and for `passkey` of `login` and `reauthenticate`. The challenge works once, within five minutes. The options name no passkey: the authenticator knows its own. `access_denied` if the server has no passkeys, because its base URL is neither `https` with a host name nor `localhost`.
   */
  startPasskeySignIn: {
    method: 'POST';
    path: '/api/auth/passkeys/authenticate/options';
    params: undefined;
    query: undefined;
    body: PasskeySignInStart | undefined;
    answer: PasskeyOptions;
  };
  /**
   * List audit events.
   *
   * Returns sign-ins, changes to API keys and shares, and actions of administrators. Entries are kept for 180 days.
   */
  listAudit: {
    method: 'GET';
    path: '/api/admin/audit';
    params: undefined;
    query: ListAuditQuery;
    body: undefined;
    answer: AuditPage;
  };
  /**
   * Permanently delete a file of any user.
   *
   * Skips the trash. The file is inaccessible when the response is sent; its bytes are deleted in the background. Idempotent.
   */
  deleteAnyFile: {
    method: 'DELETE';
    path: '/api/admin/files/{id}';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get server statistics. */
  getStats: {
    method: 'GET';
    path: '/api/admin/stats';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: AdminStats;
  };
  /**
   * List the files of all users.
   *
   * Returns files newest first, including files in the trash and excluding files that are being deleted permanently.
   */
  listAllFiles: {
    method: 'GET';
    path: '/api/admin/files';
    params: undefined;
    query: ListAllFilesQuery;
    body: undefined;
    answer: AdminFilePage;
  };
  /**
   * List background jobs.
   *
   * Returns jobs newest first. Completed jobs are not listed. Jobs that failed permanently are listed for 30 days.
   */
  listJobs: {
    method: 'GET';
    path: '/api/admin/jobs';
    params: undefined;
    query: ListJobsQuery;
    body: undefined;
    answer: AdminJobPage;
  };
  /**
   * Quarantine or release a file.
   *
   * The owner can still download a quarantined file. Every link to it, including links issued earlier, answers 403 `file_quarantined`. The owner is notified by email of the quarantine and of the release. Idempotent.
   */
  quarantineFile: {
    method: 'POST';
    path: '/api/admin/files/{id}/quarantine';
    params: {
      /** ID of the file or folder. */
      id: string;
    };
    query: undefined;
    body: QuarantineChange;
    answer: AdminFile;
  };
  /**
   * Retry a job.
   *
   * A failed job restarts with all its attempts. A waiting job becomes due immediately. A job that is due or running is not changed. A completed job answers `job_not_found`.
   */
  retryJob: {
    method: 'POST';
    path: '/api/admin/jobs/{id}/retry';
    params: {
      /** ID of the job. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: AdminJob;
  };
  /**
   * Get server statistics over time.
   *
   * Periods have an hour; six hours above 7 days, and a day above 42. They are kept for 90 days. Times are in UTC.
   */
  getStatsHistory: {
    method: 'GET';
    path: '/api/admin/stats/history';
    params: undefined;
    query: {
      /** Number of days until now. */
      days?: number | undefined;
    };
    body: undefined;
    answer: StatsHistory;
  };
  /**
   * List the settings of the server.
   *
   * Returns the effective settings and where each comes from. Those that are `editable` can be changed while the server runs.
   */
  listSettings: {
    method: 'GET';
    path: '/api/admin/settings';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: SettingsList;
  };
  /**
   * Send a test email.
   *
   * Sends an email while the request waits, and returns what the mail server answered. Without `DRIVE_SMTP_URL`, `delivery` is `outbox` and the email is only written to a file. At most 5 per hour and user.
   */
  sendTestMail: {
    method: 'POST';
    path: '/api/admin/test-mail';
    params: undefined;
    query: undefined;
    body: NewTestMail | undefined;
    answer: TestMail;
  };
  /**
   * Change settings of the server.
   *
   * Saves values, which take effect without a restart: at once on the server that answers, and within five seconds on others. All changes of a request are saved, or none. The last request that changes a setting wins. A setting that a flag, the environment or `drive.config.json` sets, or that is read only at the start, is refused with 400 `validation_failed`, as is a value that does not fit.
   */
  updateSettings: {
    method: 'PATCH';
    path: '/api/admin/settings';
    params: undefined;
    query: undefined;
    body: SettingsChange;
    answer: SettingsList;
  };
  /**
   * Create an invitation.
   *
   * The link can be used once. If `email` is given, the link is sent to that address, and only that address can register with it. If it has an account already, its user opens the link while signed in, which vouches for the account. A user can cause at most 50 emails per hour and 200 per day, counted per recipient, unless the server is configured differently. At most 3 emails per hour are sent to one address, from all users together. A request over a limit sends no email and gets 429 `too_many_requests` with `Retry-After`.
   */
  createInvite: {
    method: 'POST';
    path: '/api/admin/invites';
    params: undefined;
    query: undefined;
    body: NewInvite | undefined;
    answer: Invite;
  };
  /**
   * Create a user.
   *
   * Works under every registration policy. To let users choose their own password, create an invitation instead.
   */
  createUser: {
    method: 'POST';
    path: '/api/admin/users';
    params: undefined;
    query: undefined;
    body: NewAdminUser;
    answer: AdminUser;
  };
  /**
   * Delete a user and all their data.
   *
   * When the response is sent, the data of the account is inaccessible and its email address can be registered again. The bytes are deleted in the background. Administrators cannot delete their own account. With a body, all files of the user move to another owner first, as `POST /api/admin/users/{id}/transfer` moves them; until then the account is disabled.
   */
  deleteUser: {
    method: 'DELETE';
    path: '/api/admin/users/{id}';
    params: {
      /** ID of the account. */
      id: string;
    };
    query: undefined;
    body: UserDeletion | undefined;
    answer: StartedOperation | undefined;
  };
  /** Get a user. */
  getUser: {
    method: 'GET';
    path: '/api/admin/users/{id}';
    params: {
      /** ID of the account. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: AdminUser;
  };
  /** List open invitations. */
  listInvites: {
    method: 'GET';
    path: '/api/admin/invites';
    params: undefined;
    query: ListInvitesQuery;
    body: undefined;
    answer: InvitePage;
  };
  /** List users. */
  listUsers: {
    method: 'GET';
    path: '/api/admin/users';
    params: undefined;
    query: ListUsersQuery;
    body: undefined;
    answer: AdminUserPage;
  };
  /** Revoke an invitation. */
  revokeInvite: {
    method: 'DELETE';
    path: '/api/admin/invites/{id}';
    params: {
      /** ID of the invitation. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Move all files of a user to another owner.
   *
   * Everything in the drive of the user moves, as an operation of the caller, to a new folder in the root of a user or of a team drive. Versions and annotations move along; what is in the trash stays, and links end. It counts in the quota of the new owner; what has no room there stays, and is in `failed`. The role of the caller does not matter. An account for which nobody has vouched (`vouchedAt`) receives nothing (403 `access_denied`).
   */
  transferUser: {
    method: 'POST';
    path: '/api/admin/users/{id}/transfer';
    params: {
      /** ID of the account. */
      id: string;
    };
    query: undefined;
    body: UserTransfer;
    answer: StartedOperation;
  };
  /**
   * Update, disable or enable a user.
   *
   * Omitted fields are not changed. Disabling an account ends its sessions immediately and suspends its API keys, shares, file requests, proofings and webhooks until the account is enabled again. An account that its user has deleted and that can still be kept is kept by both values of `disabled`: `false` gives it back to the user, `true` leaves it disabled, and the link in the email to the user no longer enables it. Administrators cannot disable their own account. An account for which nobody has vouched (`vouchedAt`) becomes no administrator (403 `access_denied`): invite its address.
   */
  updateUser: {
    method: 'PATCH';
    path: '/api/admin/users/{id}';
    params: {
      /** ID of the account. */
      id: string;
    };
    query: undefined;
    body: AdminUserChange;
    answer: AdminUser;
  };
  /**
   * Add a user to a group.
   *
   * Changes nothing if the user is a member. 403 `access_denied` for an account for which nobody has vouched (`vouchedAt`): invite its address.
   */
  addGroupMember: {
    method: 'PUT';
    path: '/api/admin/groups/{id}/members/{userId}';
    params: {
      /** ID of the group. */
      id: string;
      /** ID of the user. */
      userId: string;
    };
    query: undefined;
    body: undefined;
    answer: GroupMember;
  };
  /**
   * Create a group.
   *
   * Whoever gives access to a folder can name a group instead of each of its members.
   */
  createGroup: {
    method: 'POST';
    path: '/api/admin/groups';
    params: undefined;
    query: undefined;
    body: NewGroup;
    answer: Group;
  };
  /**
   * Delete a group.
   *
   * The accounts of its members stay. What was given to the group is given to nobody any more.
   */
  deleteGroup: {
    method: 'DELETE';
    path: '/api/admin/groups/{id}';
    params: {
      /** ID of the group. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get a group. */
  getGroup: {
    method: 'GET';
    path: '/api/admin/groups/{id}';
    params: {
      /** ID of the group. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: Group;
  };
  /** List the members of a group. */
  listGroupMembers: {
    method: 'GET';
    path: '/api/admin/groups/{id}/members';
    params: {
      /** ID of the group. */
      id: string;
    };
    query: ListGroupMembersQuery;
    body: undefined;
    answer: GroupMemberPage;
  };
  /** List groups. */
  listGroups: {
    method: 'GET';
    path: '/api/admin/groups';
    params: undefined;
    query: ListGroupsQuery;
    body: undefined;
    answer: GroupPage;
  };
  /**
   * Remove a user from a group.
   *
   * Takes effect at once. Single sign-on and provisioning add the user again if the identity provider says so.
   */
  removeGroupMember: {
    method: 'DELETE';
    path: '/api/admin/groups/{id}/members/{userId}';
    params: {
      /** ID of the group. */
      id: string;
      /** ID of the user. */
      userId: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Rename a group. */
  updateGroup: {
    method: 'PATCH';
    path: '/api/admin/groups/{id}';
    params: {
      /** ID of the group. */
      id: string;
    };
    query: undefined;
    body: NewGroup;
    answer: Group;
  };
  /**
   * List all team drives.
   *
   * Also drives on which the caller has no role.
   */
  listAllDrives: {
    method: 'GET';
    path: '/api/admin/drives';
    params: undefined;
    query: ListAllDrivesQuery;
    body: undefined;
    answer: AdminTeamDrivePage;
  };
  /**
   * Permanently delete a deleted team drive.
   *
   * The bytes are deleted in the background. Answers 409 `not_in_trash` if the drive is not deleted.
   */
  purgeDrive: {
    method: 'DELETE';
    path: '/api/admin/drives/{id}/permanent';
    params: {
      /** ID of the team drive. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /**
   * Restore a deleted team drive.
   *
   * The members reach it as before. If none of its managers can sign in any more, the caller becomes one. Idempotent.
   */
  restoreDrive: {
    method: 'POST';
    path: '/api/admin/drives/{id}/restore';
    params: {
      /** ID of the team drive. */
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: AdminTeamDrive;
  };
  /** Get the OpenAPI description. */
  getOpenApi: {
    method: 'GET';
    path: '/api/openapi.json';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      openapi: string;
      [name: string]: unknown;
    };
  };
  /** Get the public configuration. */
  getPublicConfig: {
    method: 'GET';
    path: '/api/public/config';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: PublicConfig;
  };
  /** Check liveness. */
  healthz: {
    method: 'GET';
    path: '/healthz';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Health;
  };
  /** Check readiness. */
  readyz: {
    method: 'GET';
    path: '/readyz';
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Health;
  };
}

export type OperationId = keyof Operations;

/**
 * Method and path of every JSON endpoint, and how it treats an `Idempotency-Key` if it accepts one. `replay`: a repeat returns the first
 * response again. `refuse`: a repeat gets `idempotency_conflict`, because the first response contained a secret that is returned only
 * once. Path parameters are in braces.
 */
export const operations: Readonly<
  Record<OperationId, readonly [method: string, path: string, keyed?: 'replay' | 'refuse']>
> = {
  createUpload: ['POST', '/api/uploads', 'replay'],
  createUploadBatch: ['POST', '/api/uploads/batch', 'replay'],
  getUploadStatus: ['GET', '/api/uploads/{sessionId}/status'],
  createGrantedUpload: ['POST', '/api/public/grants/uploads', 'replay'],
  createUploadGrant: ['POST', '/api/upload-grants', 'refuse'],
  getUploadGrant: ['GET', '/api/upload-grants/{id}'],
  listUploadGrants: ['GET', '/api/upload-grants'],
  revokeUploadGrant: ['DELETE', '/api/upload-grants/{id}'],
  createFolder: ['POST', '/api/files/folders', 'replay'],
  emptyTrash: ['DELETE', '/api/files/trash'],
  getDownloadUrl: ['GET', '/api/files/{fileId}/download-url'],
  getFile: ['GET', '/api/files/{id}'],
  getFileByPath: ['GET', '/api/files/by-path'],
  getFilePath: ['GET', '/api/files/{id}/path'],
  listFiles: ['GET', '/api/files'],
  listTrash: ['GET', '/api/files/trash'],
  listTrashedItems: ['GET', '/api/trash'],
  listTree: ['GET', '/api/files/tree'],
  moveFiles: ['PATCH', '/api/files/move'],
  purgeFile: ['DELETE', '/api/files/{id}/permanent'],
  restoreFile: ['POST', '/api/files/{id}/restore'],
  trashFile: ['DELETE', '/api/files/{id}'],
  updateFile: ['PATCH', '/api/files/{id}'],
  searchItems: ['GET', '/api/search'],
  deleteFileVersion: ['DELETE', '/api/files/{id}/versions/{version}'],
  deleteFileVersions: ['DELETE', '/api/files/{id}/versions'],
  getFileVersionDownloadUrl: ['GET', '/api/files/{id}/versions/{version}/download-url'],
  listFileVersions: ['GET', '/api/files/{id}/versions'],
  listStoredFiles: ['GET', '/api/me/usage/files'],
  restoreFileVersion: ['POST', '/api/files/{id}/versions/{version}/restore'],
  setThumbnail: ['PUT', '/api/files/{id}/thumbnail'],
  createDownloadUrls: ['POST', '/api/files/download-urls'],
  purgeFiles: ['POST', '/api/files/delete'],
  restoreFiles: ['POST', '/api/files/restore'],
  trashFiles: ['POST', '/api/files/trash'],
  cancelOperation: ['DELETE', '/api/operations/{id}'],
  copyFiles: ['POST', '/api/files/copy'],
  getOperation: ['GET', '/api/operations/{id}'],
  startMove: ['POST', '/api/operations/move'],
  getLatestChange: ['GET', '/api/changes/latest'],
  listChanges: ['GET', '/api/changes'],
  listTags: ['GET', '/api/tags'],
  starFile: ['PUT', '/api/files/{id}/star'],
  tagFiles: ['POST', '/api/files/tags'],
  unstarFile: ['DELETE', '/api/files/{id}/star'],
  changeAccess: ['PATCH', '/api/files/{id}/access/{accessId}'],
  giveAccess: ['POST', '/api/files/{id}/access', 'replay'],
  listAccess: ['GET', '/api/files/{id}/access'],
  revokeAccess: ['DELETE', '/api/files/{id}/access/{accessId}'],
  searchDirectory: ['GET', '/api/directory'],
  listActivity: ['GET', '/api/activity'],
  listItemActivity: ['GET', '/api/files/{id}/activity'],
  listNotifications: ['GET', '/api/notifications'],
  readNotifications: ['POST', '/api/notifications/read'],
  createDrive: ['POST', '/api/drives', 'replay'],
  deleteDrive: ['DELETE', '/api/drives/{id}'],
  getDrive: ['GET', '/api/drives/{id}'],
  listDrives: ['GET', '/api/drives'],
  updateDrive: ['PATCH', '/api/drives/{id}'],
  createFileShare: ['POST', '/api/files/{fileId}/share', 'replay'],
  getFileUnlockEvents: ['GET', '/api/files/{fileId}/share/unlock-events'],
  revokeFileShare: ['DELETE', '/api/files/{fileId}/share'],
  setFileShareExpiry: ['PATCH', '/api/files/{fileId}/share/expiry'],
  setFileShareMode: ['PATCH', '/api/files/{fileId}/share'],
  setFileShareNotify: ['PATCH', '/api/files/{fileId}/share/notify'],
  setFileSharePassword: ['PATCH', '/api/files/{fileId}/share/password'],
  setFileShareSlug: ['PATCH', '/api/files/{fileId}/share/slug'],
  createFolderShare: ['POST', '/api/folders/{folderId}/share', 'replay'],
  getFolderUnlockEvents: ['GET', '/api/folders/{folderId}/share/unlock-events'],
  revokeFolderShare: ['DELETE', '/api/folders/{folderId}/share'],
  setFolderShareExpiry: ['PATCH', '/api/folders/{folderId}/share/expiry'],
  setFolderShareMode: ['PATCH', '/api/folders/{folderId}/share'],
  setFolderShareNotify: ['PATCH', '/api/folders/{folderId}/share/notify'],
  setFolderSharePassword: ['PATCH', '/api/folders/{folderId}/share/password'],
  setFolderShareSlug: ['PATCH', '/api/folders/{folderId}/share/slug'],
  createMultiShare: ['POST', '/api/files/share-multi', 'replay'],
  getShare: ['GET', '/api/shares/{token}'],
  getSlugAvailability: ['GET', '/api/share/slug-available'],
  getUnlockEvents: ['GET', '/api/shares/{token}/unlock-events'],
  listRecipients: ['GET', '/api/shares/{token}/recipients'],
  listShares: ['GET', '/api/shares'],
  removeRecipient: ['DELETE', '/api/shares/{token}/recipients/{id}'],
  revokeShare: ['DELETE', '/api/shares/{token}'],
  sendShare: ['POST', '/api/shares/{token}/recipients', 'replay'],
  setShareExpiry: ['PATCH', '/api/shares/{token}/expiry'],
  setShareNotify: ['PATCH', '/api/shares/{token}/notify'],
  setSharePassword: ['PATCH', '/api/shares/{token}/password'],
  setShareSlug: ['PATCH', '/api/shares/{token}/slug'],
  setVisibility: ['PATCH', '/api/files/visibility'],
  createItemLink: ['POST', '/api/files/{id}/links', 'replay'],
  createShareUpload: ['POST', '/api/public/share/{token}/uploads'],
  listItemLinks: ['GET', '/api/files/{id}/links'],
  listShareUploads: ['GET', '/api/shares/{token}/uploads'],
  updateShare: ['PATCH', '/api/shares/{token}'],
  createArchive: ['POST', '/api/files/archive'],
  createShareArchive: ['POST', '/api/public/share/{token}/archive'],
  createShareTicket: ['POST', '/api/public/share/{token}/tickets', 'replay'],
  getShareDownloadUrl: ['GET', '/api/public/share/{token}/download-url'],
  listShareFiles: ['GET', '/api/public/share/{token}/files'],
  resolveShare: ['GET', '/api/public/share/{token}'],
  saveShare: ['POST', '/api/public/share/{token}/save', 'replay'],
  searchPublic: ['GET', '/api/public/search'],
  unlockShare: ['POST', '/api/public/share/{token}/unlock'],
  createComment: ['POST', '/api/public/share/{token}/comments', 'replay'],
  deleteComment: ['DELETE', '/api/public/share/{token}/comments/{id}'],
  likeShare: ['PUT', '/api/public/share/{token}/like'],
  listComments: ['GET', '/api/public/share/{token}/comments'],
  unlikeShare: ['DELETE', '/api/public/share/{token}/like'],
  closeReport: ['DELETE', '/api/admin/reports/{id}'],
  listReports: ['GET', '/api/admin/reports'],
  reportShare: ['POST', '/api/public/share/{token}/reports'],
  createAnonymousBatch: ['POST', '/api/public/uploads/batch'],
  createAnonymousUpload: ['POST', '/api/public/uploads'],
  getCaptchaChallenge: ['GET', '/api/public/captcha/challenge'],
  createCollectedUpload: ['POST', '/api/public/collect/{token}/uploads'],
  createCollection: ['POST', '/api/collections', 'replay'],
  deleteCollection: ['DELETE', '/api/collections/{id}'],
  getCollection: ['GET', '/api/collections/{id}'],
  listCollectedUploads: ['GET', '/api/collections/{id}/uploads'],
  listCollections: ['GET', '/api/collections'],
  resolveCollection: ['GET', '/api/public/collect/{token}'],
  unlockCollection: ['POST', '/api/public/collect/{token}/unlock'],
  updateCollection: ['PATCH', '/api/collections/{id}'],
  createProofing: ['POST', '/api/proofings', 'replay'],
  createSubmission: ['POST', '/api/public/proofing/{token}/submissions'],
  deleteProofing: ['DELETE', '/api/proofings/{id}'],
  getProofing: ['GET', '/api/proofings/{id}'],
  getSubmission: ['GET', '/api/proofings/{id}/submissions/{submissionId}'],
  listProofings: ['GET', '/api/proofings'],
  listSubmissions: ['GET', '/api/proofings/{id}/submissions'],
  resolveProofing: ['GET', '/api/public/proofing/{token}'],
  unlockProofing: ['POST', '/api/public/proofing/{token}/unlock'],
  updateProofing: ['PATCH', '/api/proofings/{id}'],
  createPaste: ['POST', '/api/pastes', 'replay'],
  deletePaste: ['DELETE', '/api/pastes/{id}'],
  getPaste: ['GET', '/api/pastes/{id}'],
  listPastes: ['GET', '/api/pastes'],
  resolvePaste: ['GET', '/api/public/pastes/{token}'],
  revealPaste: ['POST', '/api/public/pastes/{token}/reveal'],
  unlockPaste: ['POST', '/api/public/pastes/{token}/unlock'],
  createApiKey: ['POST', '/api/me/api-keys', 'refuse'],
  getCurrentApiKey: ['GET', '/api/me/api-key'],
  listApiKeyPage: ['GET', '/api/api-keys'],
  listApiKeys: ['GET', '/api/me/api-keys'],
  revokeApiKey: ['DELETE', '/api/me/api-keys/{id}'],
  createWebhook: ['POST', '/api/users/me/webhooks', 'refuse'],
  deleteWebhook: ['DELETE', '/api/users/me/webhooks/{id}'],
  getWebhookDelivery: ['GET', '/api/users/me/webhooks/{id}/deliveries/{deliveryId}'],
  listWebhookDeliveries: ['GET', '/api/users/me/webhooks/{id}/deliveries'],
  listWebhooks: ['GET', '/api/users/me/webhooks'],
  redeliverWebhook: ['POST', '/api/users/me/webhooks/{id}/deliveries/{deliveryId}/redeliver', 'replay'],
  rotateWebhookSecret: ['POST', '/api/users/me/webhooks/{id}/rotate-secret'],
  testWebhook: ['POST', '/api/users/me/webhooks/{id}/test'],
  updateWebhook: ['PATCH', '/api/users/me/webhooks/{id}'],
  approveDevice: ['POST', '/api/auth/device/approve'],
  changePassword: ['POST', '/api/auth/password'],
  exportMe: ['GET', '/api/me/export'],
  forgotPassword: ['POST', '/api/auth/password/forgot'],
  getMe: ['GET', '/api/me'],
  getStorageUse: ['GET', '/api/me/usage'],
  listSessionPage: ['GET', '/api/sessions'],
  listSessions: ['GET', '/api/me/sessions'],
  login: ['POST', '/api/auth/login'],
  logout: ['POST', '/api/auth/logout'],
  pollDevice: ['POST', '/api/auth/device/token'],
  reauthenticate: ['POST', '/api/auth/reauthenticate'],
  register: ['POST', '/api/auth/register'],
  resetPassword: ['POST', '/api/auth/password/reset'],
  revokeSession: ['DELETE', '/api/me/sessions/{id}'],
  setup: ['POST', '/api/auth/setup'],
  startDevice: ['POST', '/api/auth/device'],
  updateMe: ['PATCH', '/api/me'],
  deleteAccount: ['POST', '/api/me/deletion'],
  previewAccountDeletion: ['GET', '/api/me/deletion'],
  confirmTotp: ['POST', '/api/auth/totp/confirm'],
  enrollTotp: ['POST', '/api/auth/totp/enroll'],
  getTotp: ['GET', '/api/auth/totp'],
  removeTotp: ['DELETE', '/api/auth/totp'],
  linkIdentity: ['POST', '/api/me/identities/link'],
  listIdentities: ['GET', '/api/me/identities'],
  unlinkIdentity: ['DELETE', '/api/me/identities/{id}'],
  deletePasskey: ['DELETE', '/api/me/passkeys/{id}'],
  listPasskeys: ['GET', '/api/me/passkeys'],
  registerPasskey: ['POST', '/api/auth/passkeys/register'],
  renamePasskey: ['PATCH', '/api/me/passkeys/{id}'],
  signInWithPasskey: ['POST', '/api/auth/passkeys/authenticate'],
  startPasskeyRegistration: ['POST', '/api/auth/passkeys/register/options'],
  startPasskeySignIn: ['POST', '/api/auth/passkeys/authenticate/options'],
  listAudit: ['GET', '/api/admin/audit'],
  deleteAnyFile: ['DELETE', '/api/admin/files/{id}'],
  getStats: ['GET', '/api/admin/stats'],
  listAllFiles: ['GET', '/api/admin/files'],
  listJobs: ['GET', '/api/admin/jobs'],
  quarantineFile: ['POST', '/api/admin/files/{id}/quarantine'],
  retryJob: ['POST', '/api/admin/jobs/{id}/retry'],
  getStatsHistory: ['GET', '/api/admin/stats/history'],
  listSettings: ['GET', '/api/admin/settings'],
  sendTestMail: ['POST', '/api/admin/test-mail'],
  updateSettings: ['PATCH', '/api/admin/settings'],
  createInvite: ['POST', '/api/admin/invites', 'refuse'],
  createUser: ['POST', '/api/admin/users', 'replay'],
  deleteUser: ['DELETE', '/api/admin/users/{id}'],
  getUser: ['GET', '/api/admin/users/{id}'],
  listInvites: ['GET', '/api/admin/invites'],
  listUsers: ['GET', '/api/admin/users'],
  revokeInvite: ['DELETE', '/api/admin/invites/{id}'],
  transferUser: ['POST', '/api/admin/users/{id}/transfer'],
  updateUser: ['PATCH', '/api/admin/users/{id}'],
  addGroupMember: ['PUT', '/api/admin/groups/{id}/members/{userId}'],
  createGroup: ['POST', '/api/admin/groups', 'replay'],
  deleteGroup: ['DELETE', '/api/admin/groups/{id}'],
  getGroup: ['GET', '/api/admin/groups/{id}'],
  listGroupMembers: ['GET', '/api/admin/groups/{id}/members'],
  listGroups: ['GET', '/api/admin/groups'],
  removeGroupMember: ['DELETE', '/api/admin/groups/{id}/members/{userId}'],
  updateGroup: ['PATCH', '/api/admin/groups/{id}'],
  listAllDrives: ['GET', '/api/admin/drives'],
  purgeDrive: ['DELETE', '/api/admin/drives/{id}/permanent'],
  restoreDrive: ['POST', '/api/admin/drives/{id}/restore'],
  getOpenApi: ['GET', '/api/openapi.json'],
  getPublicConfig: ['GET', '/api/public/config'],
  healthz: ['GET', '/healthz'],
  readyz: ['GET', '/readyz'],
};

/** Paths of the endpoints that respond with server-sent events. */
export const streams = {
  streamEvents: '/api/users/me/events/stream',
} as const;

