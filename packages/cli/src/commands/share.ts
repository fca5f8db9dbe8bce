import { connect } from '../connection/connect.ts';
import { parseNamed } from '../remote/locate.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { locateAll } from './locate-all.ts';
import { tellFailure } from './tell-failure.ts';

export interface ShareOptions {
  readonly public?: boolean;
  /** Days; 0 is for ever. */
  readonly expires?: number;
  readonly revoke?: boolean;
}

export const share: Command<[paths: string[], options: ShareOptions]> = async (context, paths, options) => {
  const args = paths.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const tell = (path: string, error: unknown) => tellFailure(context, { path }, error);
  const { located, failed } = await locateAll(client, args, { signal, onFailure: tell });
  const failures: ExitCode[] = [];
  for (const { path, item: file } of located) {
    try {
      if (file?.type !== 'file') {
        throw new CliError(
          'usage',
          `${path} is a folder, and only files can be ${options.revoke ? 'unshared' : 'shared'}`,
        );
      }
      if (options.revoke) {
        await client.shares.revoke({ fileId: file.id }, { signal });
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
      if (located.length === 1 && failed.length === 0) throw error;
      failures.push(await tell(path, error));
    }
  }
  return exitCodeOfAll([...failed, ...failures], located.length + failed.length);
};
