import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { parseByteLimit, parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const PASSWORD = `
The password is asked for on a terminal and otherwise read from standard input; it is never the value of a flag.`;
const REQUEST = 'link, token, id, or unique name';

/** Commands for file requests and proofings. */
export function addRequestCommands(program: Command, lazily: Lazily): void {
  addCollect(program, lazily);
  addProof(program, lazily);
}

/** Options of both kinds of link. */
function addLinkOptions(command: Command): Command {
  return command
    .option('--message <text>', 'Message to visitors')
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'Ask for a password for the link')
    .addOption(
      new Option('--password-file <file>', 'File with the password, - for standard input').conflicts('password'),
    );
}

const addChanges = (command: Command): Command =>
  addLinkOptions(command.option('--name <name>', 'New name'))
    .option('--no-message', 'Remove the message')
    .option('--no-password', 'Remove the password');

const addCollectLimits = (command: Command): Command =>
  command
    .addOption(new Option('--max-files <count>', 'Maximum number of files, or none for no limit').argParser(parseLimit))
    .addOption(
      new Option('--max-size <size>', 'Maximum size per file: 500k, 10M, 2G, or none for no limit').argParser(
        parseByteLimit,
      ),
    )
    .addOption(
      new Option('--types <types>', "Allowed types (comma-separated): '.pdf,image/*', or all").argParser(parseTypes),
    );

const parseTypes = (text: string): string[] => (text === 'all' ? [] : text.split(',').map((type) => type.trim()));

function addCollect(program: Command, lazily: Lazily): void {
  const collect = program
    .command('collect')
    .summary('Manage file requests')
    .description('Manage file requests: links through which others upload files to you without an account.');
  addCollectLimits(
    addLinkOptions(
      collect
        .command('create')
        .summary('Create a file request')
        .description('Create a file request and print its link.')
        .argument('<name>', 'name shown to senders')
        .option('--to <folder>', 'Folder for the files, created if missing (default: a new folder of that name)'),
    ),
  )
    .option('--require-name', "Require the sender's name")
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `${PASSWORD}

Examples:
  $ drive-cli collect create "Photos of the party" --expires 14d --types 'image/*,video/*' --qr
  $ drive-cli collect create Invoices --to /Inbox/2026 --types .pdf --max-size 10M --require-name`,
    )
    .action(lazily(async () => (await import('../commands/collect.ts')).createCollection));
  collect
    .command('list')
    .summary('List file requests, newest first')
    .description('List file requests, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect list')
    .action(lazily(async () => (await import('../commands/collect.ts')).listCollections));
  collect
    .command('show')
    .summary('Show a file request')
    .description('Show a file request and its settings.')
    .argument('<request>', REQUEST)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect show Invoices --qr')
    .action(lazily(async () => (await import('../commands/collect.ts')).showCollection));
  addCollectLimits(
    addChanges(
      collect
        .command('set')
        .summary('Change file requests')
        .description(
          'Change the settings of file requests. The links stay the same, and so does everything that no flag names.',
        )
        .argument('<request...>', REQUEST)
        .option('--to <folder>', 'New folder for the files, created if missing'),
    ),
  )
    .option('--require-name', "Require the sender's name")
    .option('--no-require-name', "Do not require the sender's name")
    .addHelpText('after', `${PASSWORD}\n\nExample:\n  $ drive-cli collect set Invoices --expires 30d --max-files none`)
    .action(lazily(async () => (await import('../commands/collect.ts')).setCollections));
  collect
    .command('rm')
    .summary('Close file requests')
    .description('Close file requests permanently. Received files stay.')
    .argument('<request...>', REQUEST)
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect rm Invoices')
    .action(lazily(async () => (await import('../commands/collect.ts')).removeCollections));
  collect
    .command('uploads')
    .summary('List received files')
    .description('List the files received by a file request, newest first, with the names their senders gave.')
    .argument('<request>', REQUEST)
    .addHelpText('after', '\nExample:\n  $ drive-cli collect uploads Invoices --json | jq -r .[].fileName')
    .action(lazily(async () => (await import('../commands/collect.ts')).listUploads));
}

function addProof(program: Command, lazily: Lazily): void {
  const proof = program
    .command('proof')
    .summary('Manage proofings')
    .description(
      'Manage proofings: links through which clients view your files and select some of them without an account.',
    );
  const MAX = 'Maximum number of selected files, or none for no limit';
  addLinkOptions(
    proof
      .command('create')
      .summary('Create a proofing')
      .description('Create a proofing of a folder or of single files, and print its link.')
      .argument('<name>', 'name shown to clients')
      .argument('<path...>', 'one folder, or files: remote path, id or pattern'),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `${PASSWORD}

Examples:
  $ drive-cli proof create "Your album" /Weddings/Ada --max 30 --password
  $ drive-cli proof create Covers '/Covers/*.jpg' --message "Which of them?"`,
    )
    .action(lazily(async () => (await import('../commands/proof.ts')).createProofing));
  proof
    .command('list')
    .summary('List proofings, newest first')
    .description('List proofings, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof list')
    .action(lazily(async () => (await import('../commands/proof.ts')).listProofings));
  proof
    .command('show')
    .summary('Show a proofing')
    .description('Show a proofing and its settings.')
    .argument('<proofing>', REQUEST)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof show "Your album" --qr')
    .action(lazily(async () => (await import('../commands/proof.ts')).showProofing));
  addChanges(
    proof
      .command('set')
      .summary('Change proofings')
      .description(
        'Change the settings of proofings. Links and files stay the same, and so does everything that no flag names.',
      )
      .argument('<proofing...>', REQUEST),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .addHelpText('after', `${PASSWORD}\n\nExample:\n  $ drive-cli proof set "Your album" --max 40 --no-password`)
    .action(lazily(async () => (await import('../commands/proof.ts')).setProofings));
  proof
    .command('rm')
    .summary('Delete proofings')
    .description('Delete proofings and their submissions permanently. The files stay.')
    .argument('<proofing...>', REQUEST)
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof rm "Your album"')
    .action(lazily(async () => (await import('../commands/proof.ts')).removeProofings));
  proof
    .command('submissions')
    .summary('List submissions of a proofing')
    .description('List the selections of clients, newest first. If standard output is no terminal: one file per line.')
    .argument('<proofing>', REQUEST)
    .option('--names', 'Show file names')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof submissions "Your album" --names')
    .action(lazily(async () => (await import('../commands/proof.ts')).listSubmissions));
}
