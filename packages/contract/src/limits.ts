const KiB = 1024;
const MiB = 1024 * KiB;

/** Fixed limits of the API. What an operator may change is a setting of the server instead. */
export const limits = {
  /** Characters (code points) of a file or folder name. */
  itemNameCharacters: 255,
  /** Characters of the `contentType` of an upload. */
  contentTypeCharacters: 255,
  /** Ids or reservations in one `POST /api/uploads/batch`. */
  uploadBatch: 100,
  /** A request that has brought no byte of an upload for so long is preempted by the next one. */
  uploadSilentSeconds: 10,
  /** Active API keys of one user. */
  activeApiKeys: 10,
  /** Characters (code points) of an API key's label. */
  apiKeyLabelCharacters: 80,
  /** Characters of a user's name, and of a code typed by a person. */
  personNameCharacters: 200,
  codeCharacters: 100,
  /** Account passwords: characters at least, bytes of UTF-8 at most (bcrypt reads no further). */
  accountPasswordMinCharacters: 8,
  passwordMaxBytes: 72,
  /** Days a share may live; the server may be configured for fewer. */
  shareExpiryDays: 365,
  /** Characters (code points) of a share's password at least; bytes of UTF-8 at most are `passwordMaxBytes`. */
  sharePasswordMinCharacters: 4,
  /** Files of one multi-share. */
  multiShareMinFiles: 2,
  multiShareMaxFiles: 50,
  /** Ids in one change of visibility, and files in one archive. */
  visibilityBatch: 200,
  archiveFiles: 200,
  /** Characters of a vanity slug. */
  slugMinCharacters: 3,
  slugMaxCharacters: 30,
  /** Addresses in one sending of a share, and characters of the message that goes with it. */
  recipientBatch: 50,
  recipientMessageCharacters: 1000,
  /** Attempts that the unlock audit tells of, and how many failures in a day are an alert. */
  unlockEvents: 20,
  bruteForceFailures: 10,
  /** Characters of the name and the message of a file request or a proofing, and of a guest's name. */
  linkNameCharacters: 200,
  linkMessageCharacters: 2000,
  guestNameCharacters: 100,
  /** Characters of a comment on a share, once it is cleaned. */
  commentCharacters: 2000,
  /** The most files that a file request can be set to take, its allowed types, and files in one form of its page. */
  collectionFiles: 1_000_000,
  collectionTypes: 50,
  allowedTypeCharacters: 100,
  collectionFormFiles: 50,
  /** Files that a proofing shows. */
  proofingFiles: 500,
  /** Bytes of UTF-8 of a paste; and of the JSON that holds one, where each of them may be escaped as six. */
  pasteBytes: 512 * KiB,
  pasteBodyBytes: 6 * 512 * KiB + 64 * KiB,
  /** Characters of the label that says what a paste is written in. */
  pasteLanguageCharacters: 40,
  /** How long it is remembered that a paste was there. */
  pasteRememberedDays: 30,
  /** How long an archive's address waits for its one download. */
  archiveMinutes: 10,
  /** Webhooks of one user, and characters of a webhook's address. */
  webhooks: 5,
  webhookUrlCharacters: 2048,
  /** Deliveries in a row that fail on all their attempts before a webhook is disabled. */
  webhookFailures: 10,
  /** Seconds that a receiver takes a signature for: older ones are somebody else's copy. */
  webhookSignatureSeconds: 300,
  /** How far back an event stream goes. */
  eventReplayHours: 24,
  /** Event streams of one user at a time. */
  eventStreams: 10,
  /** Recovery codes that come with switching codes at sign-in on. */
  recoveryCodes: 10,
  /** Wrong codes of one account in so many seconds; then none is looked at. */
  totpFailures: 5,
  totpFailureSeconds: 900,
  /** How long the audit log is kept. */
  auditDays: 180,
  /** Characters of what an administrator says about holding a file back. */
  quarantineReasonCharacters: 500,
  /** Minutes a reservation by a stranger (an anonymous upload, a file request) lives until its first byte. */
  strangerReservationMinutes: 15,
  /** Open reservations by strangers of one network (an IPv4 address, an IPv6 /64); then 429 `too_many_requests`. */
  openReservationsPerNetwork: 100,
  /** A JSON request body of a signed-in caller, and of an endpoint that strangers may call. */
  jsonBodyBytes: 1 * MiB,
  strangerBodyBytes: 64 * KiB,
  /**
   * UTF-16 code units that a text may have before it is normalised, for each character (code point) it may have after:
   * decomposed text is up to three times as long as composed text. Checked before any other work.
   */
  rawUnitsPerCharacter: 4,
  /** Characters of an email address, of a token that is sent back to the server, and of a solved captcha. */
  emailCharacters: 254,
  tokenCharacters: 4096,
  captchaCharacters: 32 * KiB,
  /** Characters of a password or an email address that is only compared with what is stored. */
  comparedCharacters: 1024,
  /** Characters of a parameter in the path or the query of a URL, which no request line exceeds. */
  pathCharacters: 16 * KiB,
  /** Ids in one `PATCH /api/files/move`: more than fit into `jsonBodyBytes`, so that the body is what limits them. */
  moveBatch: 27_000,
  /** Files in one anonymous batch, whatever the server is configured for, and the JSON that names them. */
  anonymousBatch: 100,
  anonymousBatchBodyBytes: 384 * KiB,
  /** Entries of `errors` in one error answer, bytes of that answer, and characters of a field name in it. */
  errorIssues: 20,
  errorBodyBytes: 16 * KiB,
  errorFieldCharacters: 100,
  /** Bytes of a request header that is parsed beyond Node's own parser. */
  parsedHeaderBytes: 1 * KiB,
  /** Visible ASCII characters of an `Idempotency-Key`, and how long its answer is kept. */
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  /** Rows of a listing where the request names no `limit`. */
  defaultPageSize: 20,
  /** From this size on the clients send bytes resumably (tus) rather than in one PUT. */
  resumableFromBytes: 100 * MiB,
  /** Seconds between two polls of a device sign-in. */
  devicePollSeconds: 10,
} as const;

