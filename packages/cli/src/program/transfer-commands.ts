import { Option, type Command } from 'commander';
import { parseParallel } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';
import { addShareOptions } from './share-commands.ts';

/** Commands that transfer files. */
export function addTransferCommands(program: Command, lazily: Lazily): void {
  const upload = program
    .command('upload')
    .summary('Upload files and folders')
    .description('Upload files, folders (with -r) or standard input (-), and print the remote path of each.')
    .argument('<path...>', 'file or folder to upload; - for standard input')
    .option('--to <folder>', 'Remote folder, created if missing', '/')
    .option('-r, --recursive', 'Upload folders with their content')
    .option('--share', 'Share each file and print its link instead; the options of `share` apply')
    .option('-n, --dry-run', 'Only show what would be uploaded')
    .option('--name <name>', 'Remote name of a single file or standard input')
    .option('--resumable', 'Use resumable upload (tus), as always above 100 MiB')
    .addOption(new Option('-j, --parallel <count>', 'Number of parallel transfers').default(8).argParser(parseParallel))
    .addHelpText(
      'after',
      `
A file that exists remotely with the same name and content is not sent again. After Ctrl-C, a lost connection or a crash, run
the same command again to resume. Symbolic links inside folders are not followed.

Examples:
  $ drive-cli upload report.pdf
  $ drive-cli upload -r photos --to /Archive/2026
  $ curl -LO "$(drive-cli upload --share --expires 7d report.pdf)"
  $ tar cz src | drive-cli upload - --name src.tar.gz`,
    )
    .action(lazily(async () => (await import('../commands/upload.ts')).upload));
  addShareOptions(upload);
  upload
    .option('--slug <word>', 'Vanity name at the end of the short link of a single file')
    .option('--qr', 'Draw the link as a QR code (terminal only)');
  program
    .command('download')
    .summary('Download files, folders and share links')
    .description(
      'Download files and folders by path, id or share link. The SHA-256 of each file is verified before the file gets its name.',
    )
    .argument('<source...>', 'remote path, id or pattern, or a share link of any server')
    .option('-o, --output <path>', 'File or folder to write to; - for standard output')
    .option('-f, --force', 'Replace existing files')
    .option('-n, --dry-run', 'Only show what would be downloaded')
    .option('--zip', 'Download each share link as one ZIP')
    .option('--password-file <file>', 'File with the password of a locked link, - for standard input')
    // Accepted because upload and rm need it; a folder is always downloaded with its content.
    .addOption(new Option('-r, --recursive').hideHelp())
    .addHelpText(
      'after',
      `
After an interruption, run the same command again to resume; existing files with the same content are skipped. A ZIP starts
over. A locked link asks for its password on a terminal. Your key is never sent to the server of a share link.

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
    .summary('Download several files as one ZIP')
    .description(
      'Download your files as one ZIP. A folder stands for all files below it, at most 200 files in all. The ZIP has no folders; equal names get a number.',
    )
    .argument('<path...>', 'remote path, id or pattern')
    .option('-o, --output <path>', 'ZIP or folder to write to; - for standard output (default: NAME.zip)')
    .option('-f, --force', 'Replace an existing file')
    .addHelpText(
      'after',
      `
For folders with their structure or more than 200 files, use drive-cli download.

Examples:
  $ drive-cli archive /Photos -o photos.zip
  $ drive-cli archive '/Reports/*.pdf' -o - | bsdtar tf -`,
    )
    .action(lazily(async () => (await import('../commands/archive.ts')).archive));
}
