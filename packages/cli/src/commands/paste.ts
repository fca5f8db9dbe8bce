import { basename } from 'node:path';
import type { DriveClient, NewPaste } from '@drive/sdk';
import { connect, createClient } from '../connection/connect.ts';
import { loadSignIn } from '../connection/sign-in.ts';
import { readText } from '../pastes/read-text.ts';
import { readNewPassword, type PasswordOptions } from '../sharing/password.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Command, Context } from './context.ts';

export interface PasteOptions extends PasswordOptions {
  readonly title?: string;
  readonly language?: string;
  /** Days; 0 is for ever. */
  readonly expires?: number;
  readonly burn?: boolean;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly anonymous?: boolean;
  readonly qr?: boolean;
}

export const createPaste: Command<[file: string | undefined, options: PasteOptions]> = async (
  context,
  argument,
  options,
) => {
  const { world, output, signal } = context;
  const file = argument === '-' ? undefined : argument;
  if (options.anonymous === true && options.private === true)
    throw new CliError('usage', '--anonymous and --private say different things', {
      hint: 'only who has an account can keep a paste to themselves',
    });
  if (file === undefined) requireInput(context, options);
  const client = options.anonymous === true ? await connectAsGuest(context) : (await connect(context)).client;
  const password = await readNewPassword(context, options);
  if (file === undefined && world.stdin.isTTY === true)
    output.ask('Type or paste the text, then Enter and Ctrl-D (on Windows Ctrl-Z and Enter):');
  const wanted: NewPaste = {
    content: await readText(world, file, signal),
    title: options.title ?? (file === undefined ? null : basename(file)),
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.expires === undefined ? {} : { expiresInDays: options.expires }),
    ...(password === undefined ? {} : { password }),
    ...(options.burn === true ? { burnAfterReading: true } : {}),
    ...(options.public === true ? { shareMode: 'PUBLIC' } : options.private === true ? { shareMode: 'PRIVATE' } : {}),
  };
  const paste =
    options.anonymous === true
      ? await client.public.createPaste(wanted, { signal })
      : await client.pastes.create(wanted, { signal });
  await output.result(paste, paste.url);
  if (options.qr === true) await showQrCode(context, paste.url);
};

/** Standard input is read once: for the text, so neither for the key nor for a password. */
function requireInput({ world, globals }: Context, { password, passwordFile }: PasteOptions): void {
  if (globals.apiKeyFile === '-') throw new CliError('usage', 'standard input is either the key or the text');
  if (passwordFile === '-' || (password === true && world.stdin.isTTY !== true))
    throw new CliError('usage', 'standard input is either the password or the text', {
      hint: 'give the password with --password-file FILE, or the text as a file',
    });
}

async function connectAsGuest({ world, output, globals }: Context): Promise<DriveClient> {
  const { server } = await loadSignIn(world, globals);
  return createClient(output, server.url, null);
}
