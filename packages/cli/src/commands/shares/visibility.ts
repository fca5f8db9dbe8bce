import type { DriveClient, VisibilityChange } from '@drive/sdk';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatCount } from '../../output/format.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { SLUG_REASONS } from '../../sharing/slug.ts';
import { CliError } from '../../shell/cli-error.ts';
import { exitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

export function defineVisibility(shares: Command, run: RunAction): void {
  shares
    .command('visibility')
    .summary('Publish files, or end their shares')
    .description(
      'Publish many files, each with a link that everybody can find, or make them private, which ends their links. A folder stands for the files directly in it.',
    )
    .addArgument(new Argument('<visibility>', 'new visibility').choices(['public', 'private']))
    .argument('<item...>', 'path, id or pattern of your files and folders')
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ drive-cli shares visibility public /Press '/Photos/*.jpg'
  $ drive-cli shares visibility private /Press`,
    )
    .action(run(setVisibility));
}

export function defineSlug(shares: Command, run: RunAction): void {
  shares
    .command('slug')
    .summary('Check whether a slug is available')
    .description('Check whether a short link can get this vanity name. Exits with 6 if it cannot.')
    .argument('<slug>', 'vanity name at the end of a short link')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli shares slug sea-2026 && drive-cli shares set /Photos --slug sea-2026',
    )
    .action(run(checkSlug));
}

const setVisibility: Action<[visibility: 'public' | 'private', items: string[]]> = async (
  context,
  visibility,
  args,
) => {
  const named = args.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const { located, failed } = await locateAll(client, named, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  const paths = new Map(
    located.map(({ path, item }) => {
      if (item === null) throw new CliError('usage', '/ cannot be shared', { hint: "to select its content, use '/*'" });
      return [item.id, path];
    }),
  );
  const mode = visibility === 'public' ? 'PUBLIC' : 'PRIVATE';
  let changed = 0;
  for await (const { updated, failed: failures } of changeAll(client, [...paths.keys()], mode, signal)) {
    for (const { id, name } of updated) {
      changed++;
      await output.record({ id, name, visibility }, undefined);
    }
    for (const failure of failures) {
      const path = paths.get(failure.id) ?? failure.id;
      failed.push(await reportFailure(context, { path }, batchError(path, failure)));
    }
  }
  output.note(`${formatCount(changed, 'file')} ${changed === 1 ? 'is' : 'are'} ${visibility} now`);
  return exitCodeOfAll(failed, changed + failed.length);
};

async function* changeAll(
  client: DriveClient,
  ids: readonly string[],
  mode: VisibilityChange['mode'],
  signal: AbortSignal,
) {
  for (let start = 0; start < ids.length; start += BATCH_ITEMS)
    yield await client.shares.setVisibility({ ids: ids.slice(start, start + BATCH_ITEMS), mode }, { signal });
}

const checkSlug: Action<[slug: string]> = async (context, slug) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const answer = await client.shares.slugAvailable(slug, { signal });
  const { available, reason } = answer;
  await output.result(
    answer,
    available ? `${slug} is available` : `${slug} is not available: it ${SLUG_REASONS[reason ?? 'taken']}`,
  );
  return available ? exitCode.done : exitCode.conflict;
};
