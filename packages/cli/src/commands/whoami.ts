import { connect } from '../connection/connect.ts';
import { formatBytes } from '../output/format.ts';
import type { Command } from './context.ts';

export const whoami: Command<[]> = async (context) => {
  const { client, url, signIn, keyOrigin } = await connect(context);
  const user = await client.account.me({ signal: context.signal });
  const profile = signIn.server.profile?.name ?? null;
  const room = user.quotaBytes === null ? '' : ` of ${formatBytes(user.quotaBytes)}`;
  await context.output.result({ ...user, server: url, profile, keyFrom: keyOrigin }, [
    user.email,
    `  server   ${url}${profile === null ? '' : ` (profile ${profile})`}`,
    `  plan     ${user.plan}${user.isAdmin ? ', administrator' : ''}`,
    `  used     ${formatBytes(user.usedBytes)}${room}`,
    `  key      from ${keyOrigin}`,
  ]);
};
