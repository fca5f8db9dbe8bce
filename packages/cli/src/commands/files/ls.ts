import type { DriveClient, Item } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { describeFailure, isDriveErrorOf } from '../../connection/describe-failure.ts';
import { columnsOf, longHeading, longLine, nameOf, type ShownItem } from '../../output/item-lines.ts';
import { paint, printable } from '../../output/terminal.ts';
import { splitDrive } from '../../remote/drive-path.ts';
import { type ItemFilter, listFolder, type Sort } from '../../remote/folder-pages.ts';
import { compareItems } from '../../remote/item-order.ts';
import { isFolder, parseNamed, type Located, type Named } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { joinRemote, normalizeRemotePath } from '../../remote/remote-target.ts';
import { isAboveShared, isSharedRoot, listAboveShared } from '../../remote/shared-path.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { exitCodeOfAll } from '../report-failure.ts';
import { addItemFilterOptions, type ItemFilterOptions, matchesFilter, readItemFilter } from './item-filter.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('List files and folders: in columns on a terminal, otherwise one name per line.')
    .argument('[path...]', 'remote path, id or pattern (default: "/")')
    .option('-l, --long', 'Show size, time, share mode and, if it fits, the id')
    .option('-d, --directory', 'List folders themselves instead of their content')
    .option('-R, --recursive', 'List subfolders too')
    .addOption(
      new Option('--sort <by>', 'Sort order; a minus reverses it')
        .choices(['type,name', ...Object.keys(compareItems)])
        .default('type,name'),
    )
    .addHelpText(
      'after',
      `${PATTERN_HELP} An item is listed if it meets all of the flags that select items;
find looks below folders, too.

Examples:
  $ drive-cli ls -l /Photos --sort -size
  $ drive-cli ls /Invoices --tag open --meta customer=c_1 --uploaded-after 30d
  $ drive-cli ls '/Photos/**/*.{jpg,png}'
  $ drive-cli ls Design:/Logos
  $ drive-cli ls Shared:/
  $ drive-cli ls --json | jq length`,
    )
    .action(run(ls));
  addItemFilterOptions(command);
}

interface LsOptions extends ItemFilterOptions {
  readonly long?: boolean;
  readonly directory?: boolean;
  readonly recursive?: boolean;
  readonly sort: Sort;
}

/** Names laid out together; a folder may not fit into memory. */
const LAID_OUT_TOGETHER = 2000;
/** Minimum width of a terminal for ids. */
const WIDE_COLUMNS = 120;

interface Section {
  /** undefined for named items. */
  readonly folder: string | undefined;
  readonly pages: AsyncIterable<readonly ShownItem[]>;
}

export const ls: Action<[paths: string[], options: LsOptions]> = async (context, paths, options) => {
  const all = (paths.length === 0 ? ['/'] : paths).map(parseNamed);
  const isAbove = ({ kind, argument }: Named): boolean => {
    const { drive, path } = splitDrive(argument);
    return kind === 'path' && isSharedRoot(drive) && isAboveShared(path);
  };
  const args = all.filter((named) => !isAbove(named));
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const above = await Promise.all(
    all.filter(isAbove).map(async ({ argument }) => {
      const path = normalizeRemotePath(argument);
      return { path, shown: await listAboveShared(client, splitDrive(path).path, signal) };
    }),
  );
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: async (argument, error) => {
      const report = describeFailure(error);
      output.failure(
        report.message.includes(argument) ? report : { ...report, message: `${argument}: ${report.message}` },
      );
      return report.exitCode;
    },
  });
  const isOpened = (one: Located): boolean => isFolder(one) && options.directory !== true;
  const named = located.filter((one) => !isOpened(one));
  const opened = located.filter(isOpened);
  if (named.some(({ item }) => item === null)) throw new CliError('usage', '/ can only be listed, not shown itself');

  const filter = readItemFilter(options, world.now());
  const sections = listSections(context, client, { above, named, opened }, { ...options, filter });
  if (output.structured) await writeRecords(context, sections);
  else
    await writeText(
      context,
      sections,
      options,
      above.length + opened.length + named.length > 1 && above.length + opened.length > 0,
    );
  return exitCodeOfAll(failed, located.length + failed.length);
};

