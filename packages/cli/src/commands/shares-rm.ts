import { connect } from '../connection/connect.ts';
import { explainShare, findOwnShare, parseShare } from '../sharing/find-own-share.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

export const removeShares: Command<[shares: string[]]> = async (context, args) => {
  const named = args.map(parseShare);
  const connection = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const one of named) {
    try {
      const { key } = await findOwnShare(connection, one, signal);
      await connection.client.shares.revoke(key, { signal });
      output.note(`the share of ${one.argument} has ended`);
      await output.record({ share: one.argument, ...key, revoked: true }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explainShare(error, one);
      if (named.length === 1) throw explained;
      failed.push(await tellFailure(context, { share: one.argument }, explained));
    }
  }
  return exitCodeOfAll(failed, named.length);
};
