import { CommanderError, type Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Context } from './commands/context.ts';
import { describeFailure } from './connection/describe-failure.ts';
import type { JqFilter } from './output/jq-filter.ts';
import { createOutput, forcesColors, type Output } from './output/output.ts';
import { guardTerminal } from './output/terminal.ts';
import { createProgram } from './program.ts';
import { CliError } from './shell/cli-error.ts';
import { allCommands } from './shell/command-path.ts';
import { exitCode, type ExitCode } from './shell/exit-code.ts';
import { createPace } from './shell/pace.ts';
import type { World } from './shell/world.ts';

/** Runs one command line from its arguments to its exit code. Never throws. */
export async function run(unguarded: World): Promise<ExitCode> {
  const colors = forcesColors(unguarded.env);
  // All output goes to these two streams.
  const world = {
    ...unguarded,
    stdout: guardTerminal(unguarded.stdout, { colors }),
    stderr: guardTerminal(unguarded.stderr, { colors }),
  };
  // Used for errors in the arguments themselves.
  let output: Output = createOutput(world, { json: asksForJson(world.argv), quiet: false, color: true });
  let code: ExitCode | void = undefined;
  const stop = new AbortController();
  const release = world.onInterrupt(() => stop.abort(new CliError('interrupted', 'interrupted')));

  let hint: (() => Promise<void>) | undefined;
  const onConnected: Context['onConnected'] = (connection) => {
    hint = async () => (await import('./connection/update-hint.ts')).hintAtUpdate({ world, output }, connection);
  };

  const program = await createProgram(
    {
      version: manifest.version,
      async prepare(globals) {
        const { jq, json = jq !== undefined, quiet = false, color, debug, fields } = globals;
        output = createOutput(world, {
          json,
          ...(jq === undefined ? {} : { filter: await loadFilter(jq) }),
          quiet,
          color,
          ...(debug === true ? { debug } : {}),
          ...(fields === undefined ? {} : { fields }),
        });
        const pace = globals.limitRate === undefined ? undefined : createPace(globals.limitRate, world);
        return { world, output, globals, pace, signal: stop.signal, onConnected };
      },
      finished(exitCodeOfCommand) {
        code = exitCodeOfCommand;
      },
    },
    world.argv,
  );
  for (const command of allCommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => world.stdout.write(text),
      // Receives the help after a missing subcommand; errors are reported below, in one line.
      writeErr: (text) => world.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => world.stdout.columns || 100,
      getErrHelpWidth: () => world.stderr.columns || 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  }

  try {
    if (world.argv[0] === '__complete') {
      const { answerCompletion } = await import('./completion/answer.ts');
      await answerCompletion(world, program, world.argv.slice(1));
      return exitCode.done;
    }
    if (world.argv.length === 0) {
      program.outputHelp();
      return exitCode.done;
    }
    requireHelpTopic(world.argv, program);
    await program.parseAsync(world.argv, { from: 'user' });
    await hint?.();
    return code ?? exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError) return wrongUsage(error, output, world.argv, program);
    const report = describeFailure(stop.signal.aborted && !(error instanceof CliError) ? stop.signal.reason : error);
    output.failure(report);
    return report.exitCode;
  } finally {
    release();
  }
}

/** Before the arguments are parsed. */
const asksForJson = (argv: readonly string[]): boolean =>
  argv.some((argument) => argument === '--json' || argument === '--jq' || argument.startsWith('--jq='));

const loadFilter = async (expression: string): Promise<JqFilter> =>
  (await import('./output/jq-filter.ts')).createJqFilter(expression);

/** Commander shows the list of commands for `help` with an unknown name. */
function requireHelpTopic([first, ...names]: readonly string[], program: Command): void {
  let asked = program;
  for (const name of first === 'help' ? names.filter((word) => !word.startsWith('-')) : []) {
    const found = asked.commands.find((one) => one.name() === name || one.aliases().includes(name));
    if (found === undefined) {
      if (name === 'help' || asked.commands.length === 0) return;
      throw new CommanderError(exitCode.wrongUsage, 'commander.unknownCommand', `error: unknown command '${name}'`);
    }
    asked = found;
  }
}

