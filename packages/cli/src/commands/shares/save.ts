import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { unlockLink } from '../../download/opened-link.ts';
import { formatCount } from '../../output/format.ts';
import { findFolderId } from '../../remote/folder-id.ts';
import { batchError } from '../../remote/item-batches.ts';
import { joinRemote, parseTarget } from '../../remote/remote-target.ts';
import { readPasswordFile } from '../../sharing/password.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Copy what a share link of your server shares to your drive. The server copies no bytes, and counts one download of the link.',
    )
    .argument('<link>', 'share link')
    .argument('[folder]', 'folder of your drive (path or id)', '/')
    .option('--password-file <file>', 'File with the password of a locked link, - for standard input')
    .addHelpText(
      'after',
      `
Existing items are never replaced: a taken name becomes "name (1)". The copies count in your storage, and stay if the link ends.

Examples:
  $ drive-cli save https://drive.example.com/s/holidays
  $ drive-cli save https://drive.example.com/s/Ab3dE /Received`,
    )
    .action(run(save));
}

export const save: Action<[link: string, folder: string, options: { readonly passwordFile?: string }]> = async (
  context,
  link,
  folder,
  { passwordFile },
) => {
  const target = parseTarget(link);
  if (target.kind !== 'share') throw new CliError('usage', `${link} is not a share link`);
  const { client } = await connect(context);
  const { output, signal } = context;
  const parentId = await findFolderId(client, folder, signal);
  const password = passwordFile === undefined ? undefined : await readPasswordFile(context, passwordFile);
  const share = await client.public.open(target.url, { signal, password });
  await unlockLink(context, link, share);
  const { copied, failed } = await share.save(parentId === undefined ? {} : { parentId }, { signal });
  const failures: ExitCode[] = [];
  for (const { id, name } of copied)
    await output.record({ link, path: joinRemote(folder, name), id, status: 'copied' }, undefined);
  for (const failure of failed) failures.push(await reportFailure(context, { link }, batchError(failure.id, failure)));
  if (copied.length > 0) output.note(`saved ${formatCount(copied.length, 'item')} to ${folder}`);
  return exitCodeOfAll(failures, copied.length + failed.length);
};
