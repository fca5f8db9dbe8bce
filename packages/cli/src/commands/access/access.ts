import type { AccessGrant, AccessInvitation, DriveClient, MemberRole } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { requirePlace } from '../../remote/find-item.ts';
import { parseOwnTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { notSent } from '../shares/send.ts';

const roles = ['viewer', 'contributor', 'editor', 'manager'];
const ITEM_ARGUMENT = 'path or id of the file or folder';
const GRANT_ARGUMENT = 'email address, name of a group, or id of the role';

export function define(access: Command, run: RunAction): void {
  access.description('Show, give and take away roles on files and folders. A role counts on everything in a folder.');
  access
    .command('list')
    .alias('ls')
    .summary('List who has access')
    .description('List the roles on a file or folder and on the folders above it, and open invitations.')
    .argument('<item>', ITEM_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli access list /Projects')
    .action(run(listAccess));
  access
    .command('add')
    .summary('Give users access')
    .description(
      'Give users or groups a role. Users get an email. Whoever has no account is invited, if the server lets you, and gets the role with the account.',
    )
    .argument('<item>', ITEM_ARGUMENT)
    .argument('<who...>', 'email addresses of users')
    .addOption(new Option('--role <role>', 'Role to give').choices(roles).default('viewer'))
    .option('--group', 'The names are those of groups, or their ids')
    .option('--message <text>', 'Text for the email')
    .option('--no-notify', 'Send no email')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli access add /Projects ada@example.com --role editor
  $ drive-cli access add /Projects Design --group --role viewer`,
    )
    .action(run(addAccess));
  access
    .command('set')
    .summary('Change a role')
    .description('Change a role that was given on this file or folder.')
    .argument('<item>', ITEM_ARGUMENT)
    .argument('<who>', GRANT_ARGUMENT)
    .addOption(new Option('--role <role>', 'New role').choices(roles).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  $ drive-cli access set /Projects ada@example.com --role manager')
    .action(run(setAccess));
  access
    .command('rm')
    .alias('revoke')
    .summary('Take roles away')
    .description(
      'Take roles away that were given on this file or folder, or revoke invitations. It takes effect at once.',
    )
    .argument('<item>', ITEM_ARGUMENT)
    .argument('<who...>', GRANT_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli access rm /Projects ada@example.com')
    .action(run(removeAccess));
}

async function itemIdOf(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  const place = await requirePlace(client, parseOwnTarget(named), signal);
  if (place.isRoot) throw new CliError('usage', 'name a file or a folder, not the root');
  return place.item.id;
}

/** A role, or an invitation to get it. */
type Entry = AccessGrant | AccessInvitation;

const isInvitation = (entry: Entry): entry is AccessInvitation => !('principal' in entry);

const nameOf = (entry: Entry): string =>
  isInvitation(entry) ? entry.email : (entry.principal.email ?? entry.principal.name ?? entry.principal.id);

const kindOf = (entry: Entry): string => (isInvitation(entry) ? 'invitation' : entry.principal.type);

const listAccess: Action<[item: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { access, invitations } = await client.access.list(await itemIdOf(client, named, signal), { signal });
  await printList<Entry>(output, [...access, ...invitations], {
    columns: [
      ['WHO', (grant) => printable(nameOf(grant))],
      ['ROLE', (entry) => (isInvitation(entry) ? `${entry.role} (invited)` : entry.role)],
      ['FROM', ({ inheritedFrom }) => (inheritedFrom === null ? '' : `folder ${inheritedFrom}`)],
      ['SINCE', ({ createdAt }) => formatTime(createdAt)],
      ['ID', ({ id }) => id],
    ],
    plain: (grant) =>
      tabbed(grant.id, kindOf(grant), nameOf(grant), grant.role, grant.inheritedFrom ?? '', grant.createdAt),
    empty: 'nobody else has access',
  });
};

interface AddOptions {
  readonly role: MemberRole;
  readonly group?: boolean;
  readonly message?: string;
  readonly notify: boolean;
}

const addAccess: Action<[item: string, who: string[], options: AddOptions]> = async (
  context,
  named,
  who,
  { role, group = false, message, notify },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const id = await itemIdOf(client, named, signal);
  const grants = [];
  for (const each of who)
    grants.push({ role, ...(group ? { groupId: await groupIdOf(client, each, signal) } : { email: each }) });
  const { access, invitations } = await client.access.give(
    id,
    { grants, notify, ...(message === undefined ? {} : { message }) },
    { signal },
  );
  for (const grant of access) {
    output.note(`${printable(nameOf(grant))} is ${grant.role}`);
    await output.record(grant, undefined);
  }
  for (const invitation of invitations) {
    output.note(
      `${printable(invitation.email)} is invited as ${invitation.role}, until ${formatTime(invitation.expiresAt)}`,
    );
    if (invitation.mailDelivery === 'outbox') output.warn(notSent('the email is'));
    await output.record(invitation, invitation.url ?? undefined);
  }
};

async function groupIdOf(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(named)) return named;
  const { results } = await client.access.find(named, { signal });
  const found = results.find(({ type, name }) => type === 'group' && name?.toLowerCase() === named.toLowerCase());
  if (found === undefined) throw new CliError('not_found', `there is no group ${named}`, { hint: 'give its id' });
  return found.id;
}

/** Finds the roles of users and groups on the item itself. Throws before any change if one of them has none. */
function findGrants<Found extends Entry>(entries: readonly Found[], who: readonly string[]): readonly Found[] {
  const own = entries.filter(({ inheritedFrom }) => inheritedFrom === null);
  return who.map((named) => {
    const wanted = named.toLowerCase();
    const found = own.find((grant) => grant.id === wanted || nameOf(grant).toLowerCase() === wanted);
    if (found === undefined)
      throw new CliError('not_found', `${named} has no role on this item`, {
        hint: 'drive-cli access list shows them',
      });
    return found;
  });
}

const setAccess: Action<[item: string, who: string, options: { role: MemberRole }]> = async (
  context,
  named,
  who,
  { role },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const id = await itemIdOf(client, named, signal);
  const { access } = await client.access.list(id, { signal });
  for (const grant of findGrants(access, [who])) {
    const changed = await client.access.change(id, grant.id, role, { signal });
    output.note(`${printable(nameOf(changed))} is ${changed.role}`);
    await output.record(changed, undefined);
  }
};

const removeAccess: Action<[item: string, who: string[]]> = async (context, named, who) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const id = await itemIdOf(client, named, signal);
  const { access, invitations } = await client.access.list(id, { signal });
  for (const grant of findGrants<Entry>([...access, ...invitations], who)) {
    await client.access.revoke(id, grant.id, { signal });
    output.note(`${printable(nameOf(grant))} ${isInvitation(grant) ? 'is not invited' : 'has no access'} any more`);
    await output.record({ id: grant.id, who: nameOf(grant), status: 'removed' }, undefined);
  }
};
