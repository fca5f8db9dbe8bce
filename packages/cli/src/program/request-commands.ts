import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { parseByteLimit, parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const PASSWORD = `
A password is asked for on a terminal, and otherwise read from standard input; it never comes as a flag's value.`;
const REQUEST = 'its link, token or id, or its name where only one is called so';

/** Asking others for files, and for a choice among one's own. */
export function addRequestCommands(program: Command, lazily: Lazily): void {
  addCollect(program, lazily);
  addProof(program, lazily);
}

/** What the links of both have. */
function addGuards(command: Command): Command {
  return command
    .option('--message <text>', 'what to say to those who come')
    .addOption(new Option('--expires <time>', '7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'ask for a password that the link shall have')
    .addOption(new Option('--password-file <file>', 'read it from a file, - for standard input').conflicts('password'));
}

const addChanges = (command: Command): Command =>
  addGuards(command.option('--name <name>', 'what it is called'))
    .option('--no-message', 'say nothing any more')
    .option('--no-password', 'no password any more');

const addCollectLimits = (command: Command): Command =>
  command
    .addOption(new Option('--max-files <count>', 'so many in all; none lifts it').argParser(parseLimit))
    .addOption(new Option('--max-size <size>', 'of each: 500k, 10M, 2G; none lifts it').argParser(parseByteLimit))
    .addOption(
      new Option('--types <types>', "only these, with commas: '.pdf,image/*'; all lifts it").argParser(parseTypes),
    );

const parseTypes = (text: string): string[] => (text === 'all' ? [] : text.split(',').map((type) => type.trim()));

function addCollect(program: Command, lazily: Lazily): void {
  const collect = program
    .command('collect')
    .summary('ask others for files')
    .description('Ask others for files: a link where they send them to you, without an account.');
  addCollectLimits(
    addGuards(
      collect
        .command('create')
        .summary('ask for files, and print the link')
        .description('Ask for files. Prints the link where they are sent.')
        .argument('<name>', 'what it is called, as those see it who come')
        .option('--to <folder>', 'where they land, made where it is missing (default: a new folder of that name)'),
    ),
  )
    .option('--require-name', 'who sends something has to say who they are')
    .option('--qr', 'draw the link as a QR code, on a terminal')
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
    .summary('list the file requests, newest first')
    .description('List the file requests, the newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect list')
    .action(lazily(async () => (await import('../commands/collect.ts')).listCollections));
  collect
    .command('show')
    .summary('show a file request')
    .description('Show a file request and what it asks for.')
    .argument('<request>', REQUEST)
    .option('--qr', 'draw the link as a QR code, on a terminal')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect show Invoices --qr')
    .action(lazily(async () => (await import('../commands/collect.ts')).showCollection));
  addCollectLimits(
    addChanges(
      collect
        .command('set')
        .summary('change file requests; their links stay')
        .description('Change file requests. Their links stay, and what no flag names stays as it is.')
        .argument('<request...>', REQUEST)
        .option('--to <folder>', 'where files land from now on, made where it is missing'),
    ),
  )
    .option('--require-name', 'who sends something has to say who they are')
    .option('--no-require-name', 'nobody has to')
    .addHelpText('after', `${PASSWORD}\n\nExample:\n  $ drive-cli collect set Invoices --expires 30d --max-files none`)
    .action(lazily(async () => (await import('../commands/collect.ts')).setCollections));
  collect
    .command('rm')
    .summary('close file requests for good')
    .description('Close file requests for good. What has come stays.')
    .argument('<request...>', REQUEST)
    .option('-n, --dry-run', 'only show which ones')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect rm Invoices')
    .action(lazily(async () => (await import('../commands/collect.ts')).removeCollections));
  collect
    .command('uploads')
    .summary('show what has come, and from whom')
    .description('Show what has come by a file request, the newest first, and who says to have sent it.')
    .argument('<request>', REQUEST)
    .addHelpText('after', '\nExample:\n  $ drive-cli collect uploads Invoices --json | jq -r .[].fileName')
    .action(lazily(async () => (await import('../commands/collect.ts')).listUploads));
}

function addProof(program: Command, lazily: Lazily): void {
  const proof = program
    .command('proof')
    .summary('let clients choose among files')
    .description(
      'Let clients choose among files of yours: a link where they see them and mark some, without an account.',
    );
  const MAX = 'so many may be chosen; none lifts it';
  addGuards(
    proof
      .command('create')
      .summary('let clients choose, and print the link')
      .description('Let clients choose among the files of a folder, or among single files. Prints the link.')
      .argument('<name>', 'what it is called, as clients see it')
      .argument('<path...>', 'one folder, or files: path, id or pattern on the server'),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .option('--qr', 'draw the link as a QR code, on a terminal')
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
    .summary('list the proofings, newest first')
    .description('List the proofings, the newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof list')
    .action(lazily(async () => (await import('../commands/proof.ts')).listProofings));
  proof
    .command('show')
    .summary('show a proofing')
    .description('Show a proofing.')
    .argument('<proofing>', REQUEST)
    .option('--qr', 'draw the link as a QR code, on a terminal')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof show "Your album" --qr')
    .action(lazily(async () => (await import('../commands/proof.ts')).showProofing));
  addChanges(
    proof
      .command('set')
      .summary('change proofings; their links and files stay')
      .description('Change proofings. Their links and their files stay, and so does what no flag names.')
      .argument('<proofing...>', REQUEST),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .addHelpText('after', `${PASSWORD}\n\nExample:\n  $ drive-cli proof set "Your album" --max 40 --no-password`)
    .action(lazily(async () => (await import('../commands/proof.ts')).setProofings));
  proof
    .command('rm')
    .summary('end proofings for good')
    .description('End proofings for good, with what was chosen in them. The files stay.')
    .argument('<proofing...>', REQUEST)
    .option('-n, --dry-run', 'only show which ones')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof rm "Your album"')
    .action(lazily(async () => (await import('../commands/proof.ts')).removeProofings));
  proof
    .command('submissions')
    .summary('show what clients have chosen')
    .description('Show what clients have chosen, the newest round first. Not on a terminal: one file a line.')
    .argument('<proofing>', REQUEST)
    .option('--names', 'with the names of the files')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof submissions "Your album" --names')
    .action(lazily(async () => (await import('../commands/proof.ts')).listSubmissions));
}
