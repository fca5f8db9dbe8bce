import type { OpenInvite } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseExpiry, usage } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseById, resourceCommands } from '../resource-commands.ts';
import { notSent } from '../shares/send.ts';

export function defineInvites(invites: Command, run: RunAction): void {
  invites.description('List, create and revoke invitations to register.');
  const commands = resourceCommands<OpenInvite>(invites, run, {
    noun: 'invitation',
    plural: 'invitations',
    argument: ['invite', 'id, start of an id, or email address'],
    list: (client, signal) => client.admin.invites.list({ limit: PAGE_ITEMS }, { signal }),
    async find(client, names, signal) {
      const all: OpenInvite[] = [];
      for await (const one of client.admin.invites.list({ limit: PAGE_ITEMS }, { signal })) all.push(one);
      const described = { noun: 'open invitation', listing: 'drive-cli admin invites list' };
      return [
        ...new Set(
          names.flatMap((name) => {
            const mailed = all.filter(({ email }) => email?.toLowerCase() === name.toLowerCase());
            return mailed.length > 0 ? mailed : [chooseById(all, name, described)];
          }),
        ),
      ];
    },
    view: () => ({
      columns: [
        ['FOR', ({ email }) => email ?? 'anybody'],
        ['INVITED BY', ({ invitedBy }) => invitedBy ?? ''],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['EXPIRES', ({ expiresAt }) => formatTime(expiresAt)],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, email, invitedBy, createdAt, expiresAt }) =>
        tabbed(id, email ?? '', invitedBy ?? '', createdAt, expiresAt),
      empty: 'no open invitations',
    }),
  });
  commands.list({
    description: 'List the invitations that can still be used, newest first.',
    help: '\nExample:\n  $ drive-cli admin invites list',
  });
  invites
    .command('create')
    .summary('Create an invitation')
    .description(
      'Create an invitation and print its link, which works once and cannot be shown again. With an email address, the link works for that address only, and is also mailed if the server has a mail server.',
    )
    .argument('[email]', 'email address to invite; default: anybody with the link')
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w or 1y (default: 7d)').argParser(usage(parseExpiry)))
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli admin invites create grace@example.com
  $ drive-cli admin invites create --expires 30d`,
    )
    .action(run(createInvite));
  commands.remove({
    verb: 'revoke',
    summary: 'Revoke invitations',
    description: 'Revoke invitations. Their links no longer work.',
    help: '\nExample:\n  $ drive-cli admin invites revoke grace@example.com',
    record: ({ id, email }) => ({ id, email }),
    line: ({ id, email }) => tabbed(id, email ?? ''),
    remove: (client, id, signal) => client.admin.invites.revoke(id, { signal }),
    note: ({ id, email }) => `revoked the invitation ${email === null ? id : `for ${email}`}`,
  });
}

const createInvite: Action<[email: string | undefined, options: { expires?: number }]> = async (
  context,
  email,
  { expires },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const invite = await client.admin.invites.create(
    { ...(email === undefined ? {} : { email }), ...(expires === undefined ? {} : { expiresInDays: expires }) },
    { signal },
  );
  output.note(`the invitation expires ${formatTime(invite.expiresAt)}`);
  if (invite.mailDelivery === 'outbox') output.warn(notSent('the email is'));
  await output.result(invite, invite.url);
};
