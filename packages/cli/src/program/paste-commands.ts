import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

/** Texts with a link. */
export function addPasteCommands(program: Command, lazily: Lazily): void {
  program
    .command('paste')
    .summary('keep a text and print its link')
    .description('Keep a text of up to 512 KiB, from a file or standard input, and print its link.')
    .argument('[file]', 'the text, in UTF-8; - or nothing is standard input')
    .option('--title <title>', 'what it is called (default: the name of the file)')
    .option('--language <language>', 'what it is written in, as those see it who read it')
    .addOption(new Option('--expires <time>', '7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--burn', 'it can be read once, and is gone then')
    .option('--password', 'ask for a password that the link shall have')
    .addOption(new Option('--password-file <file>', 'read it from a file, - for standard input').conflicts('password'))
    .addOption(new Option('--public', 'for everybody, search engines too').conflicts('private'))
    .option('--private', 'for nobody but you')
    .option('--anonymous', 'without your account: nobody can list or delete it for you')
    .option('--qr', 'draw the link as a QR code, on a terminal')
    .addHelpText(
      'after',
      `
A password is asked for on a terminal, and otherwise read from standard input where the text comes from a file.

Examples:
  $ drive-cli paste notes.md --expires 7d
  $ git diff | drive-cli paste --title "What I changed" --language diff
  $ drive-cli paste token.txt --burn --expires 1d --password`,
    )
    .action(lazily(async () => (await import('../commands/paste.ts')).createPaste));
  const pastes = program
    .command('pastes')
    .summary('list, read and delete pastes')
    .description('List and delete your pastes, and read those of others.');
  pastes
    .command('list')
    .summary('list your pastes, newest first')
    .description('List your pastes, the newest first, and of those to be read once whether that was done.')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes list')
    .action(lazily(async () => (await import('../commands/pastes.ts')).listPastes));
  pastes
    .command('show')
    .summary('print the text of a paste')
    .description(
      'Print the text of a paste as it is. One that can be read once is asked about first: it is gone then for everybody.',
    )
    .argument('<paste>', 'its link on any server; or token or id of your own')
    .option('--reveal', 'read without asking what can be read once')
    .option('--password-file <file>', 'read the password of a locked one from a file, - for standard input')
    .addHelpText(
      'after',
      `
A locked paste asks for its password on a terminal; your own asks for none. Your key goes to your server alone.

Examples:
  $ drive-cli pastes show https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4 > notes.md
  $ drive-cli pastes show --reveal https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4`,
    )
    .action(lazily(async () => (await import('../commands/pastes.ts')).showPaste));
  pastes
    .command('rm')
    .summary('delete pastes')
    .description('Delete pastes of yours for good.')
    .argument('<paste...>', 'its link, token or id, or its title where only one is called so')
    .option('-n, --dry-run', 'only show which ones')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes rm notes.md')
    .action(lazily(async () => (await import('../commands/pastes.ts')).removePastes));
}
