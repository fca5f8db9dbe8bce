import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@drive/base';
import type { AdminSetting } from '@drive/contract';
import { isLoopbackHost, SettingError } from '@drive/setting-values';
import { defaultDataDirectory } from './default-data-directory.ts';
import { groupOf } from './savable-settings.ts';
import {
  fieldOf,
  foreignVariables,
  settingNames,
  settings,
  settingsOfOneServer,
  variableOf,
  type Setting,
  type SettingName,
} from './settings.ts';

type ValueOf<N extends SettingName> = ReturnType<(typeof settings)[N]['parse']>;
type OptionalName = Exclude<
  { [N in SettingName]: (typeof settings)[N]['fallback'] extends undefined ? N : never }[SettingName],
  'ANONYMOUS_UPLOADS'
>;
type Values = { readonly [N in SettingName]: ValueOf<N> | (N extends OptionalName ? undefined : never) };
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;

/** Every setting by its name in camel case (`DRIVE_DATA_DIR` is `dataDir`), checked and frozen. */
export type Config = { readonly [N in SettingName as CamelCase<N>]: Values[N] };

export interface ConfigSources {
  /** Flags of the command line by the setting they set. */
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Everything that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The first of flag, environment, `drive.config.json` and default counts; an empty variable counts as unset. */
export const loadConfig = (sources: ConfigSources): Config => loadSettings(sources).config;

export const usesObjectStorage = ({ storageUrl }: Pick<Config, 'storageUrl'>): boolean =>
  storageUrl?.startsWith('s3:') ?? false;

/** Path of the directory with the bytes of files, unless they are in an object storage. */
export const blobDirectoryOf = ({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): string =>
  storageUrl === undefined ? dataDir : fileURLToPath(storageUrl);

/** Whether only this machine reaches the server; with a base URL, a proxy may pass on requests of others. */
const isTryOut = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  baseUrl === undefined && isLoopbackHost(host);

export type SettingSource = AdminSetting['source'];

interface GivenText {
  readonly source: SettingSource;
  /** Name of the setting as its source has it, for messages. */
  readonly from: string;
  readonly value: string;
}

/** What flags, environment and file set. */
export interface GivenSettings {
  readonly dataDir: string;
  readonly texts: Readonly<Partial<Record<SettingName, GivenText>>>;
}

export interface LoadedSettings {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, SettingSource>>;
  readonly given: GivenSettings;
}

export function loadSettings({ flags, env }: ConfigSources): LoadedSettings {
  const problems: string[] = [];
  const known = new Set(settingNames.map(variableOf));
  for (const name of Object.keys(env))
    if (name.startsWith('DRIVE_') && !known.has(name) && !foreignVariables.has(name))
      problems.push(`${name} is not a setting${suggestion(name, known)}`);

  const dataDir = resolve(flags.DATA_DIR ?? (env['DRIVE_DATA_DIR'] || defaultDataDirectory(env)));
  const file = readConfigFile(join(dataDir, 'drive.config.json'), problems);
  const texts: Partial<Record<SettingName, GivenText>> = {};
  for (const name of settingNames) {
    const variable = variableOf(name);
    const { alias }: Setting = settings[name];
    const given = [
      { source: 'flag' as const, from: variable, value: flags[name] },
      { source: 'environment' as const, from: variable, value: env[variable] || undefined },
      { source: 'environment' as const, from: alias ?? variable, value: (alias && env[alias]) || undefined },
      { source: 'file' as const, from: `${fieldOf(name)} in drive.config.json`, value: file[name] },
    ].find(({ value }) => value !== undefined);
    if (given?.value !== undefined) texts[name] = { ...given, value: given.value };
  }
  const secretFile = texts.OIDC_CLIENT_SECRET_FILE;
  if (secretFile !== undefined && texts.OIDC_CLIENT_SECRET === undefined) {
    const value = readSecretFile(secretFile.value, problems);
    if (value !== undefined) texts.OIDC_CLIENT_SECRET = { ...secretFile, value };
  }
  const given = { dataDir, texts };
  const { found, loaded } = resolveSettings(given, problems);
  if (found.length > 0) throw new ConfigError(found);
  return loaded;
}

/** Parses the texts and fills in the defaults. `found`: `before`, and everything that is wrong; `loaded` is of no use then. */
export function resolveSettings(
  given: GivenSettings,
  before: readonly string[] = [],
): { readonly found: readonly string[]; readonly loaded: LoadedSettings } {
  const found = [...before];
  const values: Record<string, unknown> = {};
  const sources: Partial<Record<SettingName, SettingSource>> = {};
  for (const name of settingNames) {
    const { parse, fallback }: Setting = settings[name];
    const text = given.texts[name];
    const value = text?.value ?? fallback;
    sources[name] = text?.source ?? 'default';
    try {
      values[fieldOf(name)] = value === undefined ? undefined : parse(value);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      found.push(`${text?.from ?? variableOf(name)} ${error.message}`);
    }
  }
  values['dataDir'] = given.dataDir;
  values['anonymousUploads'] ??= isTryOut(values as unknown as Config);
  const config = Object.freeze(values) as unknown as Config;
  if (found.length === 0) found.push(...contradictions(config));
  return { found, loaded: { config, sources: sources as Record<SettingName, SettingSource>, given } };
}

/** Rules of the API document that the settings relax, logged at the start. */
export function loosenedRules(config: Config): string[] {
  const off = (['rateApi', 'rateApikey', 'rateAuth', 'rateFiles', 'rateTransfers', 'ratePublic'] as const).filter(
    (name) => config[name] === 0,
  );
  return [
    ...off.map((name) => `${variableOf(nameOf(name))}=0: this rate limit is off`),
    ...(config.rateSession === 0 ? ['DRIVE_RATE_SESSION=0: requests with a session are not limited'] : []),
    ...(config.featureLimits ? [] : ['DRIVE_FEATURE_LIMITS=off: the limits on single features are off']),
    ...(config.webhookAllowCidrs.length === 0
      ? []
      : ['DRIVE_WEBHOOK_ALLOW_CIDRS: webhooks may reach the private networks named there, over http too']),
  ];
}

/** Defaults that are fine for a try-out but not for a server with users, printed at start. */
export function defaultWarnings(config: Config): string[] {
  return [
    ...(config.smtpUrl === undefined ? ['DRIVE_SMTP_URL is not set: emails are written to outbox/, not sent'] : []),
    ...(config.baseUrl === undefined && !isLoopbackHost(config.host)
      ? [
          `DRIVE_HOST=${config.host} without DRIVE_BASE_URL: links begin with this machine's own address, which other machines cannot open`,
        ]
      : []),
  ];
}

/** The settings as `drive-server config` and administrators see them. `given`: what wins over saved values. */
export function settingRows({ config, sources, given }: LoadedSettings): AdminSetting[] {
  return settingNames.map((name) => {
    const value = (config as Readonly<Record<string, unknown>>)[fieldOf(name)];
    const { meaning, masked, fallback, parse }: Setting = settings[name];
    const group = groupOf(name);
    return {
      name: variableOf(name),
      meaning,
      default: fallback ?? null,
      value: value === undefined ? null : masked === true ? '********' : show(value),
      source: sources[name],
      editable: group !== undefined && (sources[name] === 'saved' || given.texts[name] === undefined),
      restart: group === undefined,
      secret: masked === true,
      options: parse.options === undefined ? null : [...parse.options],
      group: group ?? 'operator',
    };
  });
}

/** The settings in which all servers of a database should agree, without secrets, as text by variable. */
export function sharedSettings(config: Config): [variable: string, value: string][] {
  return settingNames
    .filter((name) => !settingsOfOneServer.has(name) && (settings[name] as Setting).masked !== true)
    .map((name) => [variableOf(name), show((config as Readonly<Record<string, unknown>>)[fieldOf(name)] ?? '')]);
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}

const nameOf = (field: string): SettingName => {
  const name = settingNames.find((each) => fieldOf(each) === field);
  if (name === undefined) throw new Error(`${field} is no setting`);
  return name;
};

function readSecretFile(path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    problems.push(`DRIVE_OIDC_CLIENT_SECRET_FILE can't be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** Settings as text, by name; numbers, yes or no and lists are taken in JSON's own form as well. */
function readConfigFile(path: string, problems: string[]): Partial<Record<SettingName, string>> {
  if (!existsSync(path)) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    problems.push(`${path} can't be read: ${messageOf(error)}`);
    return {};
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push(`${path} must hold one JSON object`);
    return {};
  }
  const found: Partial<Record<SettingName, string>> = {};
  const fields = settingNames.map(fieldOf);
  for (const [field, value] of Object.entries(content)) {
    const name = settingNames[fields.indexOf(field)];
    if (name === undefined) problems.push(`${field} in drive.config.json is not a setting${suggestion(field, fields)}`);
    else if (name === 'DATA_DIR') problems.push('dataDir in drive.config.json: the file lies in that directory');
    else if (value !== null) found[name] = fromJson(value);
  }
  return found;
}

function fromJson(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(fromJson).join(',');
  // No setting is an object: as text it fails in the setting's parser.
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function contradictions(config: Config): string[] {
  const problems: string[] = [];
  if ((config.adminEmail === undefined) !== (config.adminPassword === undefined))
    problems.push('DRIVE_ADMIN_EMAIL and DRIVE_ADMIN_PASSWORD go together');
  if (config.secretPrevious !== undefined && config.secretPrevious === config.secret)
    problems.push('DRIVE_SECRET_PREVIOUS is the same as DRIVE_SECRET: set it to the secret before, or remove it');
  if (config.smtpUrl !== undefined && config.mailFrom === undefined)
    problems.push('DRIVE_MAIL_FROM is needed with DRIVE_SMTP_URL');
  if (config.contentUrl !== undefined && config.baseUrl !== undefined && isSameHost(config.contentUrl, config.baseUrl))
    problems.push('DRIVE_CONTENT_URL must have another host than DRIVE_BASE_URL, or it would share its cookies');
  if (config.clamdFail === 'closed' && config.clamd === undefined)
    problems.push('DRIVE_CLAMD_FAIL=closed needs DRIVE_CLAMD: without a scanner no link would work');
  problems.push(...singleSignOnProblems(config));
  if (usesObjectStorage(config)) problems.push(...objectStorageProblems(config));
  else if (config.offload === 'redirect') problems.push('DRIVE_OFFLOAD=redirect needs an object storage');
  if (config.directUploads && !usesObjectStorage(config)) problems.push('DRIVE_DIRECT_UPLOADS needs an object storage');
  if (config.captcha === 'turnstile' || config.captcha === 'hcaptcha')
    for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const)
      if ((config as Readonly<Record<string, unknown>>)[fieldOf(name)] === undefined)
        problems.push(`${variableOf(name)} is needed with DRIVE_CAPTCHA=${config.captcha}`);
  return problems;
}

function singleSignOnProblems(config: Config): string[] {
  if (config.oidcIssuer === undefined)
    return config.passwordLogin ? [] : ['DRIVE_PASSWORD_LOGIN=off needs DRIVE_OIDC_ISSUER: nobody could sign in'];
  return [
    ...(config.oidcClientId === undefined ? ['DRIVE_OIDC_CLIENT_ID is needed with DRIVE_OIDC_ISSUER'] : []),
    ...(config.oidcScopes.split(' ').includes('openid') ? [] : ['DRIVE_OIDC_SCOPES must contain openid']),
  ];
}

function objectStorageProblems(config: Config): string[] {
  const hasKey = config.s3AccessKeyId !== undefined && config.s3SecretAccessKey !== undefined;
  const hasHalf = (config.s3AccessKeyId ?? config.s3SecretAccessKey) !== undefined && !hasKey;
  return [
    ...(config.baseUrl === undefined ? ['DRIVE_BASE_URL is needed with an object storage'] : []),
    ...(config.smtpUrl === undefined ? ['DRIVE_SMTP_URL is needed with an object storage'] : []),
    ...(config.offload === 'none' || config.offload === 'redirect'
      ? []
      : ['DRIVE_OFFLOAD must be none or redirect with an object storage']),
    ...(config.directUploads && config.s3Encryption !== undefined
      ? [
          'DRIVE_DIRECT_UPLOADS cannot be on with DRIVE_S3_ENCRYPTION, because some storages do not encrypt what they copy: set the encryption as the default of the bucket',
        ]
      : []),
    ...(hasHalf ? ['DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY go together'] : []),
    ...(config.s3Credentials === 'role' && (hasKey || hasHalf)
      ? ['DRIVE_S3_CREDENTIALS=role excludes DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY']
      : []),
    ...(config.s3Credentials === 'role' || hasKey || hasHalf || config.s3CredentialsFile !== undefined
      ? []
      : [
          'DRIVE_S3_ACCESS_KEY_ID and DRIVE_S3_SECRET_ACCESS_KEY, or DRIVE_S3_CREDENTIALS_FILE, are needed with an object storage',
        ]),
    ...(config.s3KmsKeyId !== undefined && config.s3Encryption !== 'aws:kms'
      ? ['DRIVE_S3_KMS_KEY_ID needs DRIVE_S3_ENCRYPTION=aws:kms']
      : []),
  ];
}

const isSameHost = (a: string, b: string): boolean => new URL(a).hostname === new URL(b).hostname;

/** `; did you mean X?` for a name at a small edit distance. */
function suggestion(name: string, known: Iterable<string>): string {
  const near = [...known].find((each) => distance(each.toLowerCase(), name.toLowerCase()) <= 2);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
