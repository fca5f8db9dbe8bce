import { Command, InvalidArgumentError, Option } from 'commander';
import type { Context, Command as Action } from './commands/context.ts';
import { parseExpiry } from './commands/expiry.ts';
import type { ConnectionOptions } from './connection/sign-in.ts';
import type { ExitCode } from './shell/exit-code.ts';
import { CliError } from './shell/cli-error.ts';

/** The flags that every command takes. */
export interface GlobalOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color: boolean;
}

export interface ProgramHooks {
  readonly version: string;
  /** Called once the arguments are understood and before the command runs. */
  prepare(globals: GlobalOptions): Context;
  /** The exit code of the command, when it has one to give. */
  finished(exitCode: ExitCode | void): void;
}

/** Every command with its flags and help. What they do is loaded only when one of them is run. */
export function createProgram(hooks: ProgramHooks): Command {
  const program = new Command('drive-cli')
    .description('Upload, share and fetch files on a Drive server.')
    .version(hooks.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true })
    .option('--json', 'write JSON to standard output, and nothing else')
    .option('-q, --quiet', 'no messages and no progress, only warnings and errors')
    .option('--no-color', 'no colours (also: NO_COLOR)')
    .option('--profile <name>', 'act as this profile')
    .option('--url <url>', 'the server to talk to (also: DRIVE_BASE_URL)')
    .option('--api-key-file <file>', 'read the API key from a file, - for standard input (also: DRIVE_API_KEY)');

  /** Commander hands over arguments, then the options, then the command. */
  function lazily<Args extends unknown[]>(load: () => Promise<Action<Args>>) {
    return async (...received: unknown[]): Promise<void> => {
      const command = received.pop() as Command;
      const context = hooks.prepare(command.optsWithGlobals<GlobalOptions>());
      const run = await load();
      hooks.finished(await run(context, ...(received as Args)));
    };
  }

  program.commandsGroup('Files:');
  program
    .command('upload')
    .summary('upload files and folders')
    .description('Upload files, folders (with -r), or standard input (-). Prints where each of them is on the server.')
    .argument('<path...>', 'what to upload; - is standard input')
    .option('--to <folder>', 'folder on the server, made where it is missing', '/')
    .option('-r, --recursive', 'upload folders with all that is in them')
    .option('--share', 'share each file and print its link instead')
    .option('--public', 'with --share: listed and open to search engines')
    .option('--name <name>', 'name on the server, for a single file or standard input')
    .option('--resumable', 'send in pieces that can be resumed, as files over 100 MiB always are')
    .addOption(new Option('-j, --parallel <count>', 'files sent at the same time').default(8).argParser(parseParallel))
    .addHelpText(
      'after',
      `
What is on the server already, with the same name and content, is not sent again. After Ctrl-C, a lost connection or a
crash, run the same command again: it goes on where it stopped. Symbolic links inside folders are not followed.

Examples:
  $ drive-cli upload report.pdf
  $ drive-cli upload -r photos --to /Archive/2026
  $ curl -L "$(drive-cli upload --share report.pdf)"
  $ tar cz src | drive-cli upload - --name src.tar.gz`,
    )
    .action(lazily(async () => (await import('./commands/upload.ts')).upload));
  program
    .command('download')
    .summary('fetch files')
    .description('Fetch files by path, id or share link. The SHA-256 is checked before a file gets its name.')
    .argument('<source...>', 'path or id on the server, or a share link')
    .option('-o, --output <path>', 'file or folder to write to; - is standard output')
    .option('-f, --force', 'replace files that are there')
    .addHelpText(
      'after',
      `
Run the same command again after an interruption: it goes on where it stopped.

Examples:
  $ drive-cli download /Photos/sea.jpg
  $ drive-cli download /a.pdf /b.pdf -o papers/
  $ drive-cli download https://drive.example.com/s/Ab3dE -o sea.jpg
  $ drive-cli download /src.tar.gz -o - | tar tz`,
    )
    .action(lazily(async () => (await import('./commands/download.ts')).download));
  program
    .command('ls')
    .summary('list a folder')
    .description('List a folder, or show one file. On a terminal with sizes and times, otherwise one name a line.')
    .argument('[path]', 'path or id on the server', '/')
    .option('-l, --long', 'with sizes, times and ids, also when this is not a terminal')
    .addOption(
      new Option('--sort <by>', 'order; a minus turns it round')
        .choices(['type,name', 'name', '-name', 'createdAt', '-createdAt', 'size', '-size'])
        .default('type,name'),
    )
    .addHelpText('after', '\nExamples:\n  $ drive-cli ls /Photos --sort -size\n  $ drive-cli ls --json | jq length')
    .action(lazily(async () => (await import('./commands/ls.ts')).ls));
  program
    .command('mkdir')
    .summary('make a folder')
    .argument('<path>', 'path on the server')
    .option('-p, --parents', 'make missing folders above it too; no error when it is there')
    .action(lazily(async () => (await import('./commands/mkdir.ts')).mkdir));
  program
    .command('share')
    .summary('share files by a link')
    .description('Share files and print their links. A file that is shared already keeps its link.')
    .argument('<path...>', 'path or id on the server')
    .option('--public', 'listed and open to search engines; otherwise only who has the link finds it')
    .addOption(new Option('--expires <time>', '7d, 2w, or never').argParser(usage(parseExpiry)))
    .addOption(new Option('--revoke', 'end the sharing: the link stops working').conflicts(['public', 'expires']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli share /report.pdf --expires 7d\n  $ curl -L "$(drive-cli share /report.pdf)"',
    )
    .action(lazily(async () => (await import('./commands/share.ts')).share));

  program.commandsGroup('Account:');
  program
    .command('login')
    .summary('sign in to a server')
    .description('Sign in with a browser, or with an API key read from standard input.')
    .option('--with-key', 'read an API key from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli login --url https://drive.example.com\n  $ drive-cli login --with-key < key.txt',
    )
    .action(lazily(async () => (await import('./commands/login.ts')).login));
  program
    .command('logout')
    .summary('forget the key of this machine')
    .option('--revoke', 'revoke the key on the server too')
    .action(lazily(async () => (await import('./commands/logout.ts')).logout));
  program
    .command('whoami')
    .summary('show who is signed in, and where')
    .action(lazily(async () => (await import('./commands/whoami.ts')).whoami));

  const keys = program.command('keys').summary('manage API keys').description('Manage API keys.');
  keys
    .command('list')
    .summary('list the keys, newest first')
    .action(lazily(async () => (await import('./commands/keys.ts')).listKeys));
  keys
    .command('create')
    .summary('make a key and print it, this once')
    .option('--label <text>', 'what it is for')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
    .action(lazily(async () => (await import('./commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .summary('revoke keys')
    .argument('<key...>', 'id, or how it begins (svc_ and 8 characters)')
    .action(lazily(async () => (await import('./commands/keys.ts')).revokeKeys));

  const profile = program
    .command('profile')
    .summary('manage servers')
    .description('Manage the servers you sign in to.');
  profile
    .command('list')
    .summary('list the profiles')
    .action(lazily(async () => (await import('./commands/profile.ts')).listProfiles));
  profile
    .command('use')
    .summary('act as this profile from now on')
    .argument('<name>')
    .action(lazily(async () => (await import('./commands/profile.ts')).useProfile));
  profile
    .command('remove')
    .summary('forget a profile and its key')
    .argument('<name>')
    .action(lazily(async () => (await import('./commands/profile.ts')).removeProfile));

  return program;
}

function parseParallel(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text)) throw new InvalidArgumentError('It is a number from 1 to 99.');
  return Number(text);
}

/** Makes a parser's own error one that commander puts the flag's name before. */
function usage<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof CliError ? new InvalidArgumentError(error.message) : error;
    }
  };
}