async function* listSections(
  context: Context,
  client: DriveClient,
  {
    above,
    named,
    opened,
  }: {
    /** The items that others share, by the path that lists them. */
    readonly above: readonly { readonly path: string; readonly shown: readonly ShownItem[] }[];
    readonly named: readonly Located[];
    readonly opened: readonly Located[];
  },
  { sort, recursive = false, filter }: Pick<LsOptions, 'sort' | 'recursive'> & { filter: ItemFilter | undefined },
): AsyncGenerator<Section> {
  const matches = (item: Item): boolean => matchesFilter(item, filter);
  const shown = named.flatMap(({ path, item }) => (item === null || !matches(item) ? [] : [{ name: path, item }]));
  if (shown.length > 0) {
    // Named items keep their order unless --sort is given.
    if (sort !== 'type,name') shown.sort((a, b) => compareItems[sort](a.item, b.item));
    yield { folder: undefined, pages: iterate([shown]) };
  }
  for (const { path, shown: shared } of above)
    yield { folder: path, pages: iterate([shared.filter(({ item }) => matches(item))]) };
  // Stack of pending folders.
  const waiting = opened.map(({ path, item }) => ({ path, id: item?.id ?? null, isNamed: true })).toReversed();
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { path, id, isNamed } = folder;
    const below: typeof waiting = [];
    const onItem = (item: Item): void => {
      if (recursive && item.type === 'folder') {
        below.push({ path: joinRemote(path, item.name), id: item.id, isNamed: false });
      }
    };
    // All subfolders are entered, also those that do not match.
    const selection = recursive ? { matches } : { filter };
    yield {
      folder: path,
      pages: listPages(context, client, id, { sort, ...selection, onItem, mayBeGone: isNamed ? undefined : path }),
    };
    waiting.push(...below.toReversed());
  }
}

async function* iterate<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

interface PagesToShow {
  readonly sort: Sort;
  /** Selects items on the server. */
  readonly filter?: ItemFilter | undefined;
  /** Selects among the listed items. */
  readonly matches?: (item: Item) => boolean;
  readonly onItem: (item: Item) => void;
  /** Path of a folder that may have been trashed during the listing. */
  readonly mayBeGone: string | undefined;
}

async function* listPages(
  { signal, output }: Context,
  client: DriveClient,
  folderId: string | null,
  { sort, filter, matches = () => true, onItem, mayBeGone }: PagesToShow,
): AsyncGenerator<readonly ShownItem[]> {
  try {
    for await (const { items } of listFolder(client, folderId, signal, { sort, filter }).pages()) {
      items.forEach(onItem);
      yield items.filter(matches).map((item) => ({ name: item.name, item }));
    }
  } catch (error) {
    if (mayBeGone === undefined || !isDriveErrorOf(error, 'folder_not_found')) throw error;
    output.warn(`${mayBeGone} no longer exists`);
  }
}

/** Streams one array, or lines of the chosen fields. Each item has its path. */
async function writeRecords({ output }: Context, sections: AsyncIterable<Section>): Promise<void> {
  let separator = '[';
  for await (const { folder, pages } of sections) {
    const withPath = ({ name, item }: ShownItem): { path: string } & Item => ({
      path: folder === undefined ? name : joinRemote(folder, name),
      ...item,
    });
    for await (const page of pages) {
      if (!output.json) for (const shown of page) await output.record(withPath(shown), undefined);
      else if (page.length > 0) {
        await output.write(separator + page.map((shown) => output.stringify(withPath(shown))).join(',\n'));
        separator = ',\n';
      }
    }
  }
  if (output.json) await output.write(separator === '[' ? '[]\n' : ']\n');
}

async function writeText(
  context: Context,
  sections: AsyncIterable<Section>,
  options: LsOptions,
  manySections: boolean,
): Promise<void> {
  const { output } = context;
  const withHeadings = manySections || options.recursive === true;
  let first = true;
  for await (const { folder, pages } of sections) {
    const heading = withHeadings && folder !== undefined ? `${output.interactive ? printable(folder) : folder}:\n` : '';
    await output.write((first ? '' : '\n') + heading);
    first = false;
    const isEmpty = !(await writeSection(context, pages, options));
    if (isEmpty && output.interactive && !withHeadings) output.note('nothing here');
  }
}

/** Returns whether anything was written. */
async function writeSection(
  { output, world }: Context,
  pages: AsyncIterable<readonly ShownItem[]>,
  { long = false }: LsOptions,
): Promise<boolean> {
  const columns = world.stdout.columns || 80;
  const withId = !output.interactive || columns >= WIDE_COLUMNS;
  let began = false;
  let waiting: ShownItem[] = [];
  const layOut = async (): Promise<void> => {
    const lines = columnsOf(waiting, columns, output);
    waiting = [];
    if (lines.length > 0) await output.write(`${lines.join('\n')}\n`);
  };
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (!long && output.interactive) {
      waiting.push(...page);
      if (waiting.length >= LAID_OUT_TOGETHER) await layOut();
    } else {
      const heading = long && !began ? [paint(output.colors, '2', longHeading(withId))] : [];
      const lines = page.map((shown) => (long ? longLine(shown, { withId, output }) : nameOf(shown, output)));
      await output.write([...heading, ...lines].map((line) => `${line}\n`).join(''));
    }
    began = true;
  }
  await layOut();
  return began;
}
