import { basename } from 'node:path';
import type { DriveClient, NewPaste } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect, createClient } from '../../connection/connect.ts';
import { loadSignIn } from '../../connection/sign-in.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { readNewPassword, type PasswordOptions } from '../../sharing/password.ts';
import { parseExpiry, usage } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { readText } from './read-text.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Create a paste of up to 512 KiB from a file or standard input, and print its link.')
    .argument('[file]', 'file with UTF-8 text; default and -: standard input')
    .option('--title <title>', 'Title (default: the file name)')
    .option('--language <language>', 'Language of the text, shown to readers')
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--burn', 'Delete the text after it was read once')
    .option('--password', 'Ask for a password for the link')
    .addOption(
      new Option('--password-file <file>', 'File with the password, - for standard input').conflicts('password'),
    )
    .addOption(new Option('--public', 'Allow search engines').conflicts('private'))
    .option('--private', 'Restrict to your own account')
    .option('--anonymous', 'Create without your account; you cannot list or delete it')
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `
The password is asked for on a terminal, and otherwise read from standard input if the text comes from a file.

Examples:
  $ drive-cli paste notes.md --expires 7d
  $ git diff | drive-cli paste --title "What I changed" --language diff
  $ drive-cli paste token.txt --burn --expires 1d --password`,
    )
    .action(run(createPaste));
}

interface PasteOptions extends PasswordOptions {
  readonly title?: string;
  readonly language?: string;
  /** Days; 0 means never. */
  readonly expires?: number;
  readonly burn?: boolean;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly anonymous?: boolean;
  readonly qr?: boolean;
}

const createPaste: Action<[file: string | undefined, options: PasteOptions]> = async (context, argument, options) => {
  const { world, output, signal } = context;
  const file = argument === '-' ? undefined : argument;
  if (options.anonymous === true && options.private === true)
    throw new CliError('usage', '--anonymous and --private cannot be combined', {
      hint: 'private pastes need an account',
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

/** Standard input can be read only once. */
function requireInput({ world, globals }: Context, { password, passwordFile }: PasteOptions): void {
  if (globals.apiKeyFile === '-') throw new CliError('usage', 'standard input cannot be both the key and the text');
  if (passwordFile === '-' || (password === true && world.stdin.isTTY !== true))
    throw new CliError('usage', 'standard input cannot be both the password and the text', {
      hint: 'give the password with --password-file FILE, or the text as a file',
    });
}

async function connectAsGuest(context: Context): Promise<DriveClient> {
  const { server } = await loadSignIn(context.world, context.globals);
  return createClient(context, server.url, null);
}
