import type { Session } from '@drive/sdk';
import type { Command } from 'commander';
import { formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import type { RunAction } from '../context.ts';
import { chooseById, resourceCommands } from '../resource-commands.ts';

const BROWSER_COLUMNS = 40;

export function define(sessions: Command, run: RunAction): void {
  sessions.description('List and end the browser sessions of the account. API keys are not sessions: see `keys`.');
  const commands = resourceCommands<Session>(sessions, run, {
    noun: 'session',
    plural: 'sessions',
    argument: ['session', 'id, or start of an id'],
    list: (client, signal) => client.account.listSessions({ limit: PAGE_ITEMS }, { signal }),
    async find(client, names, signal) {
      const all: Session[] = [];
      for await (const session of client.account.listSessions({ limit: PAGE_ITEMS }, { signal })) all.push(session);
      const described = { noun: 'session', listing: 'drive-cli sessions list' };
      return [...new Set(names.map((name) => chooseById(all, name, described)))];
    },
    view: () => ({
      columns: [
        ['SIGNED IN', ({ createdAt }) => formatTime(createdAt)],
        ['LAST USED', ({ lastUsedAt }) => formatTime(lastUsedAt)],
        ['EXPIRES', ({ expiresAt }) => formatTime(expiresAt)],
        ['BROWSER', ({ userAgent }) => shorten(printable(userAgent ?? ''), BROWSER_COLUMNS)],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, createdAt, lastUsedAt, expiresAt, userAgent }) =>
        tabbed(id, createdAt, lastUsedAt, expiresAt, userAgent ?? ''),
      empty: 'no active sessions',
    }),
  });
  commands.list({ help: '\nExample:\n  $ drive-cli sessions list' });
  commands.remove({
    verb: 'revoke',
    summary: 'End sessions',
    description: 'End browser sessions with immediate effect.',
    help: '\nExample:\n  $ drive-cli sessions revoke 3f2a9c71',
    record: ({ id, userAgent }) => ({ id, userAgent }),
    line: ({ id, userAgent }) => tabbed(id, userAgent ?? ''),
    remove: (client, id, signal) => client.account.endSession(id, { signal }),
    note: ({ id }) => `ended the session ${id}`,
  });
}
