import { Option, type Command } from 'commander';
import { parseMoment, parseSizeTest } from '../commands/find-tests.ts';
import { parseCount, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

/** Patterns must be quoted, because the local shell does not know remote files. */
const PATTERNS = `
PATH is a remote path, an id, or a pattern: * ? [a-z] [!a-z] {a,b}, and ** for any depth of folders. Quote patterns. A path
that exists exactly as written takes precedence over what it would match; a backslash quotes the next character. As in a
shell, wildcards do not match a leading dot. Names are case-sensitive.`;

/** Commands that read the tree. */
export function addLookCommands(program: Command, lazily: Lazily): void {
  program
    .command('ls')
    .summary('List files and folders')
    .description('List files and folders: in columns on a terminal, otherwise one name per line.')
    .argument('[path...]', 'remote path, id or pattern (default: "/")')
    .option('-l, --long', 'Show size, time, share mode and, if it fits, the id')
    .option('-d, --directory', 'List folders themselves instead of their content')
    .option('-R, --recursive', 'List subfolders too')
    .addOption(
      new Option('--sort <by>', 'Sort order; a minus reverses it')
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
    .summary('Show a folder as a tree')
    .description(
      'Show a folder and everything below it as a tree. With --json: one object per line, with path and depth.',
    )
    .argument('[path]', 'path or id of a folder', '/')
    .addOption(new Option('-L, --depth <levels>', 'Maximum depth').argParser(parseCount))
    .option('-d, --dirs-only', 'Show folders only')
    .option('-s, --sizes', 'Show sizes; the size of a folder includes everything below it')
    .addHelpText('after', '\nExamples:\n  $ drive-cli tree /Photos --depth 2 --sizes\n  $ drive-cli tree --dirs-only')
    .action(lazily(async () => (await import('../commands/tree.ts')).tree));
  program
    .command('find')
    .summary('Find files and folders')
    .description('Print the paths of all files and folders at and below each PATH that pass every test.')
    .argument('[path...]', 'remote path, id or pattern (default: "/")')
    .option('--name <pattern>', "Name pattern, for example '*.jpg'")
    .option('--iname <pattern>', 'Like --name, ignoring case')
    .addOption(new Option('--type <kind>', 'Type: f for files, d for folders').choices(['f', 'd']))
    .addOption(
      new Option('--size <size>', 'Size: +10M larger, -1k smaller, 500 exactly that many bytes').argParser(
        usage(parseSizeTest),
      ),
    )
    .addOption(
      new Option('--newer <time>', 'Changed within 7d (36h, 30min) or since 2026-01-31').argParser(usage(parseMoment)),
    )
    .addOption(new Option('--older <time>', 'Changed before that time').argParser(usage(parseMoment)))
    .addOption(
      new Option('--min-depth <levels>', 'Minimum depth; PATH itself has depth 0').default(0).argParser(parseCount),
    )
    .addOption(new Option('--max-depth <levels>', 'Maximum depth').argParser(parseCount))
    .addOption(new Option('--limit <count>', 'Maximum number of results').argParser(parseCount))
    .option('-0, --print0', 'Terminate paths with NUL, for xargs -0')
    .addHelpText(
      'after',
      `
Patterns are * ? [a-z] [!a-z] {a,b}; quote them. With --json: one object per line. The server's search is used if all files
are searched by name (--type f, no PATH, a pattern with at least two consecutive letters); that is faster than walking.

Examples:
  $ drive-cli find --type f --name '*.pdf' --newer 7d
  $ drive-cli find /Videos --size +1G --json | jq -r .path
  $ drive-cli find /tmp --older 30d -0 | xargs -0 drive-cli rm -r --`,
    )
    .action(lazily(async () => (await import('../commands/find.ts')).find));
}

/** Commands that change the tree. */
export function addChangeCommands(program: Command, lazily: Lazily): void {
  program
    .command('mkdir')
    .summary('Create folders')
    .description('Create folders and print the path of each.')
    .argument('<path...>', 'remote path')
    .option('-p, --parents', 'Create missing parent folders; no error if the folder exists')
    .addHelpText('after', '\nExample:\n  $ drive-cli mkdir -p /Archive/2026/01')
    .action(lazily(async () => (await import('../commands/mkdir.ts')).mkdir));
  program
    .command('mv')
    .summary('Move and rename items')
    .description(
      'Move files and folders into the folder DESTINATION, or give one of them a new path. Existing items are never replaced.',
    )
    .usage('[options] <source...> <destination>')
    .argument('<path...>', 'sources: path, id or pattern; destination: path or id, taken literally')
    .option('-n, --dry-run', 'Only show what would be moved')
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
    .summary('Move items to the trash')
    .description('Move files, and folders with -r, to the trash. They can be restored until the retention period ends.')
    .argument('<path...>', 'remote path, id or pattern')
    .option('-r, --recursive', 'Remove folders with their content')
    .option('-f, --force', 'Ignore missing items and never ask')
    .option('--permanent', 'Delete permanently; asks for confirmation')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be removed')
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
    .summary('Manage the trash')
    .description('List, restore and delete trashed items.');
  const CHOICE = `
NAME is a name, a pattern for names ('*.jpg'), or the original path. If several trashed items have the name, use the id, which
trash list shows.`;
  trash
    .command('list')
    .summary('List trashed items, newest first')
    .description('List trashed files, newest first. Files of a trashed folder are listed one by one.')
    .option('--folders', 'List trashed folders too')
    .option('-l, --long', 'Show size, time, id and, if cheap to find, the original path')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash list --folders --long')
    .action(lazily(async () => (await import('../commands/trash-list.ts')).listTrash));
  trash
    .command('restore')
    .summary('Restore trashed items')
    .description('Restore items to their original folder, or to / if it is gone, and print the path of each.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-n, --dry-run', 'Only show what would be restored')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash restore /Photos/sea.jpg`)
    .action(lazily(async () => (await import('../commands/trash-restore.ts')).restoreTrash));
  trash
    .command('purge')
    .summary('Delete trashed items permanently')
    .description('Delete trashed items permanently. Asks for confirmation if a pattern selects them.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash purge --yes '*.tmp'`)
    .action(lazily(async () => (await import('../commands/trash-purge.ts')).purgeTrash));
  trash
    .command('empty')
    .summary('Empty the trash')
    .description('Delete all trashed items permanently. Asks for confirmation.')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash empty --yes')
    .action(lazily(async () => (await import('../commands/trash-purge.ts')).emptyTrash));
}
