import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { parseParallel, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

/** What brings bytes to the server and from it. */
export function addTransferCommands(program: Command, lazily: Lazily): void {
  program
    .command('upload')
    .summary('upload files and folders')
    .description('Upload files, folders (with -r), or standard input (-). Prints where each of them is on the server.')
    .argument('<path...>', 'what to upload; - is standard input')
    .option('--to <folder>', 'folder on the server, made where it is missing', '/')
    .option('-r, --recursive', 'upload folders with all that is in them')
    .option('--share', 'share each file and print its link instead')
    .option('--public', 'with --share: listed and open to search engines')
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
  $ curl -L "$(drive-cli upload --share report.pdf)"
  $ tar cz src | drive-cli upload - --name src.tar.gz`,
    )
    .action(lazily(async () => (await import('../commands/upload.ts')).upload));
  program
    .command('download')
    .summary('fetch files')
    .description('Fetch files by path, id or share link. The SHA-256 is checked before a file gets its name.')
    .argument('<source...>', 'path or id on the server, or a share link')
    .option('-o, --output <path>', 'file or folder to write to; - is standard output')
    .option('-f, --force', 'replace files that are there')
    .addHelpText(
      'after',
      `
Run the same command again after an interruption: it goes on where it stopped.

Examples:
  $ drive-cli download /Photos/sea.jpg
  $ drive-cli download /a.pdf /b.pdf -o papers/
  $ drive-cli download https://drive.example.com/s/Ab3dE -o sea.jpg
  $ drive-cli download /src.tar.gz -o - | tar tz`,
    )
    .action(lazily(async () => (await import('../commands/download.ts')).download));
  program
    .command('share')
    .summary('share files by a link')
    .description('Share files and print their links. A file that is shared already keeps its link.')
    .argument('<path...>', 'path or id on the server')
    .option('--public', 'listed and open to search engines; otherwise only who has the link finds it')
    .addOption(new Option('--expires <time>', '7d, 2w, or never').argParser(usage(parseExpiry)))
    .addOption(new Option('--revoke', 'end the sharing: the link stops working').conflicts(['public', 'expires']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli share /report.pdf --expires 7d\n  $ curl -L "$(drive-cli share /report.pdf)"',
    )
    .action(lazily(async () => (await import('../commands/share.ts')).share));
}
