import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { flagOf, settingNames, settings, variableOf, type Setting, type SettingName } from '../settings.ts';
import { findSimilar } from './similar-words.ts';

const commands = [
  'serve',
  'config',
  'settings list',
  'settings set',
  'settings unset',
  'user create',
  'user list',
  'user set-password',
  'user reset-totp',
  'user login-link',
  'user set-plan',
  'user set-quota',
  'user disable',
  'user enable',
  'user delete',
  'user invite',
  'key create',
  'sweep',
  'scan',
  'health',
  'backup',
  'restore',
  'doctor',
  'move-storage',
  'move-database',
  'mail test',
  'demo',
  'licenses',
] as const;
export type Command = (typeof commands)[number];

export interface CommandOptions {
  readonly help: boolean;
  readonly version: boolean;
  readonly cliProfile: boolean;
  readonly json: boolean;
  readonly admin: boolean;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly plan: string | undefined;
  readonly quota: string | undefined;
  readonly days: string | undefined;
  readonly yes: boolean;
  readonly label: string | undefined;
  readonly keep: string | undefined;
  readonly check: boolean;
  readonly readData: boolean;
  readonly repair: boolean;
  readonly copyOnly: boolean;
  readonly all: boolean;
  readonly remove: boolean;
}

export interface CommandLine {
  readonly command: Command;
  /** Names of the operands, as `operandNames` has them; empty if the command needs nothing. */
  readonly operand: string;
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly options: CommandOptions;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const ownOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  'cli-profile': { type: 'boolean' },
  json: { type: 'boolean' },
  admin: { type: 'boolean' },
  email: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  quota: { type: 'string' },
  days: { type: 'string' },
  yes: { type: 'boolean' },
  label: { type: 'string' },
  keep: { type: 'string' },
  check: { type: 'boolean' },
  'read-data': { type: 'boolean' },
  repair: { type: 'boolean' },
  'copy-only': { type: 'boolean' },
  all: { type: 'boolean' },
  remove: { type: 'boolean' },
} satisfies ParseArgsOptionsConfig;

/** The options of each command; settings are accepted with all. */
const optionsOf: Readonly<Record<Command, readonly (keyof typeof ownOptions)[]>> = {
  serve: ['cli-profile'],
  config: ['json'],
  'settings list': ['json'],
  'settings set': [],
  'settings unset': [],
  'user create': ['email', 'name', 'plan', 'admin'],
  'user list': ['json'],
  'user set-password': ['email'],
  'user reset-totp': ['email'],
  'user login-link': ['email'],
  'user set-plan': ['email', 'plan'],
  'user set-quota': ['email', 'quota'],
  'user disable': ['email'],
  'user enable': ['email'],
  'user delete': ['email', 'yes'],
  'user invite': ['email', 'days'],
  'key create': ['email', 'label'],
  sweep: [],
  scan: ['all'],
  health: [],
  backup: ['keep', 'json'],
  restore: ['check'],
  doctor: ['read-data', 'repair', 'json'],
  'move-storage': ['copy-only'],
  'move-database': [],
  'mail test': [],
  demo: ['remove', 'json'],
  licenses: [],
};

/** The commands that need something to work on. */
const operandNames: Readonly<Partial<Record<Command, string>>> = {
  backup: 'file',
  restore: 'file',
  'move-storage': 'URL',
  'move-database': 'kind of database (postgres or sqlite)',
  'mail test': 'address',
  'settings set': 'NAME=VALUE (or the name alone, with the value on standard input)',
  'settings unset': 'name of a setting',
};

/** Other users of the machine can read a command line, so secrets are no flags. */
const flagNames = settingNames.filter((name) => (settings[name] as Setting).masked !== true);

function helpOf(name: SettingName): string {
  const { meaning, fallback, masked }: Setting = settings[name];
  const flag = masked === true ? '' : `--${flagOf(name)}, `;
  const value = fallback ? ` (${fallback})` : '';
  return `  ${flag}${variableOf(name)}${value}\n      ${meaning}`;
}

