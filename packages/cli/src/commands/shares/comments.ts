import type { Comment, DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { formatTable } from '../../output/table.ts';
import { printable } from '../../output/terminal.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { explainShare, findOwnShare, parseShare, requireToken, SHARE_ARGUMENT } from '../../sharing/find-own-share.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function defineShareEvents(shares: Command, run: RunAction): void {
  shares
    .command('events')
    .summary('Show unlock attempts of a share link')
    .description('Show the latest attempts to unlock a share link by its password.')
    .argument('<share>', SHARE_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli shares events /report.pdf')
    .action(run(showShareEvents));
}

export function defineShareComments(shares: Command, run: RunAction): void {
  shares
    .command('comments')
    .summary('List comments on a share link')
    .description('List the comments on a share link, newest first, even if visitors cannot see them.')
    .argument('<share>', SHARE_ARGUMENT)
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli shares comments /report.pdf
  $ drive-cli shares comments /report.pdf --json | jq -r '.[] | select(.authorName == null).id'`,
    )
    .action(run(listComments));
  shares
    .command('uncomment')
    .summary('Delete comments on a share link')
    .description('Delete comments on a share link by any author; `shares comments` shows their ids.')
    .argument('<share>', SHARE_ARGUMENT)
    .argument('<id...>', 'id of a comment')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares uncomment /report.pdf 0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84')
    .action(run(removeComments));
}

const WORDS = { success: 'unlocked', failure: 'wrong password', rate_limited: 'too many attempts' } as const;

const showShareEvents: Action<[share: string]> = async (context, argument) => {
  const named = parseShare(argument);
  const connection = await connect(context);
  const { output, signal } = context;
  const { key } = await findOwnShare(connection, named, signal);
  const audit = await connection.client.shares.unlockEvents(key, { signal }).catch((error: unknown) => {
    throw explainShare(error, named);
  });
  const { recentEvents, failedLast24h, bruteForceAlert } = audit;
  const columns = [{ title: 'TIME' }, { title: 'ATTEMPT' }];
  const rows = recentEvents.map(({ createdAt, result }) => [formatTime(createdAt), WORDS[result]]);
  const lines = recentEvents.map(({ createdAt, result }) => `${createdAt}\t${result}`);
  if (output.interactive && rows.length === 0) output.note('no unlock attempts yet');
  else await output.result(audit, output.interactive ? formatTable(columns, rows) : lines);
  const failures = `${formatCount(failedLast24h, 'failed attempt')} in the last 24 hours`;
  if (bruteForceAlert) output.warn(`${failures}: someone may be guessing the password`);
  else if (failedLast24h > 0) output.note(failures);
};

interface OwnComments {
  readonly client: DriveClient;
  readonly token: string;
}

async function find(context: Context, argument: string): Promise<OwnComments> {
  const named = parseShare(argument);
  const connection = await connect(context);
  return { client: connection.client, token: requireToken(await findOwnShare(connection, named, context.signal)) };
}

const listComments: Action<[share: string]> = async (context, argument) => {
  const { client, token } = await find(context, argument);
  const { output, signal } = context;
  const all: Comment[] = [];
  try {
    for await (const one of client.shares.listComments(token, { limit: PAGE_ITEMS }, { signal })) all.push(one);
  } catch (error) {
    throw explain(error, argument);
  }
  if (output.interactive && all.length === 0) output.note('no comments yet');
  else await output.result(all, output.interactive ? all.flatMap(describe) : all.map(lineOf));
};

const describe = (comment: Comment, index: number): string[] => [
  ...(index === 0 ? [] : ['']),
  `${printable(comment.authorName ?? 'somebody')}${comment.byOwner ? ' (owner)' : ''}, ${formatTime(comment.createdAt)}, ${comment.id}`,
  ...comment.body.split('\n').map((line) => `  ${printable(line)}`),
];

/** Plain output: one line per comment. */
const lineOf = ({ id, createdAt, byOwner, authorName, body }: Comment): string =>
  [id, createdAt, byOwner ? 'owner' : '', printable(authorName ?? ''), printable(body.replaceAll('\n', ' '))].join(
    '\t',
  );

const removeComments: Action<[share: string, ids: string[]]> = async (context, argument, ids) => {
  const { client, token } = await find(context, argument);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const id of ids) {
    try {
      await client.shares.deleteComment(token, id, { signal });
      output.note(`deleted comment ${printable(id)}`);
      await output.record({ share: argument, id, status: 'removed' }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explain(error, argument);
      if (ids.length === 1) throw explained;
      failed.push(await reportFailure(context, { share: argument, id }, explained));
    }
  }
  return exitCodeOfAll(failed, ids.length);
};

function explain(error: unknown, argument: string): unknown {
  // Comments of other users' links are listed elsewhere.
  if (isDriveErrorOf(error, 'comment_not_found'))
    return new CliError('not_found', `no such comment on ${argument}`, {
      hint: `drive-cli shares comments ${argument} lists them`,
      cause: error,
    });
  return explainShare(error, { argument });
}
