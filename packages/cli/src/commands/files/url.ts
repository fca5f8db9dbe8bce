import type { ImageTransform, Item } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { isFolder, parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { parseCount } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

const fits = ['inside', 'cover', 'contain'];
const formats = ['auto', 'webp', 'avif', 'jpeg', 'png'];

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Create signed URLs of your files and print one a line. Each gives access to the content without a key, until it expires after a few minutes; with --public print the URLs of public files, which stay.',
    )
    .argument('<file...>', 'path, id or pattern of your files')
    .option('--inline', 'Let browsers show the file instead of saving it')
    .option('--public', 'Public URLs of files whose link is PUBLIC, without a password and a download limit')
    .addOption(new Option('--width <pixels>', 'Width of an image').argParser(parseCount))
    .addOption(new Option('--height <pixels>', 'Height of an image').argParser(parseCount))
    .addOption(new Option('--fit <fit>', 'How an image fills a width and a height').choices(fits))
    .addOption(new Option('--format <format>', 'Format of an image').choices(formats))
    .addOption(new Option('--quality <percent>', 'Quality of an image, from 1 to 100').argParser(parseCount))
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ curl -o report.pdf "$(drive-cli url /report.pdf)"
  $ drive-cli url --inline '/Photos/*.jpg' --json | jq -r .downloadUrl
  $ drive-cli url --public --width 640 --format webp /logo.png`,
    )
    .action(run(createUrls));
}

interface UrlOptions extends ImageTransform {
  readonly inline?: boolean;
  readonly public?: boolean;
}

const createUrls: Action<[files: string[], options: UrlOptions]> = async (
  context,
  args,
  { inline = false, public: isPublic = false, width, height, fit, format, quality },
) => {
  const named = args.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const { located, failed } = await locateAll(client, named, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  const attempted = located.length + failed.length;
  const fail = async (path: string, error: unknown): Promise<void> => {
    if (attempted === 1) throw error;
    failed.push(await reportFailure(context, { path }, error));
  };
  const files = new Map<string, { readonly path: string; readonly item: Item }>();
  for (const one of located) {
    const { path, item } = one;
    if (item !== null && !isFolder(one)) files.set(item.id, { path, item });
    else
      await fail(
        path,
        new CliError('conflict', `${path} is a folder; only files have URLs`, {
          hint: `select its files: '${path === '/' ? '' : path}/*'`,
        }),
      );
  }
  const wanted = { width, height, fit, format, quality };
  const transform = Object.values(wanted).some((value) => value !== undefined) ? wanted : undefined;
  if (isPublic) {
    for (const { path, item } of files.values()) {
      const publicUrl = client.files.publicUrl(item, transform);
      if (publicUrl === null) await fail(path, notPublic(path));
      else await output.record({ path, id: item.id, publicUrl }, publicUrl);
    }
    return exitCodeOfAll(failed, attempted);
  }
  const ids = [...files.keys()];
  const pathOf = (id: string): string => files.get(id)?.path ?? id;
  const options = { inline, ...(transform === undefined ? {} : { transform }) };
  for (let start = 0; start < ids.length; start += BATCH_ITEMS) {
    const batch = await client.files.downloadUrls(ids.slice(start, start + BATCH_ITEMS), options, { signal });
    for (const url of batch.urls) await output.record({ path: pathOf(url.id), ...url }, url.downloadUrl);
    for (const failure of batch.failed) await fail(pathOf(failure.id), batchError(pathOf(failure.id), failure));
  }
  return exitCodeOfAll(failed, attempted);
};

const notPublic = (path: string): CliError =>
  new CliError('conflict', `${path} has no public URL: its link is not PUBLIC, or has a password or a download limit`, {
    hint: `drive-cli share --public '${path}'`,
  });
