import { Command, Option } from 'commander';
import type { Action, Context, DefineCommand, RunAction } from './commands/context.ts';
import type { ConnectionOptions } from './connection/sign-in.ts';
import { parseFields, parseRetries, parseTimeout } from './shell/argument-parsers.ts';
import type { ExitCode } from './shell/exit-code.ts';
import { parseRate } from './shell/pace.ts';

/** A command, in the file of its name. A new command needs an entry here. */
interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: DefineCommand }>;
}

const commandGroups: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Files:': [
    { name: 'upload', summary: 'Upload files and folders', load: () => import('./commands/upload/upload.ts') },
    { name: 'uploads', summary: 'Manage unfinished uploads', load: () => import('./commands/upload/uploads.ts') },
    {
      name: 'download',
      summary: 'Download files, folders and share links',
      load: () => import('./commands/download/download.ts'),
    },
    { name: 'cat', summary: 'Write files to standard output', load: () => import('./commands/download/cat.ts') },
    { name: 'sync', summary: 'Synchronize folders', load: () => import('./commands/sync/sync.ts') },
    {
      name: 'archive',
      summary: 'Download several files as one ZIP',
      load: () => import('./commands/download/archive.ts'),
    },
    { name: 'ls', aliases: ['list'], summary: 'List files and folders', load: () => import('./commands/files/ls.ts') },
    { name: 'tree', summary: 'Show a folder as a tree', load: () => import('./commands/files/tree.ts') },
    { name: 'find', summary: 'Find files and folders', load: () => import('./commands/files/find.ts') },
    { name: 'changes', summary: 'List and follow changes', load: () => import('./commands/files/changes.ts') },
    { name: 'url', summary: 'Create signed URLs of files', load: () => import('./commands/files/url.ts') },
    { name: 'mkdir', summary: 'Create folders', load: () => import('./commands/files/mkdir.ts') },
    { name: 'cp', summary: 'Copy items', load: () => import('./commands/files/cp.ts') },
    { name: 'mv', summary: 'Move and rename items', load: () => import('./commands/files/mv.ts') },
    {
      name: 'rm',
      aliases: ['remove'],
      summary: 'Move items to the trash',
      load: () => import('./commands/files/rm.ts'),
    },
    { name: 'tag', summary: 'Manage tags', load: () => import('./commands/tag/tag.ts') },
    { name: 'star', summary: 'Star items', load: () => import('./commands/files/star.ts') },
    {
      name: 'unstar',
      summary: 'Remove stars',
      load: async () => (await import('./commands/files/star.ts')).unstar,
    },
    { name: 'meta', summary: 'Manage metadata', load: () => import('./commands/meta/meta.ts') },
    {
      name: 'versions',
      summary: 'Manage previous contents of files',
      load: () => import('./commands/files/versions.ts'),
    },
    { name: 'trash', summary: 'Manage the trash', load: () => import('./commands/trash/trash.ts') },
  ],
  'Sharing:': [
    { name: 'drives', summary: 'Manage team drives', load: () => import('./commands/drives/drives.ts') },
    { name: 'access', summary: 'Give users and groups access', load: () => import('./commands/access/access.ts') },
    { name: 'activity', summary: 'List who did what', load: () => import('./commands/access/activity.ts') },
    { name: 'share', summary: 'Create share links', load: () => import('./commands/shares/share.ts') },
    { name: 'save', summary: 'Copy a share link to your drive', load: () => import('./commands/shares/save.ts') },
    { name: 'send', summary: 'Email a share link to recipients', load: () => import('./commands/shares/send.ts') },
    { name: 'shares', summary: 'Manage share links', load: () => import('./commands/shares/shares.ts') },
    { name: 'search', summary: 'Search public shares of all users', load: () => import('./commands/shares/search.ts') },
    { name: 'collect', summary: 'Manage file requests', load: () => import('./commands/requests/collect.ts') },
    { name: 'grants', summary: 'Manage upload grants', load: () => import('./commands/requests/grants.ts') },
    { name: 'proof', summary: 'Manage proofings', load: () => import('./commands/requests/proof.ts') },
    { name: 'paste', summary: 'Create a paste', load: () => import('./commands/pastes/paste.ts') },
    { name: 'pastes', summary: 'Manage pastes', load: () => import('./commands/pastes/pastes.ts') },
    {
      name: 'webhooks',
      summary: 'Manage webhooks and test receivers',
      load: () => import('./commands/webhooks/webhooks.ts'),
    },
  ],
  'Account:': [
    { name: 'login', summary: 'Sign in to a server', load: () => import('./commands/account/login.ts') },
    { name: 'logout', summary: 'Delete the stored key', load: () => import('./commands/account/logout.ts') },
    { name: 'whoami', summary: 'Show the signed-in user', load: () => import('./commands/account/whoami.ts') },
    {
      name: 'export',
      summary: 'Download all that you have as one ZIP',
      load: () => import('./commands/account/export.ts'),
    },
    {
      name: 'notifications',
      summary: 'Show what you are told of',
      load: () => import('./commands/account/notifications.ts'),
    },
    { name: 'usage', summary: 'Show what uses your storage', load: () => import('./commands/account/usage.ts') },
    { name: 'keys', summary: 'Manage API keys', load: () => import('./commands/account/keys.ts') },
    { name: 'sessions', summary: 'Manage browser sessions', load: () => import('./commands/account/sessions.ts') },
    { name: 'password', summary: 'Change the password', load: () => import('./commands/account/password.ts') },
    {
      name: '2fa',
      summary: 'Manage two-factor authentication',
      load: () => import('./commands/account/two-factor.ts'),
    },
    { name: 'account', summary: 'Delete your account', load: () => import('./commands/account/account.ts') },
    { name: 'profile', summary: 'Manage profiles', load: () => import('./commands/account/profile.ts') },
  ],
  'Administration:': [
    { name: 'admin', summary: 'Administer the server', load: () => import('./commands/admin/admin.ts') },
  ],
  'Tools:': [
    {
      name: 'open',
      summary: 'Open the server or a share link in the browser',
      load: () => import('./commands/tools/open.ts'),
    },
    { name: 'api', summary: 'Call the API directly', load: () => import('./commands/tools/api.ts') },
    {
      name: 'mcp',
      summary: 'Serve the drive to an assistant (MCP)',
      load: () => import('./commands/tools/mcp.ts'),
    },
    { name: 'version', summary: 'Show the version', load: () => import('./commands/tools/version.ts') },
    { name: 'doctor', summary: 'Diagnose the configuration', load: () => import('./commands/tools/doctor.ts') },
    {
      name: 'completion',
      summary: 'Print a shell completion script',
      load: () => import('./commands/tools/completion.ts'),
    },
  ],
};