/** For descriptions of the endpoints that strangers reserve uploads with. */
export const strangersReservation = `A reservation expires ${limits.strangerReservationMinutes} minutes after it was made unless bytes arrive. At most ${limits.openReservationsPerNetwork} may be open from one network; more are answered 429 \`too_many_requests\` with \`Retry-After\`.`;

export interface FeatureLimitSpec {
  readonly calls: number;
  readonly seconds: number;
  /** Survives a restart of the server: for limits that protect passwords, codes and mailboxes. */
  readonly persistent?: true;
}

/** Limits on one feature, answered 429 `too_many_requests`: so many calls in so many seconds. */
export const featureLimits = {
  /** Resolving a share, per IP address. */
  shareResolve: { calls: 40, seconds: 60 },
  /** Refreshing the download URL of one file, per caller. */
  downloadUrl: { calls: 30, seconds: 60 },
  /** Unlocking a share, per share and IP address. */
  shareUnlock: { calls: 5, seconds: 900, persistent: true },
  /** Wrong user codes of devices, per account and per IP address, while a code lives (RFC 8628, 5.1). */
  deviceCode: { calls: 5, seconds: 600, persistent: true },
  /** Creating, testing and rotating webhooks, per user. */
  webhook: { calls: 10, seconds: 60 },
  /** Submissions to a proofing, per proofing and IP address: each is a mail to its owner. */
  submission: { calls: 20, seconds: 3600, persistent: true },
  /** Comments on a share, per share and user, or IP address of who has no account. */
  comment: { calls: 10, seconds: 600 },
  /** Likes of a share given and taken back, per share and user, or IP address. */
  like: { calls: 30, seconds: 600 },
  /** Anonymous uploads, a batch counting as one, per IP address. */
  anonymousUpload: { calls: 5, seconds: 3600 },
  /** Mails that one user causes, each address counting; DRIVE_MAIL_HOURLY and DRIVE_MAIL_DAILY replace the numbers. */
  mailHour: { calls: 50, seconds: 3600, persistent: true },
  mailDay: { calls: 200, seconds: 86_400, persistent: true },
  /** Mails to one address, whoever causes them. */
  mailAddress: { calls: 3, seconds: 3600, persistent: true },
  /** Mails that set a new password, to one address; apart from the others, so that those cannot use them up. */
  resetMail: { calls: 3, seconds: 3600, persistent: true },
} as const satisfies Readonly<Record<string, FeatureLimitSpec>>;
export type FeatureLimit = keyof typeof featureLimits;

/** For descriptions of the endpoints that mail people. */
export const mailLimits = `A user causes at most ${featureLimits.mailHour.calls} mails an hour and ${featureLimits.mailDay.calls} a day unless the server is set otherwise, each address counting, and at most ${featureLimits.mailAddress.calls} an hour go to one address, whoever causes them. Beyond that nobody is mailed: 429 \`too_many_requests\` with \`Retry-After\`.`;
