import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Connecting } from '../connection/connect.ts';
import { readHiddenLine } from '../connection/hidden-line.ts';
import { CliError } from '../shell/cli-error.ts';

/** What the flags say of a password. It never comes as a flag's value: everybody on the machine could read it there. */
export interface PasswordOptions {
  /** true: ask for it; false: there shall be none. */
  readonly password?: boolean;
  /** `-` is standard input. */
  readonly passwordFile?: string;
}

/** The password that a share shall have: undefined where nothing is said, null for none. */
export async function readNewPassword(
  context: Connecting,
  { password, passwordFile }: PasswordOptions,
): Promise<string | null | undefined> {
  if (password === false) {
    if (passwordFile !== undefined)
      throw new CliError('usage', '--no-password and --password-file say different things');
    return null;
  }
  if (passwordFile !== undefined) return readPasswordFile(context, passwordFile);
  if (password !== true) return undefined;
  if (context.world.stdin.isTTY !== true) return readPasswordFile(context, '-');
  const typed = await askPassword(context, 'Password for the link (it is not shown), and Enter:');
  if (typed === '') throw new CliError('usage', 'an empty password is none', { hint: '--no-password takes it away' });
  if ((await askPassword(context, 'The same again:')) !== typed) {
    throw new CliError('usage', 'these were two different passwords', { hint: 'nothing was changed; try again' });
  }
  return typed;
}

export async function askPassword({ world, output }: Connecting, question: string): Promise<string> {
  output.ask(question);
  const line = await readHiddenLine(world);
  if (line === undefined) throw new CliError('interrupted', 'interrupted');
  return line;
}

/** One line, without its end. */
export async function readPasswordFile({ world, globals }: Connecting, path: string): Promise<string> {
  const origin = path === '-' ? 'standard input' : path;
  if (path === '-' && globals.apiKeyFile === '-') {
    throw new CliError('usage', 'standard input is either the key or the password');
  }
  const content = path === '-' ? await text(world.stdin) : await readWhole(resolve(world.cwd, path), path);
  const password = content.replace(/\r?\n$/, '');
  if (password === '') throw new CliError('usage', `there is no password in ${origin}`);
  if (/[\r\n]/.test(password)) throw new CliError('usage', `${origin} has more than one line`);
  return password;
}

async function readWhole(path: string, shownAs: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError('usage', `cannot read the password from ${shownAs}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
