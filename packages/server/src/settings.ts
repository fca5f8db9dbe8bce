import {
  byteCount,
  cidrs,
  email,
  oneOf,
  onOff,
  origins,
  outsideUrl,
  secondsList,
  secret,
  storageUrl,
  text,
  urlWith,
  wholeNumber,
  type Parse,
} from './config-values.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
const days = wholeNumber(0, 36_500);
const perMinute = wholeNumber(0, 1_000_000);

export interface Setting<T = unknown> {
  readonly parse: Parse<T>;
  /** The default as text; undefined: none. */
  readonly fallback?: string | undefined;
  /** Never shown. */
  readonly masked?: boolean | undefined;
}

const setting = <T, const D extends string | undefined = undefined>(
  parse: Parse<T>,
  fallback?: D,
  options: { masked?: boolean } = {},
): { readonly parse: Parse<T>; readonly fallback: D; readonly masked?: boolean } => ({
  parse,
  fallback: fallback as D,
  ...options,
});
const masked = { masked: true };

/** Every setting there is, by its name in the environment without `DRIVE_`. */
export const settings = {
  DATA_DIR: setting(text, './drive-data'),
  HOST: setting(text, '127.0.0.1'),
  PORT: setting(wholeNumber(0, 65_535), '8080'),
  BASE_URL: setting(outsideUrl),
  SECRET: setting(secret, undefined, masked),
  DATABASE_URL: setting(urlWith('postgres:', 'postgresql:'), undefined, masked),
  STORAGE_URL: setting(storageUrl),
  TRUSTED_PROXIES: setting(cidrs, ''),
  REGISTRATION: setting(oneOf('open', 'invite', 'closed'), 'closed'),
  ADMIN_EMAIL: setting(email),
  ADMIN_PASSWORD: setting(text, undefined, masked),
  FREE_USER_MAX_BYTES: setting(byteCount(1), String(10 * GiB)),
  PAID_USER_MAX_BYTES: setting(byteCount(1), String(100 * GiB)),
  FREE_QUOTA_BYTES: setting(byteCount(), '0'),
  PAID_QUOTA_BYTES: setting(byteCount(), '0'),
  ANONYMOUS_UPLOADS: setting(onOff, 'on'),
  ANONYMOUS_MAX_BYTES: setting(byteCount(1), String(100 * MiB)),
  ANONYMOUS_MAX_FILES: setting(wholeNumber(1, 100), '10'),
  ANONYMOUS_QUOTA_BYTES: setting(byteCount(), String(20 * GiB)),
  ANONYMOUS_RETENTION_DAYS: setting(days, '0'),
  CAPTCHA: setting(oneOf('none', 'altcha', 'turnstile', 'hcaptcha'), 'none'),
  CAPTCHA_SITE_KEY: setting(text),
  CAPTCHA_SECRET: setting(text, undefined, masked),
  CAPTCHA_VERIFY_URL: setting(urlWith('https:', 'http:')),
  TRASH_RETENTION_DAYS: setting(days, '30'),
  VERSIONS_KEEP: setting(wholeNumber(0, 1_000), '10'),
  VERSIONS_DAYS: setting(days, '30'),
  UPLOAD_SESSION_HOURS: setting(wholeNumber(1, 8_760), '24'),
  SWEEP_SECONDS: setting(wholeNumber(1, 86_400), '3600'),
  LIST_MAX: setting(wholeNumber(1, 10_000), '200'),
  ARCHIVE_MAX_BYTES: setting(byteCount(1), String(20 * GiB)),
  DOWNLOAD_URL_SECONDS: setting(wholeNumber(1, 604_800), '900'),
  SHARE_MAX_EXPIRY_DAYS: setting(wholeNumber(1, 365), '365'),
  RATE_API: setting(perMinute, '60'),
  RATE_APIKEY: setting(perMinute, '600'),
  RATE_AUTH: setting(perMinute, '10'),
  RATE_FILES: setting(perMinute, '3000'),
  RATE_TRANSFERS: setting(perMinute, '30000'),
  RATE_SESSION: setting(perMinute),
  FEATURE_LIMITS: setting(onOff, 'on'),
  WEBHOOK_RETRY_SECONDS: setting(secondsList, '60,300,1800,7200,21600'),
  WEBHOOK_ALLOW_CIDRS: setting(cidrs, ''),
  SMTP_URL: setting(urlWith('smtp:', 'smtps:'), undefined, masked),
  MAIL_FROM: setting(text),
  MAIL_HOURLY: setting(wholeNumber(0, 1_000_000), '50'),
  MAIL_DAILY: setting(wholeNumber(0, 1_000_000), '200'),
  MIN_FREE_BYTES: setting(byteCount(), String(256 * MiB)),
  MIN_TRANSFER_RATE: setting(byteCount(), '4096'),
  OFFLOAD: setting(oneOf('none', 'x-accel', 'x-sendfile'), 'none'),
  CONTENT_URL: setting(outsideUrl),
  WEBDAV: setting(onOff, 'on'),
  CORS_ORIGINS: setting(origins, ''),
  METRICS_TOKEN: setting(text, undefined, masked),
  LOG_LEVEL: setting(oneOf('debug', 'info', 'warn', 'error'), 'info'),
  LOG_FORMAT: setting(oneOf('json', 'pretty')),
} as const;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** `DRIVE_DATA_DIR` */
export const variableOf = (name: SettingName): string => `DRIVE_${name}`;
/** `data-dir`, as `--data-dir` on the command line */
export const flagOf = (name: SettingName): string => name.toLowerCase().replaceAll('_', '-');
/** `dataDir`, as in drive.config.json */
export const fieldOf = (name: SettingName): string =>
  name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Read by drive-cli, the SDK and the scripts of this repository, which may share this program's environment. */
export const foreignVariables: ReadonlySet<string> = new Set(['DRIVE_API_KEY', 'DRIVE_TOOLS_DIR']);
