import { Option, type Command } from 'commander';
import { parseParallel } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';
import { addWishes } from './share-commands.ts';

/** What brings bytes to the server and from it. */
export function addTransferCommands(program: Command, lazily: Lazily): void {
  const upload = program
    .command('upload')
    .summary('upload files and folders')
    .description('Upload files, folders (with -r), or standard input (-). Prints where each of them is on the server.')
    .argument('<path...>', 'what to upload; - is standard input')
    .option('--to <folder>', 'folder on the server, made where it is missing', '/')
    .option('-r, --recursive', 'upload folders with all that is in them')
    .option('--share', 'share each file and print its link instead; the flags of share then work here, too')
    .option('-n, --dry-run', 'only show what would be uploaded')
    .option('--name <name>', 'name on the server, for a single file or standard input')
    .option('--resumable', 'send in pieces that can be resumed, as files over 100 MiB always are')
    .addOption(new Option('-j, --parallel <count>', 'files sent at the same time').default(8).argParser(parseParallel))
    .addHelpText(
      'after',
      `
What is on the server already, with the same name and content, is not sent again. After Ctrl-C, a lost connection or a
crash, run the same command again: it goes on where it stopped. Symbolic links inside folders are not followed.

Examples:
  $ drive-cli upload report.pdf
  $ drive-cli upload -r photos --to /Archive/2026
  $ curl -LO "$(drive-cli upload --share --expires 7d report.pdf)"
  $ tar cz src | drive-cli upload - --name src.tar.gz`,
    )
    .action(lazily(async () => (await import('../commands/upload.ts')).upload));
  addWishes(upload);
  upload
    .option('--slug <word>', 'the word at the end of the short link, for a single file')
    .option('--qr', 'draw the link as a QR code, on a terminal');
  program
    .command('download')
    .summary('fetch files, and what others have shared')
    .description(
      'Fetch files and folders, with all that is in them, by path, id or share link. The SHA-256 of each file is checked before it gets its name.',
    )
    .argument('<source...>', 'path, id or pattern on the server, or a share link of any server')
    .option('-o, --output <path>', 'file or folder to write to; - is standard output')
    .option('-f, --force', 'replace files that are there')
    .option('-n, --dry-run', 'only show what would be fetched')
    .option('--zip', 'of links: one ZIP each instead of the files')
    .option('--password-file <file>', 'read the password of a locked link from a file, - for standard input')
    // As with upload and rm; there is nothing else that could be meant by a folder here.
    .addOption(new Option('-r, --recursive').hideHelp())
    .addHelpText(
      'after',
      `
Run the same command again after an interruption: it goes on where it stopped; what is here already is not fetched again.
Only a ZIP begins anew. A locked link asks for its password on a terminal. Your key never goes to the server of a link.

Examples:
  $ drive-cli download /Photos/sea.jpg
  $ drive-cli download /a.pdf /b.pdf -o papers/
  $ drive-cli download /Photos -o backup
  $ drive-cli download https://drive.example.com/s/Ab3dE -o sea.jpg
  $ drive-cli download --zip https://drive.example.com/s/holidays
  $ drive-cli download /src.tar.gz -o - | tar tz`,
    )
    .action(lazily(async () => (await import('../commands/download.ts')).download));
  program
    .command('archive')
    .summary('fetch several files as one ZIP')
    .description(
      'Fetch files of your own as one ZIP. A folder stands for all files below it; up to 200 files in all. They lie side by side in the ZIP, equal names with a number.',
    )
    .argument('<path...>', 'path, id or pattern on the server')
    .option('-o, --output <path>', 'ZIP or folder to write to; - is standard output (default: NAME.zip here)')
    .option('-f, --force', 'replace a file that is there')
    .addHelpText(
      'after',
      `
To get a folder with its structure, and more than 200 files, use drive-cli download.

Examples:
  $ drive-cli archive /Photos -o photos.zip
  $ drive-cli archive '/Reports/*.pdf' -o - | bsdtar tf -`,
    )
    .action(lazily(async () => (await import('../commands/archive.ts')).archive));
}
