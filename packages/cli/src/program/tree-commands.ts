import { Option, type Command } from 'commander';
import { parseMoment, parseSizeTest } from '../commands/find-tests.ts';
import { parseCount, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

/** Put those that take patterns in quotes: the shell here knows nothing of the files there. */
const PATTERNS = `
PATH is a path on the server, an id, or a pattern: * ? [a-z] [!a-z] {a,b}, and ** for folders however deep. Put patterns
in quotes. A path that is there just as it is written wins over what it would match; a backslash before a character
takes it as it stands. As in a shell, wildcards match no name that starts with a dot. All names are case-sensitive.`;

/** Looking at what is on the server. */
export function addLookCommands(program: Command, lazily: Lazily): void {
  program
    .command('ls')
    .summary('list folders')
    .description('List folders and files. On a terminal in columns, otherwise one name a line.')
    .argument('[path...]', 'path, id or pattern on the server (default: "/")')
    .option('-l, --long', 'with size, time, how it is shared, and, where there is room, id')
    .option('-d, --directory', 'folders themselves, not what is in them')
    .option('-R, --recursive', 'folders in folders too')
    .addOption(
      new Option('--sort <by>', 'order; a minus turns it round')
        .choices(['type,name', 'name', '-name', 'createdAt', '-createdAt', 'size', '-size'])
        .default('type,name'),
    )
    .addHelpText(
      'after',
      `${PATTERNS}

Examples:
  $ drive-cli ls -l /Photos --sort -size
  $ drive-cli ls '/Photos/**/*.{jpg,png}'
  $ drive-cli ls --json | jq length`,
    )
    .action(lazily(async () => (await import('../commands/ls.ts')).ls));
  program
    .command('tree')
    .summary('draw a folder and all below it')
    .description('Draw a folder and all below it. With --json one object a line, each with its path and depth.')
    .argument('[path]', 'path or id of a folder', '/')
    .addOption(new Option('-L, --depth <levels>', 'no deeper than this').argParser(parseCount))
    .option('-d, --dirs-only', 'folders alone')
    .option('-s, --sizes', 'with sizes; that of a folder is of all below it')
    .addHelpText('after', '\nExamples:\n  $ drive-cli tree /Photos --depth 2 --sizes\n  $ drive-cli tree --dirs-only')
    .action(lazily(async () => (await import('../commands/tree.ts')).tree));
  program
    .command('find')
    .summary('find files and folders below a folder')
    .description('Print the paths of all files and folders, at and below each PATH, that pass every test.')
    .argument('[path...]', 'path, id or pattern on the server (default: "/")')
    .option('--name <pattern>', "the name matches: '*.jpg'")
    .option('--iname <pattern>', 'as --name, whatever the case')
    .addOption(new Option('--type <kind>', 'f for files, d for folders').choices(['f', 'd']))
    .addOption(
      new Option('--size <size>', '+10M larger, -1k smaller, 500 exactly so many bytes').argParser(
        usage(parseSizeTest),
      ),
    )
    .addOption(
      new Option('--newer <time>', 'changed in the last 7d (36h, 30min), or since 2026-01-31').argParser(
        usage(parseMoment),
      ),
    )
    .addOption(new Option('--older <time>', 'changed before that').argParser(usage(parseMoment)))
    .addOption(new Option('--min-depth <levels>', 'PATH itself is at depth 0').default(0).argParser(parseCount))
    .addOption(new Option('--max-depth <levels>', 'look no deeper than this').argParser(parseCount))
    .addOption(new Option('--limit <count>', 'stop after so many').argParser(parseCount))
    .option('-0, --print0', 'end paths with NUL, for xargs -0')
    .addHelpText(
      'after',
      `
Patterns are * ? [a-z] [!a-z] {a,b}, in quotes. With --json one object a line. Where all files are searched by name
(--type f, no PATH, a pattern with at least two letters in a row), the server's search finds them, which is quicker than
going through the folders.

Examples:
  $ drive-cli find --type f --name '*.pdf' --newer 7d
  $ drive-cli find /Videos --size +1G --json | jq -r .path
  $ drive-cli find /tmp --older 30d -0 | xargs -0 drive-cli rm -r --`,
    )
    .action(lazily(async () => (await import('../commands/find.ts')).find));
}

/** Changing what is on the server. */
export function addChangeCommands(program: Command, lazily: Lazily): void {
  program
    .command('mkdir')
    .summary('make folders')
    .description('Make folders. Prints the path of each.')
    .argument('<path...>', 'path on the server')
    .option('-p, --parents', 'make missing folders above it too; no error when it is there')
    .addHelpText('after', '\nExample:\n  $ drive-cli mkdir -p /Archive/2026/01')
    .action(lazily(async () => (await import('../commands/mkdir.ts')).mkdir));
  program
    .command('mv')
    .summary('move and rename')
    .description(
      'Move files and folders into the folder DESTINATION, or give one of them a new path. Nothing is ever replaced.',
    )
    .usage('[options] <source...> <destination>')
    .argument('<path...>', 'sources: path, id or pattern; destination: path or id, taken as it is written')
    .option('-n, --dry-run', 'only show what would be moved')
    .addHelpText(
      'after',
      `${PATTERNS}

Examples:
  $ drive-cli mv /draft.txt /Reports/final.txt
  $ drive-cli mv '/Photos/2019-*' /old.zip /Archive`,
    )
    .action(lazily(async () => (await import('../commands/mv.ts')).mv));
  program
    .command('rm')
    .summary('put files and folders into the trash')
    .description('Put files, and folders with -r, into the trash, where they can be restored for some time.')
    .argument('<path...>', 'path, id or pattern on the server')
    .option('-r, --recursive', 'folders too, with all that is in them')
    .option('-f, --force', 'no error for what is not there, and no questions')
    .option('--permanent', 'delete for good at once; asks before it does')
    .option('-y, --yes', 'with --permanent: do not ask')
    .option('-n, --dry-run', 'only show what would be removed')
    .addHelpText(
      'after',
      `${PATTERNS}

Examples:
  $ drive-cli rm '/Photos/*.tmp' /notes.txt
  $ drive-cli rm -r --permanent --yes /build`,
    )
    .action(lazily(async () => (await import('../commands/rm.ts')).rm));

  const trash = program
    .command('trash')
    .summary('manage the trash')
    .description('See, restore and delete what is in the trash.');
  const CHOICE = `
NAME is a name, a pattern for names ('*.jpg'), or the path where it was. A name that is there more than once asks for the
id, which trash list shows.`;
  trash
    .command('list')
    .summary('list the trash, what came last first')
    .description('List the files in the trash, those of a trashed folder each by itself, what came last first.')
    .option('--folders', 'folders that were trashed as a whole too')
    .option('-l, --long', 'with size, time and id, and the path where it was, as far as few questions tell')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash list --folders --long')
    .action(lazily(async () => (await import('../commands/trash-list.ts')).listTrash));
  trash
    .command('restore')
    .summary('take things out of the trash')
    .description('Put things back where they were, or into / where their folder is gone. Prints where each is now.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-n, --dry-run', 'only show what would be restored')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash restore /Photos/sea.jpg`)
    .action(lazily(async () => (await import('../commands/trash-restore.ts')).restoreTrash));
  trash
    .command('purge')
    .summary('delete things in the trash for good')
    .description('Delete things in the trash for good. Asks when a pattern chooses them.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-y, --yes', 'do not ask')
    .option('-n, --dry-run', 'only show what would be deleted')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash purge --yes '*.tmp'`)
    .action(lazily(async () => (await import('../commands/trash-purge.ts')).purgeTrash));
  trash
    .command('empty')
    .summary('delete all that is in the trash for good')
    .description('Delete all that is in the trash for good. Asks before it does.')
    .option('-y, --yes', 'do not ask')
    .option('-n, --dry-run', 'only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash empty --yes')
    .action(lazily(async () => (await import('../commands/trash-purge.ts')).emptyTrash));
}
