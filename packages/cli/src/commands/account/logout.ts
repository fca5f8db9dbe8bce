import type { Command } from 'commander';
import { createClient } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { loadSignIn } from '../../connection/sign-in.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Delete the key that is stored on this machine. The key stays valid until it is revoked.')
    .option('--revoke', 'Revoke the key on the server too')
    .addHelpText('after', '\nExamples:\n  $ drive-cli logout --revoke\n  $ drive-cli logout --profile work')
    .action(run(logout));
}

export const logout: Action<[options: { revoke?: boolean }]> = async (context, { revoke = false }) => {
  const { world, output, globals, signal } = context;
  const { server, keys } = await loadSignIn(world, globals);
  const { profile } = server;
  const stored = profile && (await keys.find(profile.name));
  if (profile === undefined || stored === undefined) {
    throw new CliError('not_signed_in', `not signed in to ${server.url}: no key is stored for it`);
  }
  const prefix = stored.key.slice(0, 12);
  if (revoke) {
    const client = await createClient(context, server.url, stored.key);
    try {
      for await (const known of client.apiKeys.items({ limit: PAGE_ITEMS }, { signal })) {
        if (known.prefix !== prefix || known.revokedAt !== null) continue;
        await client.apiKeys.revoke(known.id, { signal });
        break;
      }
    } catch (error) {
      // Already revoked.
      if (!isDriveErrorOf(error, 'authentication_required')) throw error;
    }
  }
  await keys.remove(profile.name);
  output.note(
    revoke
      ? `signed out of ${server.url}; the key ${prefix}… is revoked`
      : `signed out of ${server.url}; the key ${prefix}… stays valid until it is revoked (logout --revoke)`,
  );
  if (world.env['DRIVE_API_KEY']) output.warn('DRIVE_API_KEY is set; commands continue to use its key');
  await output.result({ profile: profile.name, server: server.url, revoked: revoke }, []);
};
