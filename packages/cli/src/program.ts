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
    .description('Upload, share and download files on a Drive server.')
    .version(hooks.version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp({ showGlobalOptions: true })
    .option('--json', 'Write only JSON to standard output')
    .option('-q, --quiet', 'Suppress messages and progress; warnings and errors remain')
    .option('--no-color', 'Disable colours (also: NO_COLOR)')
    .option('--profile <name>', 'Profile to use')
    .option('--url <url>', 'URL of the server (also: DRIVE_BASE_URL)')
    .option('--api-key-file <file>', 'File with the API key, - for standard input (also: DRIVE_API_KEY)');

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