export const help = `drive-server [command] [options]

  serve [--cli-profile]                        run the server (the default); --cli-profile signs drive-cli in on this
                                               machine when the first account is created
  config [--json]                              print every setting of the operator with its meaning, value, source and default;
                                               secrets are masked
  settings list [--json]                       print what administrators can change while the server runs, with what they saved;
                                               --json prints every setting
  settings set NAME=VALUE                      save a setting, which a running server follows; settings set NAME reads the
                                               value from standard input, as secrets need; a logo is the path of an image
  settings unset NAME                          delete a saved value, so that the default counts again
  user create --email E [--name N] [--plan free|paid] [--admin]     reads the password from standard input
  user list [--json]                           list users
  user set-password --email E                  reads the password from standard input
  user reset-totp --email E                    turn off two-factor authentication of a user who lost the authenticator
  user login-link --email E                    print a link that signs an administrator in once, within ten minutes
  user set-plan --email E --plan free|paid     change the plan
  user set-quota --email E --quota 50GiB|plan   set a quota for this account, or restore the quota of its plan
  user disable --email E                       end all sessions and suspend keys, links and webhooks
  user enable --email E                        enable a disabled account
  user delete --email E --yes                  delete an account with its files
  user invite [--email E] [--days N]           print a registration link that works once; with --email, also send it
  key create --email E [--label L]             create an API key and print it
  sweep                                        run all clean-ups once; the server must not be running
  scan [--all]                                 let the server scan the files that were never scanned for viruses, or all files
  health                                       check that the server is ready; exits with 1 if not
  backup FILE [--json]                         write a backup, also while the server runs; - is standard output; if FILE is
                                               a directory, only new blobs are copied; --json prints the progress
  backup DIR --keep N [--json]                 write a backup into a new directory inside DIR and keep the newest N;
                                               unchanged files take space once
  restore FILE [--check]                       restore into an empty data directory; --check only verifies the backup
  doctor [--read-data] [--repair] [--json]     check the data; --read-data verifies every byte; --repair repairs what it can
                                               while the server is stopped; exits with 1 if damage remains
  move-storage URL [--copy-only]               move the bytes of files to file:///directory or s3://bucket/prefix while the
                                               server runs, which is stopped at the end; copies only what is missing
  move-database postgres|sqlite                move the database to the Postgres of DRIVE_DATABASE_URL, or from there to
                                               SQLite in the data directory; the server must not be running
  mail test ADDRESS                            send a test email and print the refusal if there is one
  demo [--json]                                fill a new drive with examples: two accounts with files, photos, links, a file
                                               request and a proofing; prints their passwords; refuses a drive with content
  demo --remove                                delete these accounts with everything they own
  licenses                                     print the licenses of the bundled packages
  --version                                    print the version

Every setting is a flag (--port), an environment variable (DRIVE_PORT) or a field of drive.config.json in the data
directory (port); flags take precedence over variables, and variables over the file. Secrets have no flag, because other
users of the machine can read command lines.

${settingNames.map(helpOf).join('\n')}
`;

/** Names of our commands in other programs. */
const otherNames: Readonly<Record<string, string>> = {
  start: 'serve',
  run: 'serve',
  settings: 'settings list',
  check: 'doctor',
  status: 'health',
  'user add': 'user create',
  'user ls': 'user list',
  'user rm': 'user delete',
  'user remove': 'user delete',
  'user password': 'user set-password',
  'user 2fa': 'user reset-totp',
  users: 'user list',
  invite: 'user invite',
};

/** The command that was probably meant, with or without the words that follow it. */
function proposed(words: readonly string[]): string {
  const typed = words.join(' ');
  const meant =
    otherNames[typed] ??
    findSimilar(typed, commands) ??
    findSimilar(words[0] ?? '', commands) ??
    commands.find((command) => command.startsWith(`${typed} `));
  return meant === undefined ? '' : `did you mean ${meant}? `;
}

export function parseCommandLine(argv: readonly string[]): CommandLine {
  const options: ParseArgsOptionsConfig = {
    ...ownOptions,
    ...Object.fromEntries(flagNames.map((name) => [flagOf(name), { type: 'string' as const }])),
  };
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true }) as typeof parsed;
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    const [, option] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const meant = option === undefined ? undefined : findSimilar(option, Object.keys(options));
    throw new UsageError(`${message} (${meant === undefined ? '' : `did you mean --${meant}? `}see --help)`);
  }
  const { values, positionals } = parsed;
  const words = positionals.length === 0 ? 'serve' : positionals.join(' ');
  const named = commands.find((each) => operandNames[each] !== undefined && `${words} `.startsWith(`${each} `));
  const operands = named === undefined ? [] : positionals.slice(named.split(' ').length);
  const command = named ?? commands.find((each) => each === words);
  const isHelp = values['help'] === true;
  if (command === undefined && !isHelp)
    throw new UsageError(`there is no command "${words}" (${proposed(positionals)}see --help)`);
  if (named !== undefined && operands.length !== 1 && !isHelp)
    throw new UsageError(`"${named}" needs exactly one ${operandNames[named]} (see --help)`);
  for (const name of Object.keys(ownOptions))
    if (
      values[name] !== undefined &&
      name !== 'help' &&
      name !== 'version' &&
      command !== undefined &&
      !isOptionOf(command, name)
    )
      throw new UsageError(`"${command}" does not accept --${name} (see --help)`);

  if (command === 'backup' && operands[0] === '-' && values['json'] === true)
    throw new UsageError(
      '--json prints to standard output, which is the backup itself here: give a file or a directory.',
    );

  const given = (name: string): string | undefined => values[name] as string | undefined;
  return {
    command: command ?? 'serve',
    operand: operands[0] ?? '',
    flags: Object.fromEntries(
      flagNames.flatMap((name) => (values[flagOf(name)] === undefined ? [] : [[name, given(flagOf(name))]])),
    ),
    options: {
      help: isHelp,
      version: values['version'] === true,
      cliProfile: values['cli-profile'] === true,
      json: values['json'] === true,
      admin: values['admin'] === true,
      email: given('email'),
      name: given('name'),
      plan: given('plan'),
      quota: given('quota'),
      days: given('days'),
      yes: values['yes'] === true,
      label: given('label'),
      keep: given('keep'),
      check: values['check'] === true,
      readData: values['read-data'] === true,
      repair: values['repair'] === true,
      copyOnly: values['copy-only'] === true,
      all: values['all'] === true,
      remove: values['remove'] === true,
    },
  };
}

export function parseKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError(`--keep must be a number from 1 to 9999, not "${keep}"`);
  return Number(keep);
}

const isOptionOf = (command: Command, name: string): boolean =>
  (optionsOf[command] as readonly string[]).includes(name);
