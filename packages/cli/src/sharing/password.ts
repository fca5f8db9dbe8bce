import type { DriveError } from '@drive/sdk';
import type { Connecting } from '../connection/connect.ts';
import { readHiddenLine } from '../connection/hidden-line.ts';
import { CliError } from '../shell/cli-error.ts';
import { readSecretFile } from '../shell/secret-file.ts';

/** Passwords are never flag values, because other users could see them. */
export interface PasswordOptions {
  /** true asks for a password, false removes it. */
  readonly password?: boolean;
  /** `-` is standard input. */
  readonly passwordFile?: string;
}

/** Returns undefined for no change and null to remove the password. */
export async function readNewPassword(
  context: Connecting,
  { password, passwordFile }: PasswordOptions,
): Promise<string | null | undefined> {
  if (password === false) {
    if (passwordFile !== undefined) throw new CliError('usage', '--no-password and --password-file cannot be combined');
    return null;
  }
  if (passwordFile !== undefined) return readPasswordFile(context, passwordFile);
  if (password !== true) return undefined;
  if (context.world.stdin.isTTY !== true) return readPasswordFile(context, '-');
  const typed = await askPassword(context, 'Password for the link (it is not shown), and Enter:');
  if (typed === '')
    throw new CliError('usage', 'the password is empty', { hint: 'remove the password with --no-password' });
  if ((await askPassword(context, 'The same again:')) !== typed) {
    throw new CliError('usage', 'the passwords differ', { hint: 'nothing was changed; try again' });
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

/** Says how many attempts are left, if the server tells. */
export function wrongPasswordText({ details }: DriveError): string {
  const { attempts_left: left } = details;
  return typeof left === 'number' ? `wrong password, attempts left: ${left}` : 'wrong password';
}
