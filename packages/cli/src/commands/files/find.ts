import type { DriveClient, Item } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { parseNamePattern, type NamePattern } from '../../glob/name-pattern.ts';
import { formatCount } from '../../output/format.ts';
import { createProgress } from '../../output/progress.ts';
import { printable } from '../../output/terminal.ts';
import { rootPathFor } from '../../remote/drive-path.ts';
import { type ItemFilter, PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseNamed, type Located } from '../../remote/locate.ts';
import { searchFiles } from '../../remote/search.ts';
import { walk } from '../../remote/walk.ts';
import { parseCount, usage } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll, withoutNested } from '../locate-all.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';
import { isNewer, isOlder, type ItemTest, type Moment, parseMoment, parseSizeTest } from './find-tests.ts';
import { addItemFilterOptions, type ItemFilterOptions, matchesFilter, readItemFilter } from './item-filter.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Print the paths of all files and folders at and below each PATH that pass every test.')
    .argument('[path...]', 'remote path, id or pattern (default: "/")')
    .option('--name <pattern>', "Name pattern, for example '*.jpg'")
    .option('--iname <pattern>', 'Like --name, ignoring case')
    .option('--words <text>', 'Words that the name contains, best match first; a "quoted phrase" is one word')
    .option(
      '--owner <owner>',
      'With --words or flags that the server searches by, instead of PATH: me, any for all that you reach, or the id of a user or team drive',
    )
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
Patterns are * ? [a-z] [!a-z] {a,b}; quote them. With --json: one object per line. The server searches by --words, --kind, --tag,
--meta, --min-size, --max-size, --starred, --shared and the flags of times; it does so as well if all files are searched by name
(--type f, no PATH, a pattern with at least two consecutive letters). That is faster than walking, but not in the order of the tree.

