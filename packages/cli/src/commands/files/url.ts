import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { isFolder, parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Create signed URLs of your files and print one a line. Each gives access to the content without a key, until it expires after a few minutes.',
    )
    .argument('<file...>', 'path, id or pattern of your files')
    .option('--inline', 'Let browsers show the file instead of saving it')
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ curl -o report.pdf "$(drive-cli url /report.pdf)"
  $ drive-cli url --inline '/Photos/*.jpg' --json | jq -r .downloadUrl`,
    )
    .action(run(createUrls));
}

const createUrls: Action<[files: string[], options: { inline?: boolean }]> = async (
  context,
  args,
  { inline = false },
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
  const paths = new Map<string, string>();
  for (const one of located) {
    const { path, item } = one;
    if (item !== null && !isFolder(one)) paths.set(item.id, path);
    else
      await fail(
        path,
        new CliError('conflict', `${path} is a folder; only files have signed URLs`, {
          hint: `select its files: '${path === '/' ? '' : path}/*'`,
        }),
      );
  }
  const ids = [...paths.keys()];
  for (let start = 0; start < ids.length; start += BATCH_ITEMS) {
    const batch = await client.files.downloadUrls(ids.slice(start, start + BATCH_ITEMS), { inline }, { signal });
    for (const url of batch.urls) await output.record({ path: paths.get(url.id) ?? url.id, ...url }, url.downloadUrl);
    for (const failure of batch.failed) {
      const path = paths.get(failure.id) ?? failure.id;
      await fail(path, batchError(path, failure));
    }
  }
  return exitCodeOfAll(failed, attempted);
};
