import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stateDirectory } from '../../config/directories.ts';
import { connect, type Connection } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import { inParallel } from '../../shell/parallel.ts';
import { listUnfinished, type UnfinishedUpload } from '../../upload/journal.ts';
import { askReceived } from '../../upload/send-file.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

export function define(uploads: Command, run: RunAction): void {
  uploads.description(
    'List and cancel unfinished uploads. The same `upload` command resumes them; the server deletes them after a day without progress.',
  );
  uploads
    .command('list')
    .alias('ls')
    .summary('List unfinished uploads')
    .description(
      'List the files whose upload by this program was interrupted, or is running, on this machine with this account, and how many bytes the server has.',
    )
    .addHelpText('after', '\nExample:\n  $ drive-cli uploads list')
    .action(run(listUploads));
  uploads
    .command('cancel')
    .aliases(['rm', 'remove'])
    .summary('Cancel unfinished uploads')
    .description('Cancel interrupted uploads, and free the storage that is reserved for them. Local files stay.')
    .argument('[file...]', 'local file, as `uploads list` shows it')
    .option('--all', 'Cancel all interrupted uploads')
    .addHelpText('after', '\nExamples:\n  $ drive-cli uploads cancel film.mp4\n  $ drive-cli uploads cancel --all')
    .action(run(cancelUploads));
}

const AT_ONCE = 4;

interface OpenUpload extends UnfinishedUpload {
  readonly status: 'pending' | 'uploading' | 'running';
}

const listUploads: Action<[]> = async (context) => {
  const connection = await connect(context);
  const open = await findOpen(context, connection);
  const shown: { path: string; size: number; received: number | null; status: OpenUpload['status'] }[] = [];
  for (const { path, size, status, upload } of open) {
    // The question would end the connection of a running command.
    const received = status === 'running' ? undefined : await askReceived(connection.url, upload.sessionId);
    shown.push({ path, size, received: received ?? null, status });
  }
  await printList(context.output, shown, {
    columns: [
      ['FILE', ({ path }) => printable(path)],
      ['SIZE', ({ size }) => formatBytes(size), 'right'],
      ['RECEIVED', ({ received }) => (received === null ? '' : formatBytes(received)), 'right'],
      ['STATUS', ({ status }) => status],
    ],
    plain: ({ path, size, received, status }) => tabbed(path, size, received ?? '', status),
    empty: 'no unfinished uploads',
  });
};

const cancelUploads: Action<[files: string[], options: { all?: boolean }]> = async (
  context,
  files,
  { all = false },
) => {
  if (all === files.length > 0)
    throw new CliError('usage', all ? '--all and files cannot be combined' : 'no file to cancel', {
      hint: 'name files, or give --all',
    });
  const { world, output, signal } = context;
  const connection = await connect(context);
  const open = await findOpen(context, connection);
  const failed: ExitCode[] = [];
  let cancelled = 0;
  const fail = async (path: string, error: unknown): Promise<void> => {
    if (files.length === 1) throw error;
    failed.push(await reportFailure(context, { path }, error));
  };
  const cancel = async ({ path, size, upload, status }: OpenUpload): Promise<void> => {
    if (status === 'running')
      return fail(path, new CliError('conflict', `${path} is being uploaded`, { hint: 'stop that command first' }));
    await connection.client.uploads.cancel({ uploadUrl: addressOf(connection, upload) }, { signal });
    cancelled++;
    await output.record({ path, size, status: 'cancelled' }, undefined);
  };
  if (all) for (const one of open.filter(({ status }) => status !== 'running')) await cancel(one);
  for (const file of new Set(files.map((name) => resolve(world.cwd, name)))) {
    const found = open.filter(({ path }) => path === file);
    if (found.length === 0)
      await fail(
        file,
        new CliError('not_found', `${file} has no unfinished upload`, { hint: 'drive-cli uploads list shows them' }),
      );
    for (const one of found) await cancel(one);
  }
  output.note(`cancelled ${formatCount(cancelled, 'upload')}`);
  return exitCodeOfAll(failed, cancelled + failed.length);
};

/** Recorded uploads of this server and account that the server can still resume. */
async function findOpen({ world, signal }: Context, connection: Connection): Promise<OpenUpload[]> {
  const recorded = await listUnfinished(stateDirectory(world));
  const statuses = new Map<string, OpenUpload['status']>();
  await inParallel(recorded, AT_ONCE, signal, async ({ upload: { sessionId }, isRunning }) => {
    try {
      const { status } = await connection.client.uploads.status(sessionId, { signal });
      if (status === 'PENDING' || status === 'UPLOADING')
        statuses.set(sessionId, isRunning ? 'running' : status === 'PENDING' ? 'pending' : 'uploading');
    } catch (error) {
      // The session is of another account or server, or the server no longer knows it.
      if (!isDriveErrorOf(error, 'upload_session_not_found', 'access_denied')) throw error;
    }
  });
  signal.throwIfAborted();
  return recorded.flatMap((one) => {
    const status = statuses.get(one.upload.sessionId);
    return status === undefined ? [] : [{ ...one, status }];
  });
}

/** A record of a resumable upload has no URL. */
const addressOf = ({ url }: Connection, { uploadUrl, sessionId }: UnfinishedUpload['upload']): string =>
  uploadUrl === '' ? `${url}/files/uploads/${sessionId}` : uploadUrl;
