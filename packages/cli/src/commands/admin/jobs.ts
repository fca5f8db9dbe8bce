import type { AdminJob } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

const ERROR_COLUMNS = 50;

export function defineJobs(jobs: Command, run: RunAction): void {
  jobs.description('List background jobs and run them again.');
  jobs
    .command('list')
    .alias('ls')
    .summary('List jobs, newest first')
    .description('List background jobs, newest first. Completed jobs are not listed.')
    .addOption(new Option('--state <state>', 'State to list').choices(['waiting', 'due', 'running', 'failed']))
    .addHelpText('after', '\nExample:\n  $ drive-cli admin jobs list --state failed')
    .action(run(listJobs));
  jobs
    .command('retry')
    .summary('Run jobs now')
    .description('Run jobs now: a failed job restarts with all its attempts, a waiting job becomes due.')
    .argument('<job...>', 'id of a job')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin jobs retry 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(run(retryJobs));
}

const listJobs: Action<[options: { state?: AdminJob['state'] }]> = async (context, { state }) => {
  const { client } = await connect(context);
  const jobs: AdminJob[] = [];
  const query = { limit: PAGE_ITEMS, ...(state === undefined ? {} : { state }) };
  for await (const job of client.admin.jobs.list(query, { signal: context.signal })) jobs.push(job);
  await printList(context.output, jobs, {
    columns: [
      ['NAME', ({ name }) => name],
      ['STATE', ({ state }) => state],
      ['ATTEMPTS', ({ attempts }) => String(attempts), 'right'],
      ['DUE', ({ runAt }) => formatTime(runAt)],
      ['LAST ERROR', ({ lastError }) => shorten(printable(lastError ?? ''), ERROR_COLUMNS)],
      ['ID', ({ id }) => id],
    ],
    plain: ({ id, name, state, attempts, runAt, lastError }) =>
      tabbed(id, name, state, attempts, runAt, lastError ?? ''),
    empty: 'no jobs',
  });
};

const retryJobs: Action<[jobs: string[]]> = async (context, ids) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const id of ids) {
    try {
      const job = await client.admin.jobs.retry(id, { signal });
      output.note(`${job.name} is ${job.state}`);
      await output.record(job, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (ids.length === 1) throw error;
      failed.push(await reportFailure(context, { id }, error));
    }
  }
  return exitCodeOfAll(failed, ids.length);
};
