import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { FOLDER_COLOR, nameOf } from '../../output/item-lines.ts';
import { paint } from '../../output/terminal.ts';
import { padStart } from '../../output/text-width.ts';
import { isFolder, locate, notFolder, parseNamed, type Located } from '../../remote/locate.ts';
import { walk, type WalkedItem } from '../../remote/walk.ts';
import { parseCount } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { World } from '../../shell/world.ts';
import type { Action, Context, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Show a folder and everything below it as a tree. With --json: one object per line, with path and depth.',
    )
    .argument('[path]', 'path or id of a folder', '/')
    .addOption(new Option('-L, --max-depth <levels>', 'Maximum depth').argParser(parseCount))
    .option('-d, --dirs-only', 'Show folders only')
    .option('-s, --sizes', 'Show sizes; the size of a folder includes everything below it')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli tree /Photos --max-depth 2 --sizes\n  $ drive-cli tree --dirs-only',
    )
    .action(run(tree));
}

interface TreeOptions {
  readonly maxDepth?: number;
  readonly dirsOnly?: boolean;
  readonly sizes?: boolean;
}

const SIZE_COLUMNS = 8;

const drawings = {
  boxes: { branch: '├── ', last: '└── ', beside: '│   ', below: '    ' },
  ascii: { branch: '|-- ', last: '`-- ', beside: '|   ', below: '    ' },
};

export const tree: Action<[path: string | undefined, options: TreeOptions]> = async (context, path = '/', options) => {
  const named = parseNamed(path);
  const { client } = await connect(context);
  const { output, signal } = context;
  const top = requireOneFolder(await locate(client, named, signal), path);
  const drawing = drawings[showsBoxes(context.world) ? 'boxes' : 'ascii'];
  const began = top.item === null ? '/' : nameOf({ name: top.path, item: top.item }, output);
  if (!output.structured)
    await output.write(`${top.item === null ? paint(output.colors, FOLDER_COLOR, began) : began}\n`);

  let folders = 0;
  let files = 0;
  /** For each level, whether more items follow. */
  const before: string[] = [];
  const items = walk(
    client,
    { id: top.item?.id ?? null, path: top.path },
    {
      signal,
      onlyFolders: options.dirsOnly === true,
      maxDepth: options.maxDepth ?? Infinity,
      onGone: (gone) => output.warn(`${gone} no longer exists`),
    },
  );
  for await (const walked of items) {
    if (walked.item.type === 'folder') folders++;
    else files++;
    if (output.structured) {
      await output.record({ path: walked.path, depth: walked.depth, ...walked.item }, undefined);
      continue;
    }
    before.length = walked.depth - 1;
    await output.write(`${before.join('')}${drawItem(context, walked, drawing, options)}\n`);
    before.push(walked.isLast ? drawing.below : drawing.beside);
  }
  if (output.structured || output.quiet) return;
  const counts = [formatCount(folders, 'folder'), ...(options.dirsOnly === true ? [] : [formatCount(files, 'file')])];
  await output.write(`\n${counts.join(', ')}\n`);
};

function drawItem(
  { output }: Context,
  { item, isLast }: WalkedItem,
  drawing: (typeof drawings)['boxes'],
  { sizes = false }: TreeOptions,
): string {
  const size = sizes ? `[${padStart(item.size === null ? '' : formatBytes(item.size), SIZE_COLUMNS)}]  ` : '';
  return (isLast ? drawing.last : drawing.branch) + size + nameOf({ name: item.name, item }, output);
}

function requireOneFolder([top, ...others]: readonly Located[], argument: string): Located {
  if (top === undefined || others.length > 0) {
    throw new CliError('usage', `${argument} matches several items`, { hint: 'give one folder' });
  }
  if (!isFolder(top)) throw notFolder(top.path);
  return top;
}

/** Whether the locale supports Unicode. Output to a file always does. */
function showsBoxes({ env, stdout, platform }: World): boolean {
  if (stdout.isTTY !== true || platform === 'win32' || platform === 'darwin') return true;
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
}
