import { connect } from '../connection/connect.ts';
import { explainShare, findOwnShare, parseShare, requireListed } from '../sharing/find-own-share.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

export const removeShares: Command<[shares: string[], options: { dryRun?: boolean }]> = async (
  context,
  args,
  { dryRun },
) => {
  const named = args.map(parseShare);
  const connection = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const one of named) {
    try {
      const share = await findOwnShare(connection, one, signal);
      if (dryRun === true) {
        const { shortUrl, shareToken } = await requireListed(connection.client, share, signal);
        await output.record({ share: one.argument, token: shareToken, status: 'planned' }, shortUrl);
        continue;
      }
      const { key } = share;
      await connection.client.shares.revoke(key, { signal });
      output.note(`the share of ${one.argument} has ended`);
      await output.record({ share: one.argument, ...key, status: 'revoked' }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explainShare(error, one);
      if (named.length === 1) throw explained;
      failed.push(await tellFailure(context, { share: one.argument }, explained));
    }
  }
  return exitCodeOfAll(failed, named.length);
};
