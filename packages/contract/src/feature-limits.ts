export interface FeatureLimitSpec {
  readonly calls: number;
  readonly seconds: number;
  /** Stored across restarts of the server. For limits that protect passwords, codes and mailboxes. */
  readonly persistent?: true;
}

/** Rate limits of single features: at most `calls` in `seconds`, otherwise 429 `too_many_requests`. */
export const featureLimits = {
  /** Resolving a share, per network. */
  shareResolve: { calls: 40, seconds: 60 },
  /** Refreshing the download URL of one file, per caller. */
  downloadUrl: { calls: 30, seconds: 60 },
  /** Rendering a picture of a public file that is not kept yet, per network. */
  publicPicture: { calls: 600, seconds: 60 },
  /** Searching for users and groups, and giving access by email address, per user. */
  directory: { calls: 60, seconds: 60 },
  /** Inviting people by giving their email addresses access, per user who is no administrator. */
  accessInvitation: { calls: 30, seconds: 3600, persistent: true },
  /** Creating team drives, per user. */
  teamDrive: { calls: 20, seconds: 3600 },
  /** Unlocking a share, per share and network. */
  shareUnlock: { calls: 5, seconds: 900, persistent: true },
  /** Wrong user codes of devices, per account and per network, during the lifetime of a code (RFC 8628, 5.1). */
  deviceCode: { calls: 5, seconds: 600, persistent: true },
  /** Creating, testing and rotating webhooks, per user. */
  webhook: { calls: 10, seconds: 60 },
  /** Submissions to a proofing, per proofing and network. Each sends an email to the owner. */
  submission: { calls: 20, seconds: 3600, persistent: true },
  /** Comments on a share, per share and user, or per share and network for visitors. */
  comment: { calls: 10, seconds: 600 },
  /** Likes added to and removed from a share, per share and user, or per share and network for visitors. */
  like: { calls: 30, seconds: 600 },
  /** Reports about shares, per network. */
  report: { calls: 5, seconds: 3600 },
  /** Reports about one share, from all networks. */
  shareReports: { calls: 20, seconds: 86_400, persistent: true },
  /** Anonymous uploads, a batch counting as one, per network. */
  anonymousUpload: { calls: 5, seconds: 3600 },
  /** Emails that one user causes, counted per recipient. DRIVE_MAIL_HOURLY and DRIVE_MAIL_DAILY override the numbers. */
  mailHour: { calls: 50, seconds: 3600, persistent: true },
  mailDay: { calls: 200, seconds: 86_400, persistent: true },
  /** Emails that users send to one address, from all users together. */
  mailAddress: { calls: 3, seconds: 3600, persistent: true },
  /** Password reset emails to one address. Counted separately, so that other emails cannot exhaust this limit. */
  resetMail: { calls: 3, seconds: 3600, persistent: true },
  /** Deleting the own account, per user. Each takes a password. */
  accountDeletion: { calls: 10, seconds: 900, persistent: true },
  /** Test emails of an administrator, per user. Each waits for the mail server. */
  testMail: { calls: 5, seconds: 3600 },
} as const satisfies Readonly<Record<string, FeatureLimitSpec>>;
export type FeatureLimit = keyof typeof featureLimits;

/** Part of the description of the endpoints that send emails to others. */
export const mailLimits = `A user can cause at most ${featureLimits.mailHour.calls} emails per hour and ${featureLimits.mailDay.calls} per day, counted per recipient, unless the server is configured differently. At most ${featureLimits.mailAddress.calls} emails per hour are sent to one address, from all users together. A request over a limit sends no email and gets 429 \`too_many_requests\` with \`Retry-After\`.`;
