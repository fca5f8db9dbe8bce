import type { Comment, DriveClient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/failure.ts';
import { formatTime } from '../output/format.ts';
import { printable } from '../output/terminal.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { explainShare, findOwnShare, parseShare, requireToken } from '../sharing/find-own-share.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Command, Context } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

interface OwnComments {
  readonly client: DriveClient;
  readonly token: string;
}

async function find(context: Context, argument: string): Promise<OwnComments> {
  const named = parseShare(argument);
  const connection = await connect(context);
  return { client: connection.client, token: requireToken(await findOwnShare(connection, named, context.signal)) };
}

export const listComments: Command<[share: string]> = async (context, argument) => {
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

/** For programs: one line each, however many it has. */
const lineOf = ({ id, createdAt, byOwner, authorName, body }: Comment): string =>
  [id, createdAt, byOwner ? 'owner' : '', printable(authorName ?? ''), printable(body.replaceAll('\n', ' '))].join(
    '\t',
  );

export const removeComments: Command<[share: string, ids: string[]]> = async (context, argument, ids) => {
  const { client, token } = await find(context, argument);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const id of ids) {
    try {
      await client.shares.deleteComment(token, id, { signal });
      output.note(`comment ${printable(id)} is deleted`);
      await output.record({ share: argument, id, status: 'removed' }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explain(error, argument);
      if (ids.length === 1) throw explained;
      failed.push(await tellFailure(context, { share: argument, id }, explained));
    }
  }
  return exitCodeOfAll(failed, ids.length);
};

function explain(error: unknown, argument: string): unknown {
  // Another's link that takes comments would show them; here only one's own are meant to be.
  if (isDriveErrorOf(error, 'comment_not_found'))
    return new CliError('not_found', `there is no such comment on ${argument}`, {
      hint: `drive-cli shares comments ${argument} shows those there are`,
      cause: error,
    });
  return explainShare(error, { argument });
}
