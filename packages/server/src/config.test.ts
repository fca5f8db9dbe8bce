import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigError,
  defaultWarnings,
  loadConfig,
  loadSettings,
  loosenedRules,
  settingRows,
  sharedSettings,
  type Config,
} from './config.ts';
import { settingNames, variableOf, type SettingName } from './settings.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const load = (env: Record<string, string> = {}, flags: Partial<Record<SettingName, string>> = {}): Config =>
  loadConfig({ flags, env: { PATH: '/bin', DRIVE_DATA_DIR: directory, ...env } });
const writeFile = (content: unknown): void =>
  writeFileSync(join(directory, 'drive.config.json'), typeof content === 'string' ? content : JSON.stringify(content));
function problemsOf(env: Record<string, string>, flags: Partial<Record<SettingName, string>> = {}): readonly string[] {
  try {
    load(env, flags);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('[P-1136] of single sign-on are complete, and its issuer is reached by https except on this machine', () => {
    const issuer = { DRIVE_OIDC_ISSUER: 'https://login.example.com/', DRIVE_OIDC_CLIENT_ID: 'drive' };
    expect(problemsOf(issuer)).toEqual([]);
    for (const local of ['http://127.0.0.1:9/realms/main', 'http://localhost:9', 'http://[::1]:9'])
      expect(problemsOf({ ...issuer, DRIVE_OIDC_ISSUER: local })).toEqual([]);
    for (const bad of [
      'http://login.example.com',
      'http://127.example.com',
      'https://a@b.example',
      'https://b.example?x',
      'ftp://b',
    ])
      expect([bad, problemsOf({ ...issuer, DRIVE_OIDC_ISSUER: bad }).length]).toEqual([bad, 1]);
    expect(problemsOf({ DRIVE_OIDC_ISSUER: issuer.DRIVE_OIDC_ISSUER })).toEqual([
      'DRIVE_OIDC_CLIENT_ID is needed with DRIVE_OIDC_ISSUER',
    ]);
    expect(problemsOf({ ...issuer, DRIVE_OIDC_SCOPES: 'profile' })).toEqual(['DRIVE_OIDC_SCOPES must contain openid']);
    expect(problemsOf({ DRIVE_PASSWORD_LOGIN: 'off' })).toEqual([
      'DRIVE_PASSWORD_LOGIN=off needs DRIVE_OIDC_ISSUER: nobody could sign in',
    ]);
    writeFileSync(join(directory, 'secret'), 'of the client\n');
    const file = { ...issuer, DRIVE_OIDC_CLIENT_SECRET_FILE: join(directory, 'secret') };
    expect(load(file).oidcClientSecret).toBe('of the client');
    expect(problemsOf({ ...issuer, DRIVE_OIDC_CLIENT_SECRET_FILE: join(directory, 'missing') })).toHaveLength(1);
  });

  it('[P-315] have the documented defaults', () => {
    expect(load()).toEqual({
      instanceColour: undefined,
      instanceLogo: undefined,
      instanceName: 'Drive',
      dataDir: directory,
      host: '127.0.0.1',
      port: 8080,
      baseUrl: undefined,
      secret: undefined,
      secretPrevious: undefined,
      databaseUrl: undefined,
      storageUrl: undefined,
      s3Endpoint: undefined,
      s3PublicEndpoint: undefined,
      s3Region: 'us-east-1',
      s3PathStyle: undefined,
      s3AccessKeyId: undefined,
      s3SecretAccessKey: undefined,
      s3SessionToken: undefined,
      s3Credentials: 'keys',
      s3CredentialsFile: undefined,
      s3Profile: 'default',
      s3Encryption: undefined,
      s3KmsKeyId: undefined,
      s3StorageClass: undefined,
      teamDrives: 'admins',
      teamDriveQuotaBytes: 0,
      trustedProxies: [],
      registration: 'invite',
      adminEmail: undefined,
      adminPassword: undefined,
      freeUserMaxBytes: 10 * 1024 ** 3,
      paidUserMaxBytes: 100 * 1024 ** 3,
      freeQuotaBytes: 0,
      paidQuotaBytes: 0,
      userMaxItems: 1_000_000,
      anonymousUploads: true,
      anonymousMaxBytes: 100 * 1024 ** 2,
      anonymousMaxFiles: 10,
      anonymousQuotaBytes: 20 * 1024 ** 3,
      anonymousRetentionDays: 0,
      captcha: 'none',
      captchaSiteKey: undefined,
      captchaSecret: undefined,
      captchaVerifyUrl: undefined,
      changesDays: 30,
      language: 'en',
      trashRetentionDays: 30,
      purgeGraceHours: 0,
      uploadSessionHours: 24,
      sweepSeconds: 3600,
      listMax: 200,
      archiveMaxBytes: 20 * 1024 ** 3,
      downloadUrlSeconds: 900,
      drainSeconds: 0,
      shareMaxExpiryDays: 365,
      shareFeedback: false,
      rateApi: 60,
      rateApikey: 600,
      rateAuth: 10,
      rateFiles: 3000,
      ratePublic: 6000,
      publicMaxAge: 300,
      derivedCacheBytes: 2 * 1024 ** 3,
      directory: 'on',
      membersInvite: false,
      rateTransfers: 30_000,
      rateSession: undefined,
      itemsPerMinute: 100_000,
      featureLimits: true,
      webhookRetrySeconds: [60, 300, 1800, 7200, 21_600],
      webhookAllowCidrs: [],
      webhookPorts: [],
      smtpUrl: undefined,
      mailFrom: undefined,
      mailHourly: 50,
      mailDaily: 200,
      minFreeBytes: 256 * 1024 ** 2,
      minTransferRate: 4096,
      backupDir: undefined,
      backupHours: 24,
      backupKeep: 7,
      directUploads: false,
      offload: 'none',
      contentUrl: undefined,
      corsOrigins: [],
      clamd: undefined,
      clamdFail: 'open',
      passwordLogin: true,
      require2fa: 'off',
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcClientSecretFile: undefined,
      oidcName: 'Single sign-on',
      oidcScopes: 'openid profile email',
      oidcGroupsClaim: 'groups',
      oidcAdminGroup: undefined,
      oidcAllowedGroups: [],
      oidcAllowedDomains: [],
      oidcAutoCreate: true,
      oidcLinkByEmail: false,
      scimToken: undefined,
      webdav: true,
      mcp: true,
      versionsDays: 30,
      accountDeletionDays: 30,
      versionsKeep: 10,
      metricsToken: undefined,
      logLevel: 'info',
      logClientIp: true,
      logFormat: undefined,
    });
  });

  it('take the flag before the environment before the file before the default', () => {
    writeFile({ port: 1, listMax: 2, rateApi: 3 });
    const config = load({ DRIVE_PORT: '4', DRIVE_LIST_MAX: '5' }, { PORT: '6' });
    expect([config.port, config.listMax, config.rateApi, config.rateAuth]).toEqual([6, 5, 3, 10]);
  });

  it('may have JSON types in the file', () => {
    writeFile({
      featureLimits: false,
      anonymousUploads: true,
      corsOrigins: ['https://a.example', 'https://b.example'],
      smtpUrl: null,
    });
    expect(load()).toMatchObject({
      featureLimits: false,
      anonymousUploads: true,
      corsOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  it('are unset if they are empty', () => {
    expect(load({ DRIVE_PORT: '', DRIVE_SMTP_URL: '', DRIVE_BASE_URL: '' })).toMatchObject({
      port: 8080,
      baseUrl: undefined,
    });
  });

  it('cannot be changed afterwards', () => {
    expect(() => Object.assign(load(), { port: 1 })).toThrow(TypeError);
  });

  it('admit uploads without an account only if the server is local, unless a setting says otherwise', () => {
    const admits = (env: Record<string, string>): boolean => load(env).anonymousUploads;
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1'])
      expect([host, admits({ DRIVE_HOST: host })]).toEqual([host, true]);
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'drive.lan'])
      expect([host, admits({ DRIVE_HOST: host })]).toEqual([host, false]);
    expect(admits({ DRIVE_BASE_URL: 'https://drive.example.org' })).toBe(false);
    expect(admits({ DRIVE_HOST: '0.0.0.0', DRIVE_ANONYMOUS_UPLOADS: 'on' })).toBe(true);
    expect(admits({ DRIVE_ANONYMOUS_UPLOADS: 'off' })).toBe(false);
  });

  it('accept bytes with a unit', () => {
    for (const [text, bytes] of [
      ['1048576', 1_048_576],
      ['10GiB', 10 * 1024 ** 3],
      ['1.5 MiB', 1_572_864],
      ['500 MB', 5e8],
      ['2tb', 2e12],
      ['0', 0],
    ] as const)
      expect(load({ DRIVE_FREE_QUOTA_BYTES: text }).freeQuotaBytes).toBe(bytes);
  });

  it('accept a base URL with a path, without a trailing slash', () => {
    for (const [text, url] of [
      ['https://drive.example.org', 'https://drive.example.org'],
      ['https://example.org/drive/', 'https://example.org/drive'],
      ['http://[::1]:80/a/b', 'http://[::1]/a/b'],
    ] as const)
      expect(load({ DRIVE_BASE_URL: text }).baseUrl).toBe(url);
  });

  it('ignore other flags of the command line and other environment variables', () => {
    const ofClients = {
      DRIVE_API_KEY: 'svc_x',
      DRIVE_URL: 'http://127.0.0.1',
      DRIVE_PROFILE: 'work',
      DRIVE_LOG: 'debug',
    };
    expect(problemsOf({ ...ofClients, DRIVE_WEBHOOK_SECRET: 'whsec_x', DRIVE_TOOLS_DIR: '/tools' })).toEqual([]);
  });
});

describe('an invalid setting', () => {
  it('is reported together with all others, one line each', () => {
    writeFile({ prot: 8080, rateApi: 'many', dataDir: '/elsewhere' });
    expect(
      problemsOf({ DRIVE_PROT: '1', DRIVE_PORT: '70000', DRIVE_REGISTRATION: 'maybe', DRIVE_ADMIN_EMAIL: 'me' }),
    ).toEqual([
      'DRIVE_PROT is not a setting; did you mean DRIVE_PORT?',
      'prot in drive.config.json is not a setting; did you mean port?',
      'dataDir in drive.config.json: the file lies in that directory',
      'DRIVE_PORT must be a whole number from 0 to 65535',
      'DRIVE_REGISTRATION must be open or invite or closed',
      'DRIVE_ADMIN_EMAIL must be an email address',
      'rateApi in drive.config.json must be a whole number from 0 to 1000000',
    ]);
  });

  it.each<[string, string]>([
    ['DRIVE_PORT', '1e3'],
    ['DRIVE_PORT', '0x10'],
    ['DRIVE_PORT', ' 80'],
    ['DRIVE_PORT', '-1'],
    ['DRIVE_FREE_USER_MAX_BYTES', '0'],
    ['DRIVE_FREE_QUOTA_BYTES', '10 GiBs'],
    ['DRIVE_FREE_QUOTA_BYTES', 'GiB'],
    ['DRIVE_FREE_QUOTA_BYTES', '9999999999999999'],
    ['DRIVE_FEATURE_LIMITS', 'true'],
    ['DRIVE_BASE_URL', 'drive.example.org'],
    ['DRIVE_BASE_URL', 'ftp://drive.example.org'],
    ['DRIVE_BASE_URL', 'https://user@drive.example.org'],
    ['DRIVE_BASE_URL', 'https://drive.example.org/?a'],
    ['DRIVE_BASE_URL', 'https://drive.example.org/api/v1'],
    ['DRIVE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['DRIVE_TRUSTED_PROXIES', '10.0.0.0/8,localhost'],
    ['DRIVE_CORS_ORIGINS', 'https://a.example/'],
    ['DRIVE_CORS_ORIGINS', '*'],
    ['DRIVE_WEBHOOK_PORTS', '443,70000'],
    ['DRIVE_WEBHOOK_PORTS', '443-445'],
    ['DRIVE_DATABASE_URL', 'mysql://x'],
    ['DRIVE_DATABASE_URL', 'postgres://db/drive?application_name=x'],
    ['DRIVE_DATABASE_URL', 'postgres://db/drive?options=-c%20x'],
    ['DRIVE_DATABASE_URL', 'postgres://db/drive?prepare=no'],
    ['DRIVE_DATABASE_URL', 'postgres://me:a@db-1,db-2:5433/drive'],
    ['DRIVE_SECRET', 'the-same-random-text-of-at-least-32-characters'],
    ['DRIVE_STORAGE_URL', 's3://bucket/prefix?region=x'],
    ['DRIVE_SMTP_URL', 'mail.example.org'],
    ['DRIVE_WEBHOOK_RETRY_SECONDS', '60,soon'],
    ['DRIVE_SECRET', 'short'],
    ['DRIVE_SHARE_MAX_EXPIRY_DAYS', '366'],
    ['DRIVE_CLAMD', 'clamd'],
    ['DRIVE_CLAMD', 'unix:clamd.ctl'],
    ['DRIVE_LOG_LEVEL', 'verbose'],
  ])('stops the start: %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  });

  it('names the values that a parameter of the URL of Postgres may have', () => {
    expect(problemsOf({ DRIVE_DATABASE_URL: 'postgres://me:a,b@db/drive?sslmode=perhaps' })).toEqual([
      'DRIVE_DATABASE_URL must have one of these as the parameter sslmode: disable, prefer, require, verify-ca, verify-full, no-verify; "perhaps" is none',
    ]);
  });

  it('is not reported for the placeholder of an example that is being replaced', () => {
    const placeholder = 'the-same-random-text-of-at-least-32-characters';
    expect(problemsOf({ DRIVE_SECRET: 's'.repeat(43), DRIVE_SECRET_PREVIOUS: placeholder })).toEqual([]);
  });

  const storage = {
    DRIVE_STORAGE_URL: 's3://bucket/prefix',
    DRIVE_BASE_URL: 'https://drive.example',
    DRIVE_SMTP_URL: 'smtp://mail',
    DRIVE_MAIL_FROM: 'd@example.org',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };

  it.each([
    's3://',
    's3://Bucket_1',
    's3://bucket?region=x',
    's3://key:secret@bucket',
    's3://bucket:9000/prefix',
    's3://bucket/a b',
    'http://bucket',
  ])('is reported for the object storage %s', (url) => {
    expect(problemsOf({ ...storage, DRIVE_STORAGE_URL: url })).toEqual([
      expect.stringMatching(/^DRIVE_STORAGE_URL must /),
    ]);
  });

  it('is reported for what an object storage lacks', () => {
    expect(problemsOf(storage)).toEqual([]);
    expect(problemsOf({ DRIVE_STORAGE_URL: 's3://bucket', DRIVE_OFFLOAD: 'x-accel' })).toEqual([
      'DRIVE_BASE_URL is needed with an object storage',
      'DRIVE_SMTP_URL is needed with an object storage',
      'DRIVE_OFFLOAD must be none or redirect with an object storage',
      'DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY, or DRIVE_S3_CREDENTIALS_FILE, are needed with an object storage',
    ]);
    const direct = { DRIVE_OFFLOAD: 'redirect', DRIVE_DIRECT_UPLOADS: 'on' };
    expect(problemsOf({ ...storage, ...direct })).toEqual([]);
    expect(problemsOf({ ...storage, ...direct, DRIVE_S3_ENCRYPTION: 'AES256' })).toEqual([
      expect.stringMatching(/^DRIVE_DIRECT_UPLOADS cannot be on with DRIVE_S3_ENCRYPTION/),
    ]);
    for (const name of ['DRIVE_S3_STORAGE_CLASS', 'DRIVE_S3_REGION', 'DRIVE_S3_KMS_KEY_ID'])
      expect(problemsOf({ ...storage, DRIVE_S3_ENCRYPTION: 'aws:kms', [name]: 'a b' })).toEqual([
        `${name} must have letters, digits and the characters _ : / . - only`,
      ]);
    expect(problemsOf(direct)).toEqual([
      'DRIVE_OFFLOAD=redirect needs an object storage',
      'DRIVE_DIRECT_UPLOADS needs an object storage',
    ]);
    expect(problemsOf({ ...storage, AWS_SECRET_ACCESS_KEY: '', DRIVE_S3_KMS_KEY_ID: 'x' })).toEqual([
      'DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY go together',
      'DRIVE_S3_KMS_KEY_ID needs DRIVE_S3_ENCRYPTION=aws:kms',
    ]);
  });

  it('of the AWS programs counts less than the own one', () => {
    expect(load({ AWS_REGION: 'eu-west-1' })).toMatchObject({ s3Region: 'eu-west-1' });
    expect(load({ AWS_REGION: 'eu-west-1', DRIVE_S3_REGION: 'eu-west-2' })).toMatchObject({ s3Region: 'eu-west-2' });
    expect(load({})).toMatchObject({ s3Region: 'us-east-1' });
  });

  it('is reported for half an administrator, an SMTP URL without a sender, a captcha without keys, and content on the host of the pages', () => {
    expect(problemsOf({ DRIVE_ADMIN_EMAIL: 'a@example.org' })).toEqual([
      'DRIVE_ADMIN_EMAIL and DRIVE_ADMIN_PASSWORD go together',
    ]);
    expect(problemsOf({ DRIVE_SMTP_URL: 'smtp://mail' })).toEqual(['DRIVE_MAIL_FROM is needed with DRIVE_SMTP_URL']);
    expect(problemsOf({ DRIVE_CLAMD_FAIL: 'closed' })).toEqual([expect.stringContaining('needs DRIVE_CLAMD')]);
    expect(problemsOf({ DRIVE_CAPTCHA: 'turnstile', DRIVE_CAPTCHA_SITE_KEY: 'x' })).toEqual([
      'DRIVE_CAPTCHA_SECRET is needed with DRIVE_CAPTCHA=turnstile',
    ]);
    const [base, content] = ['https://drive.example', 'https://drive.example:8443/content'];
    expect(problemsOf({ DRIVE_BASE_URL: base, DRIVE_CONTENT_URL: content })).toEqual([
      'DRIVE_CONTENT_URL must have another host than DRIVE_BASE_URL, or it would share its cookies',
    ]);
    expect(problemsOf({ DRIVE_BASE_URL: base, DRIVE_CONTENT_URL: 'https://files.drive.example' })).toEqual([]);
  });

  it('in the token of the metrics is reported without the token', () => {
    expect(problemsOf({ DRIVE_METRICS_TOKEN: 'metricstoken123456' })).toEqual([
      'DRIVE_METRICS_TOKEN must have at least 24 characters; make one with: openssl rand -hex 24',
    ]);
    for (const placeholder of ['a-long-random-text', 'another-long-random-text'])
      expect(problemsOf({ DRIVE_METRICS_TOKEN: placeholder })).toEqual([
        'DRIVE_METRICS_TOKEN is still the placeholder of an example; make one with: openssl rand -hex 24',
      ]);
    expect(problemsOf({ DRIVE_METRICS_TOKEN: '0123456789abcdef01234567' })).toEqual([]);
  });

  it('in the syntax of the file is reported', () => {
    writeFile('{');
    expect(problemsOf({})).toEqual([expect.stringContaining("drive.config.json can't be read")]);
    writeFile([1]);
    expect(problemsOf({})).toEqual([expect.stringContaining('must hold one JSON object')]);
  });
});

describe('the output of drive-server config', () => {
  it('contains every setting and no secret', () => {
    const secrets = {
      DRIVE_SECRET: 'a-secret-of-thirty-two-characters',
      DRIVE_ADMIN_PASSWORD: 'a-password',
      DRIVE_DATABASE_URL: 'postgres://user:db-password@db/drive',
      DRIVE_SMTP_URL: 'smtp://user:mail-password@mail',
      DRIVE_CAPTCHA_SECRET: 'captcha-secret',
      DRIVE_METRICS_TOKEN: 'metrics-token-of-24-characters',
    };
    const rows = settingRows(
      loadSettings({
        flags: {},
        env: {
          ...secrets,
          DRIVE_DATA_DIR: directory,
          DRIVE_ADMIN_EMAIL: 'a@example.org',
          DRIVE_MAIL_FROM: 'd@example.org',
        },
      }),
    );
    expect(rows.map(({ name }) => name)).toEqual(settingNames.map(variableOf));
    for (const name of Object.keys(secrets))
      expect(rows).toContainEqual(expect.objectContaining({ name, value: '********', source: 'environment' }));
    expect(JSON.stringify(rows)).not.toMatch(
      /db-password|mail-password|"a-secret|"a-password|"captcha-secret|"metrics-token/,
    );
  });

  it('names the value, the default and the source of each setting', () => {
    writeFile({ port: 9001, listMax: 50, trustedProxies: ['10.0.0.0/8', '::1'] });
    const rows = settingRows(
      loadSettings({
        flags: { PORT: '9000' },
        env: { DRIVE_DATA_DIR: directory, DRIVE_HOST: '::1', DRIVE_PORT: '9002' },
      }),
    );
    const shown = (name: string): unknown[] =>
      rows
        .filter((row) => row.name === name)
        .flatMap(({ value, default: fallback, source }) => [value, fallback, source]);
    expect(shown('DRIVE_PORT')).toEqual(['9000', '8080', 'flag']);
    expect(shown('DRIVE_HOST')).toEqual(['::1', '127.0.0.1', 'environment']);
    expect(shown('DRIVE_LIST_MAX')).toEqual(['50', '200', 'file']);
    expect(shown('DRIVE_TRUSTED_PROXIES')).toEqual(['10.0.0.0/8,::1', '', 'file']);
    expect(shown('DRIVE_FEATURE_LIMITS')).toEqual(['on', 'on', 'default']);
    expect(shown('DRIVE_BASE_URL')).toEqual([null, null, 'default']);
  });

  it('warns of defaults that suit a try-out only', () => {
    const warned = (env: Record<string, string>): (string | undefined)[] =>
      defaultWarnings(load(env)).map((line) => /^[A-Z_]+/.exec(line)?.[0]);
    const mail = { DRIVE_SMTP_URL: 'smtp://mail', DRIVE_MAIL_FROM: 'd@example.org' };
    expect(warned({})).toEqual(['DRIVE_SMTP_URL']);
    expect(warned(mail)).toEqual([]);
    expect(warned({ ...mail, DRIVE_HOST: '0.0.0.0' })).toEqual(['DRIVE_HOST']);
    expect(warned({ ...mail, DRIVE_HOST: '0.0.0.0', DRIVE_BASE_URL: 'https://example.org' })).toEqual([]);
  });

  it('names every relaxed rule', () => {
    expect(loosenedRules(load())).toEqual([]);
    const loose = load({
      DRIVE_RATE_API: '0',
      DRIVE_RATE_FILES: '0',
      DRIVE_RATE_SESSION: '0',
      DRIVE_FEATURE_LIMITS: 'off',
      DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
    });
    expect(loosenedRules(loose).map((line) => line.split(/[=:]/)[0])).toEqual([
      'DRIVE_RATE_API',
      'DRIVE_RATE_FILES',
      'DRIVE_RATE_SESSION',
      'DRIVE_FEATURE_LIMITS',
      'DRIVE_WEBHOOK_ALLOW_CIDRS',
    ]);
  });
});

it('compares the servers of a database without secrets and without settings of one machine', () => {
  const env = { DRIVE_DATABASE_URL: 'postgres://me:hidden@db/drive', DRIVE_SECRET: 's'.repeat(43), DRIVE_PORT: '99' };
  const shared = new Map(sharedSettings(load(env)));
  expect(shared.get('DRIVE_RATE_API')).toBe('60');
  expect(['DRIVE_DATABASE_URL', 'DRIVE_SECRET', 'DRIVE_PORT'].filter((name) => shared.has(name))).toEqual([]);
});
