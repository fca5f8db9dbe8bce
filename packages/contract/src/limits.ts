const KiB = 1024;
const MiB = 1024 * KiB;

/** Fixed limits of the API. Limits that operators can change are server settings (`settings.ts`). */
export const limits = {
  /** Characters (code points) of a file or folder name. */
  itemNameCharacters: 255,
  /** Bytes of an image that is uploaded as the thumbnail of a file. */
  thumbnailBytes: 1 * MiB,
  /** Words and quoted phrases of one search. */
  searchWords: 20,
  /** Characters of the `contentType` of an upload. */
  contentTypeCharacters: 255,
  /** Reservations in one `POST /api/uploads/batch`. */
  uploadBatch: 100,
  /** Bytes up to which a file that is stored in one request reserves nothing before its body has arrived. */
  unreservedBytes: 1 * MiB,
  /** Seconds without bytes after which a request that sends an upload can be preempted by the next one. */
  uploadSilentSeconds: 10,
  /** Active API keys of one user. */
  activeApiKeys: 10,
  /** Characters (code points) of an API key's label. */
  apiKeyLabelCharacters: 80,
  /** Roles in one request that gives access, and on one item. */
  accessBatch: 50,
  accessGrants: 500,
  /** Days for which an invitation to access lasts. */
  accessInvitationDays: 14,
  /** Characters of a search for users and groups, at least, and its results, at most. */
  directoryCharacters: 2,
  directoryResults: 20,
  /** IDs in one request that marks notifications as read. */
  notificationBatch: 200,
  /** Characters of a group's name. */
  groupNameCharacters: 200,
  /** Characters of a team drive's name, and team drives that a user sees. */
  driveNameCharacters: 80,
  listedDrives: 1000,
  /** Members of a team drive who are offered as its next manager. */
  listedMembers: 100,
  /** Items that one request moves to the tree of another owner. More are an operation. */
  movedAtOnce: 1000,
  /** Characters of a user's name; characters of a code that a user enters. */
  personNameCharacters: 200,
  codeCharacters: 100,
  /** Account passwords: minimum in characters, maximum in bytes of UTF-8 (bcrypt ignores any further bytes). */
  accountPasswordMinCharacters: 8,
  passwordMaxBytes: 72,
  /** Minutes after a sign-in in which a session may create API keys and approve devices without the password. */
  recentSignInMinutes: 10,
  /** Passkeys of one user, characters of a name, of one part of an answer of a passkey, and number of transports. */
  passkeys: 20,
  passkeyNameCharacters: 80,
  passkeyCharacters: 16 * KiB,
  passkeyTransports: 10,
  /** Characters of the path to which a sign-in leads back. */
  returnPathCharacters: 2048,
  /** Maximum days until a share expires. The server may be configured for fewer. */
  shareExpiryDays: 365,
  /** Minimum characters (code points) of a share's password. The maximum is `passwordMaxBytes`. */
  sharePasswordMinCharacters: 4,
  /** Links of one file or folder, without those to several files. */
  linksPerItem: 50,
  /** Files of one multi-share. */
  multiShareMinFiles: 2,
  multiShareMaxFiles: 50,
  /** IDs in one change of visibility; files in one archive. */
  visibilityBatch: 200,
  archiveFiles: 200,
  /** Hours until a ticket for one download of a share expires. */
  shareTicketHours: 24,
  /** Characters of a vanity slug. */
  slugMinCharacters: 3,
  slugMaxCharacters: 30,
  /** Email addresses in one request that sends a share; characters of its message. */
  recipientBatch: 50,
  recipientMessageCharacters: 1000,
  /** Attempts that the unlock audit returns; failures within 24 hours that set `bruteForceAlert`. */
  unlockEvents: 20,
  bruteForceFailures: 10,
  /** Characters of the name and the message of a file request or a proofing; characters of a visitor's name. */
  linkNameCharacters: 200,
  linkMessageCharacters: 2000,
  guestNameCharacters: 100,
  /** Characters of a comment on a share, after cleaning. */
  commentCharacters: 2000,
  /** File requests: highest `maxFiles`, number of allowed types, characters of one type, files in one form of the page. */
  collectionFiles: 1_000_000,
  collectionTypes: 50,
  allowedTypeCharacters: 100,
  collectionFormFiles: 50,
  /**
   * Upload grants: active ones of a user, highest `maxFiles`, minutes until one expires at most and by default, origins and characters of
   * one, bytes of UTF-8 of `data`, days that ended ones are listed.
   */
  uploadGrants: 1000,
  grantFiles: 1000,
  grantMinutes: 10_080,
  grantDefaultMinutes: 60,
  grantOrigins: 20,
  grantOriginCharacters: 300,
  grantDataBytes: 2 * KiB,
  grantKeptDays: 14,
  /** Maximum number of files of a proofing. */
  proofingFiles: 500,
  /** Bytes of UTF-8 of a paste; bytes of the JSON body that contains it, in which each byte may be escaped as six. */
  pasteBytes: 512 * KiB,
  pasteBodyBytes: 6 * 512 * KiB + 64 * KiB,
  /** Characters of the tag of a user's language. */
  languageCharacters: 35,
  /** Characters of the language label of a paste. */
  pasteLanguageCharacters: 40,
  /** Days that a burned or expired paste stays in the owner's list. */
  pasteRememberedDays: 30,
  /** Minutes until the signed URL of an archive expires. */
  archiveMinutes: 10,
  /** Minutes until the signed URL of an export expires. */
  exportMinutes: 60,
  /** Days until an API key expires, at most. */
  apiKeyExpiryDays: 3650,
  /** Webhooks of one user; characters of a webhook's URL. */
  webhooks: 5,
  webhookUrlCharacters: 2048,
  /** Consecutive deliveries that fail on all their attempts before a webhook is disabled. */
  webhookFailures: 10,
  /** Maximum age in seconds of a signature that a receiver should accept; older ones may be replayed. */
  webhookSignatureSeconds: 300,
  /** Hours of past events that an event stream can replay. */
  eventReplayHours: 24,
  /** Concurrent event streams of one user. */
  eventStreams: 10,
  /** Changes of one answer of the change feed, at most and by default; seconds that a request may wait for one. */
  changesPage: 1000,
  changesDefaultPage: 200,
  changesWaitSeconds: 50,
  /** Requests of one user that wait for a change. */
  heldRequests: 20,
  /** Recovery codes issued when two-factor authentication is enabled. */
  recoveryCodes: 10,
  /** Wrong two-factor codes of one account within `totpFailureSeconds`, after which no code is accepted. */
  totpFailures: 5,
  totpFailureSeconds: 900,
  /** Days that entries of the audit log are kept. */
  auditDays: 180,
  /** Characters of the reason for a quarantine. */
  quarantineReasonCharacters: 500,
  reportCharacters: 1000,
  /** Minutes until a visitor's reservation (anonymous upload, file request) expires without bytes. */
  visitorReservationMinutes: 15,
  /** Open visitors' reservations from one network (IPv4 address or IPv6 /64). More get 429 `too_many_requests`. */
  openReservationsPerNetwork: 100,
  /** Bytes of a JSON request body: of endpoints that need a credential, and of endpoints that visitors may call. */
  jsonBodyBytes: 1 * MiB,
  visitorBodyBytes: 64 * KiB,
  /**
   * UTF-16 code units that a text may have before normalization, per character (code point) that it may have afterwards:
   * decomposed text is up to three times as long as composed text. Checked before any other work.
   */
  rawUnitsPerCharacter: 4,
  /** Bytes of an email address in UTF-8, and of its part before the @ (RFC 5321, 4.5.3.1). */
  emailBytes: 254,
  emailLocalBytes: 64,
  /** Characters of a token that a client sends, and of a captcha solution. */
  tokenCharacters: 4096,
  captchaCharacters: 32 * KiB,
  /** Characters of a password or an email address that is only compared with a stored value. */
  comparedCharacters: 1024,
  /** Characters of a path or query parameter. No request line is longer. */
  pathCharacters: 16 * KiB,
  /** Names in the path of a file below `/files/by-path/`. */
  pathNames: 100,
  /** IDs in one `PATCH /api/files/move`. More than fit into `jsonBodyBytes`, so the body size is the effective limit. */
  moveBatch: 27_000,
  /** Metadata of an item: keys, characters of a value, and bytes of UTF-8 of all keys and values. */
  metadataKeys: 24,
  metadataCharacters: 1024,
  metadataBytes: 8 * KiB,
  /** Tags of an item, and characters of a tag. */
  tags: 20,
  tagCharacters: 50,
  /** IDs in one request that signs download URLs, tags, trashes, restores or deletes items. */
  itemBatch: 200,
  /** IDs in one copy; items up to which it is made within the request; operations of one user that run at a time. */
  copyBatch: 200,
  copiedAtOnce: 1000,
  runningOperations: 3,
  /** Files in one anonymous batch, regardless of the server's settings; bytes of its JSON body. */
  anonymousBatch: 100,
  anonymousBatchBodyBytes: 384 * KiB,
  /** Entries of `errors` in one error response, bytes of that response, and characters of a field name in it. */
  errorIssues: 20,
  errorBodyBytes: 16 * KiB,
  errorFieldCharacters: 100,
  /** Bytes of a request header that the server parses itself, after Node's parser. */
  parsedHeaderBytes: 1 * KiB,
  /** Visible ASCII characters of an `Idempotency-Key`; hours that its response is stored. */
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  /** Rows of a listing if the request has no `limit`. */
  defaultPageSize: 20,
  /** Size in bytes from which the SDK uploads resumably (tus) instead of with one PUT. */
  resumableFromBytes: 100 * MiB,
  /** Seconds between two polls of a device sign-in. */
  devicePollSeconds: 10,
  /** Settings in one change, and characters of a value, which may be a logo as a `data:` URL. */
  settingsBatch: 100,
  settingCharacters: 360_000,
  /** Days for which samples of the statistics are kept. */
  statsHistoryDays: 90,
} as const;

/** Sides in pixels of transformed images: others are rounded up to the next of these, larger ones down to the last. */
export const transformSides = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const;

/** Part of the description of the endpoints with which visitors reserve uploads. */
export const visitorReservation = `A reservation expires after ${limits.visitorReservationMinutes} minutes unless bytes arrive. At most ${limits.openReservationsPerNetwork} reservations can be open from one network; further requests get 429 \`too_many_requests\` with \`Retry-After\`.`;

/** Part of the description of the endpoints that issue API keys. */
export const recentSignIn = `A session whose sign-in is older than ${limits.recentSignInMinutes} minutes gets \`reauthentication_required\` until \`POST /api/auth/reauthenticate\`.`;
