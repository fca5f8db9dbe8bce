import { connect } from '../connection/connect.ts';
import { describeFailure } from '../connection/failure.ts';
import { requireFile } from '../remote/find-item.ts';
import { parseOwnTarget } from '../remote/target.ts';
import { exitCode, type ExitCode } from '../shell/exit-code.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';

export interface ShareOptions {
  readonly public?: boolean;
  /** Days; 0 is for ever. */
  readonly expires?: number;
  readonly revoke?: boolean;
}

export const share: Command<[paths: string[], options: ShareOptions]> = async (context, paths, options) => {
  const targets = paths.map((path) => ({ path, target: parseOwnTarget(path) }));
  const { client } = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const { path, target } of targets) {
    try {
      const file = await requireFile(client, target, options.revoke ? 'unshared' : 'shared', signal);
      if (options.revoke) {
        await client.shares.revoke(file.id, { signal });
        output.note(`${path} is no longer shared`);
        await output.record({ path, fileId: file.id, revoked: true }, undefined);
        continue;
      }
      const descriptor = await client.shares.create(
        file.id,
        {
          ...(options.public === undefined ? {} : { shareMode: 'PUBLIC' }),
          ...(options.expires === undefined ? {} : { expiresInDays: options.expires }),
        },
        { signal },
      );
      await output.record({ path, fileId: file.id, ...descriptor }, descriptor.shortUrl);
    } catch (error) {
      signal.throwIfAborted();
      if (targets.length === 1) throw error;
      const report = describeFailure(error);
      output.failure(report);
      failed.push(report.exitCode);
    }
  }
  return failed.length === 0 ? exitCode.done : exitCodeOfAll(failed, targets.length);
};
