import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

/** Commands for pastes. */
export function addPasteCommands(program: Command, lazily: Lazily): void {
  program
    .command('paste')
    .summary('Create a paste')
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
    .action(lazily(async () => (await import('../commands/paste.ts')).createPaste));
  const pastes = program
    .command('pastes')
    .summary('Manage pastes')
    .description('List and delete your pastes, and read pastes of others.');
  pastes
    .command('list')
    .summary('List your pastes, newest first')
    .description('List your pastes, newest first, and whether those that burn were read.')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes list')
    .action(lazily(async () => (await import('../commands/pastes.ts')).listPastes));
  pastes
    .command('show')
    .summary('Print a paste')
    .description(
      'Print the text of a paste. A paste that burns asks for confirmation first, because reading deletes it.',
    )
    .argument('<paste>', 'link on any server, or token or id of your own paste')
    .option('--reveal', 'Do not ask before reading a paste that burns')
    .option('--password-file <file>', 'File with the password, - for standard input')
    .addHelpText(
      'after',
      `
A locked paste asks for its password on a terminal; your own pastes need none. Your key is sent to your server only.

Examples:
  $ drive-cli pastes show https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4 > notes.md
  $ drive-cli pastes show --reveal https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4`,
    )
    .action(lazily(async () => (await import('../commands/pastes.ts')).showPaste));
  pastes
    .command('rm')
    .summary('Delete pastes')
    .description('Delete your pastes permanently.')
    .argument('<paste...>', 'link, token, id, or unique title')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes rm notes.md')
    .action(lazily(async () => (await import('../commands/pastes.ts')).removePastes));
}