function wrongUsage(error: CommanderError, output: Output, argv: readonly string[], program: Command): ExitCode {
  if (error.exitCode === 0) return exitCode.done;
  // The help was shown instead, as for "drive-cli keys".
  if (error.code === 'commander.help') return exitCode.wrongUsage;
  const [first = '', proposed] = error.message.replace(/^error: /, '').split('\n');
  const message = first.replace(/\.$/, '');
  const suggestion =
    proposed?.replace(/^\((.*)\)$/, '$1').replace(/^Did/, 'did') ?? proposeCommand(message, argv, program);
  // Commander parses `-name`, known from find(1), as five short flags.
  const [, long] = /^unknown option '-([a-z]{2}[a-z-]*)'$/.exec(message) ?? [];
  const hint =
    hintForToken(message, argv) ??
    hintForMethod(message, argv) ??
    (long === undefined ? suggestion : `did you mean --${long}?`);
  output.failure({ code: 'usage', message, hint, exitCode: exitCode.wrongUsage });
  return exitCode.wrongUsage;
}

/** Names of our commands in other programs. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  rm: ['remove', 'delete', 'del', 'unlink', 'destroy', 'end'],
  revoke: ['remove', 'delete', 'rm'],
  remove: ['delete', 'rm'],
  purge: ['delete', 'rm', 'remove'],
  list: ['ls', 'show', 'get', 'all'],
  ls: ['list', 'dir', 'll'],
  show: ['get', 'view', 'info'],
  set: ['update', 'edit', 'change', 'modify'],
  update: ['set', 'edit', 'change', 'enable', 'disable'],
  create: ['add', 'new', 'make'],
  use: ['switch', 'select', 'set'],
  mv: ['move', 'rename', 'ren'],
  mkdir: ['md', 'newfolder'],
  upload: ['put', 'push', 'cp', 'copy', 'add'],
  download: ['get', 'pull', 'fetch', 'cat'],
  archive: ['zip'],
  login: ['signin', 'sign-in', 'auth', 'configure'],
  logout: ['signout', 'sign-out'],
  whoami: ['me', 'status', 'account', 'info'],
  password: ['passwd'],
  '2fa': ['totp', 'mfa', 'otp'],
  url: ['sign', 'presign', 'signed-url'],
  visibility: ['publish', 'unpublish', 'hide'],
  share: ['link', 'publish'],
  restore: ['undelete', 'recover'],
  empty: ['clear', 'clean'],
  cancel: ['abort', 'stop', 'rm', 'remove', 'delete'],
  open: ['browse'],
};

/** Suggests a similar command, or the help of the given one. */
function proposeCommand(message: string, argv: readonly string[], program: Command): string {
  let asked = program;
  const names = ['drive-cli'];
  for (const word of argv) {
    const found = asked.commands.find((command) => command.name() === word);
    if (found === undefined) continue;
    asked = found;
    names.push(word);
  }
  const [, unknown] = /^unknown command '(.*)'$/.exec(message) ?? [];
  const meant = asked.commands.find((command) => otherNames[command.name()]?.includes(unknown ?? ''));
  return meant === undefined ? `see ${names.join(' ')} --help` : `did you mean ${meant.name()}?`;
}

/** Other programs take the method of a raw call as an argument. */
function hintForMethod(message: string, argv: readonly string[]): string | undefined {
  if (!message.startsWith("too many arguments for 'api'")) return undefined;
  const method = argv.find((argument) => /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/i.test(argument));
  return method === undefined ? undefined : `did you mean -X ${method.toUpperCase()}?`;
}

/** A token may begin with a dash, which looks like a flag. */
function hintForToken(message: string, argv: readonly string[]): string | undefined {
  if (!message.startsWith('unknown option')) return undefined;
  const token = argv.find((argument) => /^-[\w-]{21}$/.test(argument) && /[A-Z0-9_]/.test(argument));
  if (token === undefined) return undefined;
  const others = argv.filter((argument) => argument !== token && argument !== '--');
  return `a token that begins with a dash comes last, after two of them: drive-cli ${others.join(' ')} -- ${token}`;
}