Examples:
  $ drive-cli find --type f --name '*.pdf' --newer 7d
  $ drive-cli find --words 'annual report' --limit 10
  $ drive-cli find --words minutes --owner any
  $ drive-cli find /Invoices --tag open --meta customer=c_1
  $ drive-cli find /Videos --size +1G --json | jq -r .path
  $ drive-cli find /tmp --older 30d -0 | xargs -0 drive-cli rm -r --`,
    )
    .action(run(find));
  addItemFilterOptions(command);
}

interface FindOptions extends ItemFilterOptions {
  readonly name?: string;
  readonly iname?: string;
  readonly words?: string;
  readonly owner?: string;
  readonly size?: ItemTest;
  readonly newer?: Moment;
  readonly older?: Moment;
  readonly minDepth: number;
  readonly maxDepth?: number;
  readonly limit?: number;
  readonly print0?: boolean;
}

/** An item to test. A named item has depth 0. */
interface Candidate {
  readonly path: string;
  readonly item: Item;
  readonly depth: number;
}

export const find: Action<[paths: string[], options: FindOptions]> = async (context, paths, options) => {
  const args = (paths.length === 0 ? ['/'] : paths).map(parseNamed);
  if (options.owner !== undefined && paths.length > 0)
    throw new CliError('usage', '--owner takes the place of a path', { hint: 'omit one of them' });
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  const patterns = patternsOf(options);
  const passes = createTest(patterns, options, world.now());
  const filter = readItemFilter(options, world.now());
  const { minDepth, maxDepth = Infinity, limit = Infinity } = options;

  let looked = 0;
  let count = 0;
  const progress = createProgress(world, output);
  try {
    for await (const { path, item, depth } of listCandidates(context, client, withoutNested(located), patterns, {
      ...options,
      filter,
    })) {
      if (looked++ % 100 === 0) progress.prepare(`looked at ${formatCount(looked, 'item')}`);
      if (depth < minDepth || depth > maxDepth || !passes(item)) continue;
      if (count >= limit) break;
      count++;
      // Shown again if nothing is found for a while.
      progress.stop();
      if (output.structured) await output.record({ path, ...item }, undefined);
      else if (options.print0 === true) await output.write(`${output.interactive ? printable(path) : path}\0`);
      else await output.record(undefined, path);
      if (count >= limit) break;
    }
  } finally {
    progress.stop();
  }
  return exitCode(failed, located.length);
};

const exitCode = (failed: readonly ExitCode[], located: number): ExitCode =>
  exitCodeOfAll(failed, located + failed.length);

const patternsOf = ({ name, iname }: FindOptions): NamePattern[] => [
  ...(name === undefined ? [] : [parseNamePattern(name)]),
  ...(iname === undefined ? [] : [parseNamePattern(iname, { ignoreCase: true })]),
];

function createTest(patterns: readonly NamePattern[], options: FindOptions, now: number): ItemTest {
  const { size, newer, older } = options;
  const tests: ItemTest[] = [
    ...patterns.map((pattern) => (item: Item) => pattern.matches(item.name)),
    ...(size === undefined ? [] : [size]),
    ...(newer === undefined ? [] : [isNewer(newer, now)]),
    ...(older === undefined ? [] : [isOlder(older, now)]),
  ];
  return (item) => tests.every((test) => test(item));
}

async function* listCandidates(
  { signal, output }: Context,
  client: DriveClient,
  tops: readonly Located[],
  patterns: readonly NamePattern[],
  {
    words,
    owner,
    maxDepth = Infinity,
    filter,
  }: Pick<FindOptions, 'words' | 'owner' | 'maxDepth'> & { filter: ItemFilter | undefined },
): AsyncGenerator<Candidate> {
  const { type, ...others } = filter ?? {};
  const isSearch =
    words !== undefined || owner !== undefined || Object.values(others).some((value) => value !== undefined);
  for (const top of tops) {
    const { path, item } = top;
    if (isSearch) {
      // Words are searched for below the folder only.
      if (words === undefined && item !== null && matchesFilter(item, filter)) yield { path, item, depth: 0 };
      yield* searchBelow(client, { ...filter, q: words, owner }, top, signal);
      continue;
    }
    if (item === null) {
      const found = type === 'file' ? await searchEverywhere(client, patterns, signal) : undefined;
      if (found !== undefined) {
        yield* found;
        continue;
      }
    } else if (matchesFilter(item, filter)) yield { path, item, depth: 0 };
    if (item?.type === 'file' || maxDepth < 1) continue;
    const onGone = (gone: string): void => output.warn(`${gone} no longer exists`);
    const walked = { signal, maxDepth, onlyFolders: type === 'folder', onGone };
    for await (const below of walk(client, { id: item?.id ?? null, path }, walked))
      if (matchesFilter(below.item, filter)) yield below;
  }
}

/** Searches below a folder on the server, the best match first. */
async function* searchBelow(
  client: DriveClient,
  query: ItemFilter & { readonly q: string | undefined; readonly owner: string | undefined },
  { path: top, item: folder }: Located,
  signal: AbortSignal,
): AsyncGenerator<Candidate> {
  if (folder?.type === 'file') return;
  const above = top.replace(/\/$/, '').split('/').length - 1;
  for await (const { path: below, item } of client.search(
    { ...query, in: folder?.id, limit: PAGE_ITEMS },
    { signal, maxRetries: retriesOf(client) },
  )) {
    const path = (await rootPathFor(client, item, signal)).slice(0, -1) + below;
    yield { path, item, depth: path.split('/').length - 1 - above };
  }
}

/** Uses the server's search, which finds files by name only. */
async function searchEverywhere(
  client: DriveClient,
  patterns: readonly NamePattern[],
  signal: AbortSignal,
): Promise<Candidate[] | undefined> {
  for (const pattern of patterns) {
    const matches = (item: Item): boolean => pattern.matches(item.name);
    const found = await searchFiles(client, pattern.literals, matches, signal);
    if (found !== undefined) return found.map(({ path, item }) => ({ path, item, depth: path.split('/').length - 1 }));
  }
  return undefined;
}
