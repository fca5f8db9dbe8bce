import type { Connecting } from '../connection/connect.ts';
import { readHiddenLine } from '../connection/hidden-line.ts';
import { readSecretFile } from '../shell/secret-file.ts';
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

export const readPasswordFile = ({ world, globals }: Connecting, path: string): Promise<string> =>
  readSecretFile(world, path, { what: 'password', isTaken: globals.apiKeyFile === '-' });
