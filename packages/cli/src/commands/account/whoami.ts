import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes } from '../../output/format.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Show the signed-in user, the server, the used storage, and the source of the key.')
    .addHelpText('after', '\nExample:\n  $ drive-cli whoami --jq .email')
    .action(run(whoami));
}

export const whoami: Action<[]> = async (context) => {
  const { client, url, signIn, keyOrigin } = await connect(context);
  const user = await client.account.me({ signal: context.signal });
  const profile = signIn.server.profile?.name ?? null;
  const room = user.quotaBytes === null ? '' : ` of ${formatBytes(user.quotaBytes)}`;
  await context.output.result({ ...user, server: url, profile, keyFrom: keyOrigin }, [
    user.email,
    `  server   ${url}${profile === null ? '' : ` (profile ${profile})`}`,
    `  plan     ${user.plan}${user.isAdmin ? ', administrator' : ''}`,
    `  used     ${formatBytes(user.usedBytes)}${room}`,
    `  items    ${user.itemCount}${user.maxItems === null ? '' : ` of ${user.maxItems}`}`,
    `  key      from ${keyOrigin}`,
  ]);
};
