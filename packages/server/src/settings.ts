import {
  bearerToken,
  byteCount,
  cidrs,
  clamd,
  color,
  contact,
  identifier,
  newSecret,
  oneOf,
  onOff,
  origins,
  outsideUrl,
  ports,
  postgresUrl,
  secondsList,
  secret,
  shortName,
  storageUrl,
  text,
  urlWith,
  wholeNumber,
} from '@drive/setting-values';
import { languageCodes } from '@drive/texts';
import { masked, setting } from './setting.ts';
import { signInSettings } from './sign-in-settings.ts';

export type { Setting } from './setting.ts';

/** Paths that the server answers itself, which a base URL must not contain. */
const ownPaths = new Set([
  'api',
  'app',
  'collect',
  'dav',
  'dav-all',
  'files',
  'healthz',
  'metrics',
  'p',
  'proof',
  'readyz',
  's',
  'scim',
  'share',
]);
const serverUrl = outsideUrl(ownPaths);

const days = wholeNumber(0, 36_500);
const perMinute = wholeNumber(0, 1_000_000);

/** Every setting there is, by its name in the environment without `DRIVE_`. */
export const settings = {
  DATA_DIR: setting(
    'Directory of the database, files, secrets, and of emails if there is no SMTP. An existing ./drive-data is the default instead; $XDG_DATA_HOME/drive if that variable is set, and %LOCALAPPDATA%\\drive on Windows.',
    text,
    '~/.local/share/drive',
  ),
  HOST: setting('Address to listen on; 0.0.0.0 for all interfaces.', text, '127.0.0.1'),
  PORT: setting('Port to listen on; 0 picks a free one.', wholeNumber(0, 65_535), '8080'),
  BASE_URL: setting('Public URL of the server, with which every link begins. Default: from host and port.', serverUrl),
  SECRET: setting(
    'Master secret. Default: generated once and stored as secret.key in the data directory.',
    newSecret,
    undefined,
    masked,
  ),
  SECRET_PREVIOUS: setting(
    'The master secret before DRIVE_SECRET was replaced: what it signed and encrypted stays valid while this is set.',
    secret,
    undefined,
    masked,
  ),
  DATABASE_URL: setting(
    'Postgres database, as postgres://user:password@host/name. Default: SQLite in the data directory.',
    postgresUrl,
    undefined,
    masked,
  ),
  STORAGE_URL: setting(
    'Place of the bytes of files: a directory, as file:///srv/drive, or a bucket of an object storage, as s3://bucket/prefix. Default: the data directory.',
    storageUrl,
  ),
  S3_ENDPOINT: setting('URL of the object storage, without the bucket. Default: AWS, in the region.', serverUrl),
  S3_PUBLIC_ENDPOINT: setting(
    'URL of the object storage as clients reach it, for DRIVE_DIRECT_UPLOADS and DRIVE_OFFLOAD=redirect. Default: DRIVE_S3_ENDPOINT.',
    serverUrl,
  ),
  S3_REGION: setting('Region of the bucket. Also read from AWS_REGION.', identifier, 'us-east-1', {
    alias: 'AWS_REGION',
  }),
  S3_PATH_STYLE: setting(
    'Whether the bucket is in the path of URLs instead of the host. Default: on with DRIVE_S3_ENDPOINT.',
    onOff,
  ),
  S3_CREDENTIALS: setting(
    'Where the access key comes from: the settings or a file (keys), or the role of the machine, container or service account (role), for which the package @aws-sdk/credential-providers has to be installed.',
    oneOf('keys', 'role'),
    'keys',
  ),
  S3_ACCESS_KEY_ID: setting('Access key of the object storage. Also read from AWS_ACCESS_KEY_ID.', text, undefined, {
    alias: 'AWS_ACCESS_KEY_ID',
  }),
  S3_SECRET_ACCESS_KEY: setting('Secret of the access key. Also read from AWS_SECRET_ACCESS_KEY.', text, undefined, {
    ...masked,
    alias: 'AWS_SECRET_ACCESS_KEY',
  }),
  S3_SESSION_TOKEN: setting('Token of a temporary access key. Also read from AWS_SESSION_TOKEN.', text, undefined, {
    ...masked,
    alias: 'AWS_SESSION_TOKEN',
  }),
  S3_CREDENTIALS_FILE: setting(
    'File with the access key and its secret, in the format of ~/.aws/credentials. Also read from AWS_SHARED_CREDENTIALS_FILE.',
    text,
    undefined,
    { alias: 'AWS_SHARED_CREDENTIALS_FILE' },
  ),
  S3_PROFILE: setting('Profile in the file of credentials. Also read from AWS_PROFILE.', text, 'default', {
    alias: 'AWS_PROFILE',
  }),
  S3_ENCRYPTION: setting(
    'Encryption of new objects by the object storage: AES256 or aws:kms. Default: that of the bucket.',
    oneOf('AES256', 'aws:kms'),
  ),
  S3_KMS_KEY_ID: setting('Key for DRIVE_S3_ENCRYPTION=aws:kms. Default: that of the account.', identifier),
  S3_STORAGE_CLASS: setting('Storage class of new objects, as STANDARD_IA. Default: STANDARD.', identifier),
  DIRECT_UPLOADS: setting(
    'Whether clients of users send the bytes of uploads to the object storage itself, by presigned URLs.',
    onOff,
    'off',
  ),
  TRUSTED_PROXIES: setting('CIDRs of proxies whose X-Forwarded-* headers are trusted, separated by commas.', cidrs, ''),
  DIRECTORY: setting(
    'Whom users find to give them access: everybody by a part of the name or address (on), only by the complete address (exact), or nobody (off).',
    oneOf('on', 'exact', 'off'),
    'on',
  ),
  MEMBERS_INVITE: setting(
    'Whether users who are no administrators invite people without an account, by giving their email address access to something.',
    onOff,
    'off',
  ),
  TEAM_DRIVES: setting(
    'Who creates team drives: administrators (admins), everybody (everyone), or nobody (off).',
    oneOf('admins', 'everyone', 'off'),
    'admins',
  ),
  TEAM_DRIVE_QUOTA_BYTES: setting(
    'Storage of a team drive that is created without a quota of its own; 0 for no limit.',
    byteCount(),
    '0',
  ),
  ...signInSettings,
  FREE_USER_MAX_BYTES: setting('Maximum size of a file of a user with the free plan.', byteCount(1), '10GiB'),
  PAID_USER_MAX_BYTES: setting('Maximum size of a file of a user with the paid plan.', byteCount(1), '100GiB'),
  FREE_QUOTA_BYTES: setting('Storage of a user with the free plan; 0 for no limit.', byteCount(), '0'),
  PAID_QUOTA_BYTES: setting('Storage of a user with the paid plan; 0 for no limit.', byteCount(), '0'),
  USER_MAX_ITEMS: setting(
    'Files and folders of a user, with those in the trash and open uploads; 0 for no limit.',
    wholeNumber(0, 1_000_000_000),
    '1000000',
  ),
  ANONYMOUS_UPLOADS: setting(
    'Whether visitors without an account may upload files and write pastes. Default: on with a loopback DRIVE_HOST and no DRIVE_BASE_URL, which is a local try-out; otherwise off.',
    onOff,
  ),
  ANONYMOUS_MAX_BYTES: setting('Maximum size of a file that is uploaded without an account.', byteCount(1), '100MiB'),
  ANONYMOUS_MAX_FILES: setting('Maximum number of files in one upload without an account.', wholeNumber(1, 100), '10'),
  ANONYMOUS_QUOTA_BYTES: setting('Storage of all files without an account together.', byteCount(), '20GiB'),
  ANONYMOUS_RETENTION_DAYS: setting('Days after which files without an account are deleted; 0 keeps them.', days, '0'),
  CAPTCHA: setting(
    'Check that uploads without an account come from people: turnstile, hcaptcha, or altcha, which needs no other service.',
    oneOf('none', 'altcha', 'turnstile', 'hcaptcha'),
    'none',
  ),
  CAPTCHA_SITE_KEY: setting('Site key of Turnstile or hCaptcha.', text),
  CAPTCHA_SECRET: setting('Secret of Turnstile or hCaptcha.', text, undefined, masked),
  CAPTCHA_VERIFY_URL: setting(
    'URL that verifies answers. Default: the URL of the service.',
    urlWith('https:', 'http:'),
  ),
  LANGUAGE: setting('Language of emails to those who have chosen none.', oneOf(...languageCodes), 'en'),
  TRASH_RETENTION_DAYS: setting('Days after which trashed items are deleted; 0 keeps them.', days, '30'),
  CHANGES_DAYS: setting(
    'Days for which changes of files and folders are kept for programs that follow them, and activity and notifications for users.',
    wholeNumber(1, 365),
    '30',
  ),
  ACCOUNT_DELETION_DAYS: setting('Days until a deleted account is gone; 0: at once.', wholeNumber(0, 90), '30'),
  PURGE_GRACE_HOURS: setting(
    'Hours for which the bytes of permanently deleted files stay in the storage, so that an earlier state of the database finds them. They no longer count in any quota.',
    wholeNumber(0, 8_760),
    '0',
  ),
  VERSIONS_KEEP: setting('Number of previous versions kept for each file; 0 keeps none.', wholeNumber(0, 1_000), '10'),
  VERSIONS_DAYS: setting('Days for which previous versions are kept; 0 keeps none.', days, '30'),
  UPLOAD_SESSION_HOURS: setting(
    'Hours after which an idle, unfinished upload is cancelled.',
    wholeNumber(1, 8_760),
    '24',
  ),
  SWEEP_SECONDS: setting('Seconds between two runs of the clean-ups.', wholeNumber(1, 86_400), '3600'),
  LIST_MAX: setting('Maximum number of entries on a page of a list.', wholeNumber(1, 10_000), '200'),
  ARCHIVE_MAX_BYTES: setting('Maximum size of a ZIP archive.', byteCount(1), '20GiB'),
  DOWNLOAD_URL_SECONDS: setting('Seconds for which a signed download URL is valid.', wholeNumber(1, 604_800), '900'),
  PUBLIC_MAX_AGE: setting(
    'Seconds for which browsers and caches keep a public file. A share that is closed is shown that much longer. With 31536000, a year, they never ask again for a URL.',
    wholeNumber(0, 31_536_000),
    '300',
  ),
  DERIVED_CACHE_BYTES: setting(
    'Space in the data directory for transformed images, the least recently used of which are removed; 0 keeps none.',
    byteCount(),
    '2GiB',
  ),
  SHARE_MAX_EXPIRY_DAYS: setting('Maximum number of days until a link expires.', wholeNumber(1, 365), '365'),
  SHARE_FEEDBACK: setting(
    'Whether visitors may like and comment under a new link, unless its owner says otherwise.',
    onOff,
    'off',
  ),
  RATE_API: setting('API requests per minute and network without a key; 0 for no limit.', perMinute, '60'),
  RATE_APIKEY: setting('API requests per minute and API key; 0 for no limit.', perMinute, '600'),
  RATE_AUTH: setting('Attempts to sign in per minute and network; 0 for no limit.', perMinute, '10'),
  RATE_FILES: setting(
    'Requests to /files without a valid key or signature, per minute and network; 0 for no limit.',
    perMinute,
    '3000',
  ),
  RATE_TRANSFERS: setting(
    'Other requests to /files, /dav and /dav-all, per minute and key, user or network; 0 for no limit.',
    perMinute,
    '30000',
  ),
  RATE_PUBLIC: setting('Requests for public files per minute and network; 0 for no limit.', perMinute, '6000'),
  RATE_SESSION: setting(
    'API requests per minute and signed-in user; 0 for no limit. Default: they count in DRIVE_RATE_API.',
    perMinute,
  ),
  ITEMS_PER_MINUTE: setting(
    'Files and folders that a user may copy, move to another owner, restore or permanently delete in a minute; 0 for no limit.',
    wholeNumber(0, 1_000_000_000),
    '100000',
  ),
  FEATURE_LIMITS: setting(
    'Whether single features have limits, such as attempts at the password of a link.',
    onOff,
    'on',
  ),
  WEBHOOK_RETRY_SECONDS: setting(
    'Delays in seconds before each repetition of a webhook delivery, separated by commas.',
    secondsList,
    '60,300,1800,7200,21600',
  ),
  WEBHOOK_ALLOW_CIDRS: setting(
    'Private networks that webhooks may reach, also over http, as CIDRs separated by commas.',
    cidrs,
    '',
  ),
  WEBHOOK_PORTS: setting(
    'Ports to which webhooks may be sent outside of DRIVE_WEBHOOK_ALLOW_CIDRS, separated by commas, such as 443,8443. Default: any.',
    ports,
    '',
  ),
  SMTP_URL: setting(
    'Mail server, as smtps://user:password@host. Default: emails are written to files in outbox/.',
    urlWith('smtp:', 'smtps:'),
    undefined,
    masked,
  ),
  MAIL_FROM: setting('Sender of emails, as Drive <drive@example.com>. Needed with DRIVE_SMTP_URL.', text),
  MAIL_HOURLY: setting(
    'Maximum number of emails that one user causes in an hour; 0 for no limit.',
    wholeNumber(0, 1_000_000),
    '50',
  ),
  MAIL_DAILY: setting(
    'Maximum number of emails that one user causes in a day; 0 for no limit.',
    wholeNumber(0, 1_000_000),
    '200',
  ),
  INSTANCE_NAME: setting('Name of this drive on pages, in the web app and in emails.', shortName, 'Drive'),
  INSTANCE_LOGO: setting(
    'Image shown beside the name, as the path of a file or as a data: URL: SVG, PNG, WebP or JPEG of at most 256 KiB. Default: the logo of Drive.',
    text,
  ),
  INSTANCE_COLOUR: setting(
    'Accent color as #rrggbb. A shade of it is used where it would be hard to read. Default: teal.',
    color,
  ),
  SECURITY_CONTACT: setting(
    'Email address or https URL for reports of vulnerabilities, published at /.well-known/security.txt (RFC 9116). Default: there is no such file.',
    contact,
  ),
  MIN_FREE_BYTES: setting('Free disk space below which new bytes are refused.', byteCount(), '256MiB'),
  MIN_TRANSFER_RATE: setting(
    'Bytes per second, over a minute, below which a transfer is cut off; 0 for never.',
    byteCount(),
    '4096',
  ),
  BACKUP_DIR: setting(
    'Existing directory, on another disk, into which the server writes scheduled backups. Default: it writes none.',
    text,
  ),
  BACKUP_HOURS: setting('Hours between two scheduled backups.', wholeNumber(1, 8_760), '24'),
  BACKUP_KEEP: setting('Number of scheduled backups that are kept.', wholeNumber(1, 1_000), '7'),
  UPGRADE_COPY: setting(
    'Whether a new version that has to change the database first copies it into snapshots/ of the data directory. Default: on for SQLite, off for Postgres.',
    onOff,
  ),
  DRAIN_SECONDS: setting(
    'Seconds for which a stopping server goes on answering, while /readyz answers 503.',
    wholeNumber(0, 3_600),
    '0',
  ),
  OFFLOAD: setting(
    'Who sends the bytes of large downloads instead of the server: the reverse proxy, which a header asks (x-accel or x-sendfile), or the object storage, to which clients are redirected (redirect).',
    oneOf('none', 'x-accel', 'x-sendfile', 'redirect'),
    'none',
  ),
  CONTENT_URL: setting('URL with another host than the server, from which content of users is shown.', serverUrl),
  CLAMD: setting(
    'Daemon of ClamAV that scans new files for viruses, as host:port or as the path of its socket. Default: files are not scanned.',
    clamd,
  ),
  CLAMD_FAIL: setting(
    'What visitors of links get while a file has not been scanned: the file (open), or 403 until it is known to be clean (closed).',
    oneOf('open', 'closed'),
    'open',
  ),
  COUNTRY_TABLE: setting('File of countries by network (.mmdb): owners of links see where downloads come from.', text),
  WEBDAV: setting(
    'Whether the drive is available as a network drive under /dav/, and what others share under /dav-all/.',
    onOff,
    'on',
  ),
  MCP: setting('Whether assistants may use the drive by the Model Context Protocol under /mcp.', onOff, 'on'),
  CORS_ORIGINS: setting(
    'Origins whose pages may call the API with a key, separated by commas. The URL of an upload accepts bytes from every origin.',
    origins,
    '',
  ),
  METRICS_TOKEN: setting(
    'Bearer token for /metrics, of at least 24 characters. Default: there are no metrics.',
    bearerToken,
    undefined,
    masked,
  ),
  LOG_LEVEL: setting(
    'Least important level that is logged: debug, info, warn or error.',
    oneOf('debug', 'info', 'warn', 'error'),
    'info',
  ),
  LOG_CLIENT_IP: setting("Whether the log line of a request contains the client's IP address.", onOff, 'on'),
  LOG_FORMAT: setting('Format of the log. Default: pretty on a terminal, otherwise json.', oneOf('json', 'pretty')),
} as const;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** Settings in which servers of the same database may differ without effect on users. */
export const settingsOfOneServer: ReadonlySet<SettingName> = new Set<SettingName>([
  'DATA_DIR',
  'HOST',
  'PORT',
  'STORAGE_URL', // compared by an id in the storage
  'S3_CREDENTIALS',
  'S3_ACCESS_KEY_ID',
  'S3_CREDENTIALS_FILE',
  'S3_PROFILE',
  'OIDC_CLIENT_SECRET_FILE',
  'INSTANCE_LOGO',
  'MIN_FREE_BYTES',
  'DERIVED_CACHE_BYTES',
  'BACKUP_DIR',
  'BACKUP_HOURS',
  'BACKUP_KEEP',
  'UPGRADE_COPY',
  'LOG_LEVEL',
  'LOG_FORMAT',
]);

/** `DRIVE_DATA_DIR` */
export const variableOf = (name: SettingName): string => `DRIVE_${name}`;
/** `data-dir`, as `--data-dir` on the command line */
export const flagOf = (name: SettingName): string => name.toLowerCase().replaceAll('_', '-');
/** `dataDir`, as in drive.config.json */
export const fieldOf = (name: SettingName): string =>
  name.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Read by drive-cli, the SDK and the scripts of this repository, which may share this program's environment. */
export const foreignVariables: ReadonlySet<string> = new Set([
  'DRIVE_API_KEY',
  'DRIVE_LOG',
  'DRIVE_PROFILE',
  'DRIVE_RELEASE_URL',
  'DRIVE_TOOLS_DIR',
  'DRIVE_URL',
  'DRIVE_WEBHOOK_SECRET',
]);