const namesOf = ({ name, aliases = [] }: CommandEntry): string[] => [name, ...aliases];

/** Flags of every command. */
export interface GlobalOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly jq?: string;
  readonly quiet?: boolean;
  readonly color: boolean;
  readonly debug?: boolean;
  readonly fields?: readonly string[];
}

export interface ProgramHooks {
  readonly version: string;
  /** Called after the arguments are parsed and before the command runs. */
  prepare(globals: GlobalOptions): Promise<Context> | Context;
  /** Called with the exit code of the command, if it returned one. */
  finished(exitCode: ExitCode | void): void;
}

/**
 * Creates the program. To start quickly, only the commands that occur in `argv` are loaded; all are loaded if none
 * does, because the list of commands shows their arguments, except for completions, which need names only.
 */
export async function createProgram(hooks: ProgramHooks, argv: readonly string[] = []): Promise<Command> {
  const program = new Command('drive-cli')
    .description('Upload, share and download files on a Drive server.')
    .version(hooks.version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .option('--json', 'Write only JSON to standard output')
    .option('--jq <expression>', "Filter that JSON by an expression of jq; implies --json: '.[].name'")
    .addOption(
      new Option('--fields <names>', 'Fields to write, as --json names them (comma-separated): path,size').argParser(
        parseFields,
      ),
    )
    .option('-q, --quiet', 'Suppress messages and progress; warnings and errors remain')
    .option('--no-color', 'Disable colors (also: NO_COLOR; FORCE_COLOR enables them everywhere)')
    .option('--debug', 'Show requests, retries and waits on standard error (also: DRIVE_LOG=debug)')
    .option('--profile <name>', 'Profile to use (also: DRIVE_PROFILE)')
    .option('--url <url>', 'URL of the server (also: DRIVE_URL, else DRIVE_BASE_URL)')
    .addOption(new Option('--timeout <time>', 'Time limit of a request, such as 30s or 2m').argParser(parseTimeout))
    .addOption(new Option('--retries <count>', 'Number of retries of a failed request').argParser(parseRetries))
    .addOption(
      new Option('--limit-rate <rate>', 'Bytes per second of all transfers together, such as 2MiB').argParser(
        parseRate,
      ),
    )
    .option('--api-key-file <file>', 'File with the API key, - for standard input (also: DRIVE_API_KEY)');

  // Commander passes the arguments, then the options, then the command.
  const run: RunAction = <Args extends unknown[]>(action: Action<Args>) => {
    return async (...received: unknown[]): Promise<void> => {
      const command = received.pop() as Command;
      const context = await hooks.prepare(command.optsWithGlobals<GlobalOptions>());
      hooks.finished(await action(context, ...(received as Args)));
    };
  };

  const flags = program.options.filter(({ short }) => short !== '-V').map(({ long }) => long);
  program.addHelpText('afterAll', ({ command }) =>
    command === program ? '' : `\nGlobal options, which drive-cli --help explains:\n  ${flags.join(' ')}`,
  );

  const names = new Set(Object.values(commandGroups).flatMap((entries) => entries.flatMap(namesOf)));
  const completes = argv[0] === '__complete';
  // The shell may pass the whole line as one argument.
  const words = completes ? argv.join(' ').split(/[^\w-]+/) : argv;
  const first = words.findIndex((word) => names.has(word));
  const asksForHelp = (word: string): boolean => word === '--help' || (/^-\w+$/.test(word) && word.includes('h'));
  const asksForList = words.slice(0, Math.max(first, 0)).some(asksForHelp);
  const loadsAll = !completes && (first === -1 || asksForList);
  for (const [group, members] of Object.entries(commandGroups)) {
    program.commandsGroup(group);
    for (const entry of members) {
      const { name, aliases = [], summary, load } = entry;
      const command = program.command(name).aliases(aliases).summary(summary);
      if (loadsAll || namesOf(entry).some((one) => words.includes(one))) (await load()).define(command, run);
    }
  }
  return program;
}
