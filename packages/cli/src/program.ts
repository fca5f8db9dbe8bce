import { Command } from 'commander';
import type { Context, Command as Action } from './commands/context.ts';
import type { ConnectionOptions } from './connection/sign-in.ts';
import type { ExitCode } from './shell/exit-code.ts';
import { addAccountCommands } from './program/account-commands.ts';
import type { Lazily } from './program/lazily.ts';
import { addPasteCommands } from './program/paste-commands.ts';
import { addRequestCommands } from './program/request-commands.ts';
import { addShareCommands } from './program/share-commands.ts';
import { addToolCommands } from './program/tool-commands.ts';
import { addTransferCommands } from './program/transfer-commands.ts';
import { addChangeCommands, addLookCommands } from './program/tree-commands.ts';
import { addWebhookCommands } from './program/webhook-commands.ts';

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
  const lazily: Lazily = <Args extends unknown[]>(load: () => Promise<Action<Args>>) => {
    return async (...received: unknown[]): Promise<void> => {
      const command = received.pop() as Command;
      const context = hooks.prepare(command.optsWithGlobals<GlobalOptions>());
      const run = await load();
      hooks.finished(await run(context, ...(received as Args)));
    };
  };

  program.commandsGroup('Files:');
  addTransferCommands(program, lazily);
  addLookCommands(program, lazily);
  addChangeCommands(program, lazily);
  addShareCommands(program, lazily);
  addRequestCommands(program, lazily);
  addPasteCommands(program, lazily);
  addWebhookCommands(program, lazily);
  addAccountCommands(program, lazily);
  addToolCommands(program, lazily);
  return program;
}
