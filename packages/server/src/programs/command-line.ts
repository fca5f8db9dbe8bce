import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { flagOf, settingNames, settings, variableOf, type Setting, type SettingName } from '../settings.ts';

const commands = [
  'serve',
  'config',
  'user create',
  'user list',
  'user set-password',
  'user reset-totp',
  'user set-plan',
  'user set-quota',
  'user disable',
  'user enable',
  'user delete',
  'user invite',
  'key create',
  'sweep',
  'health',
  'backup',
  'restore',
  'doctor',
  'licenses',
] as const;
export type Command = (typeof commands)[number];

export interface CommandOptions {
  readonly help: boolean;
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
  readonly check: boolean;
  readonly readData: boolean;
  readonly repair: boolean;
}

export interface CommandLine {
  readonly command: Command;
  /** The file that `backup` and `restore` work on; empty for every other command. */
  readonly file: string;
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly options: CommandOptions;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const ownOptions = {
  help: { type: 'boolean', short: 'h' },
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
  check: { type: 'boolean' },
  'read-data': { type: 'boolean' },
  repair: { type: 'boolean' },
} satisfies ParseArgsOptionsConfig;

/** Which of its own options a command takes; settings go with every one. */
const optionsOf: Readonly<Record<Command, readonly (keyof typeof ownOptions)[]>> = {
  serve: ['cli-profile'],
  config: [],
  'user create': ['email', 'name', 'plan', 'admin'],
  'user list': ['json'],
  'user set-password': ['email'],
  'user reset-totp': ['email'],
  'user set-plan': ['email', 'plan'],
  'user set-quota': ['email', 'quota'],
  'user disable': ['email'],
  'user enable': ['email'],
  'user delete': ['email', 'yes'],
  'user invite': ['email', 'days'],
  'key create': ['email', 'label'],
  sweep: [],
  health: [],
  backup: [],
  restore: ['check'],
  doctor: ['read-data', 'repair', 'json'],
  licenses: [],
};

/** What comes after the words of a command. */
const takesFile: ReadonlySet<Command> = new Set(['backup', 'restore']);

/** Other users of the machine can read a command line, so secrets are no flags. */
const flagNames = settingNames.filter((name) => (settings[name] as Setting).masked !== true);

export const help = `drive-server [command] [options]

  serve [--cli-profile]                        run the server (the default); --cli-profile signs drive-cli in on this
                                               machine when the first account is made
  config                                       print the settings in effect, secrets masked
  user create --email E [--name N] [--plan free|paid] [--admin]     password on standard input
  user list [--json]
  user set-password --email E                  password on standard input
  user reset-totp --email E                    sign-in asks for the password alone, for who lost the authenticator
  user set-plan --email E --plan free|paid
  user set-quota --email E --quota 50GB|plan   a quota for this account alone, or its plan's again
  user disable --email E                       ends its sessions; keys, links and webhooks rest until it is enabled
  user enable --email E
  user delete --email E --yes                  with everything in it; the bytes go while the server runs
  user invite [--email E] [--days N]           prints a link to register with, once; mails it to E, too
  key create --email E [--label L]             prints a new API key
  sweep                                        run the periodic clean-ups once, while no server runs
  health                                       ask the server with these settings whether it is ready; exit code 1 where not
  backup FILE                                  the whole drive in one file, while the server runs or not; - is standard
                                               output, and a directory takes only what is new since the last time
  restore FILE [--check]                       into an empty data directory; --check only reads all of it
  doctor [--read-data] [--repair] [--json]     look for damage, with --read-data in every byte; exit code 1 where there is
                                               some; --repair mends what can be mended, while no server runs
  licenses                                     print the licences of what this program is made of

Every setting is a flag (--port), a variable (DRIVE_PORT) or a field of drive.config.json in the data directory (port);
the first of these that is there counts. Secrets are variables only. Flags:

${flagNames.map((name) => `  --${flagOf(name).padEnd(28)} ${variableOf(name)}`).join('\n')}
`;

export function parseCommandLine(argv: readonly string[]): CommandLine {
  const options: ParseArgsOptionsConfig = {
    ...ownOptions,
    ...Object.fromEntries(flagNames.map((name) => [flagOf(name), { type: 'string' as const }])),
  };
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split('. ')[0] : String(error)} (see --help)`);
  }
  const { values, positionals } = parsed;
  const words = positionals.length === 0 ? 'serve' : positionals.join(' ');
  const withFile = commands.find((each) => takesFile.has(each) && each === positionals[0]);
  const command = withFile ?? commands.find((each) => each === words);
  const isHelp = values['help'] === true;
  if (command === undefined && !isHelp) throw new UsageError(`there is no command "${words}" (see --help)`);
  if (withFile !== undefined && positionals.length !== 2 && !isHelp)
    throw new UsageError(`"${withFile}" takes one file (see --help)`);
  for (const name of Object.keys(ownOptions))
    if (values[name] !== undefined && name !== 'help' && command !== undefined && !isOptionOf(command, name))
      throw new UsageError(`"${command}" takes no --${name} (see --help)`);

  const given = (name: string): string | undefined => values[name] as string | undefined;
  return {
    command: command ?? 'serve',
    file: withFile === undefined ? '' : (positionals[1] ?? ''),
    flags: Object.fromEntries(
      flagNames.flatMap((name) => (values[flagOf(name)] === undefined ? [] : [[name, given(flagOf(name))]])),
    ),
    options: {
      help: isHelp,
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
      check: values['check'] === true,
      readData: values['read-data'] === true,
      repair: values['repair'] === true,
    },
  };
}

const isOptionOf = (command: Command, name: string): boolean =>
  (optionsOf[command] as readonly string[]).includes(name);
