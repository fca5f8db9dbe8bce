import { createAccountsApp } from '../app/accounts-app.ts';
import type { Config } from '../config.ts';
import { isoTime } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { baseUrlOf } from './base-url.ts';
import { UsageError, type Command, type CommandOptions } from './command-line.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';
import { readPassword } from './read-password.ts';

/** Looks after accounts; the server may run meanwhile. */
export async function runUserCommand(command: Command, config: Config, options: CommandOptions): Promise<void> {
  await prepareDataDirectory(config);
  const { ports, close } = await openPorts(config, openLog(config));
  try {
    const { accounts } = createAccountsApp(ports, config, { baseUrl: baseUrlOf(config) });
    const done = (text: string): void => void process.stderr.write(`${text}\n`);
    switch (command) {
      case 'user create': {
        const email = requireOption(options.email, '--email');
        const plan = options.plan === undefined ? undefined : parsePlan(options.plan);
        const password = await readPassword(`Password for ${email}: `);
        const account = await accounts.createUser({
          email,
          password,
          name: options.name,
          plan,
          isAdmin: options.admin,
        });
        return done(`made the account ${account.email}${account.isAdmin ? ', an administrator' : ''}`);
      }
      case 'user set-password': {
        const email = requireOption(options.email, '--email');
        await requireFound(accounts.setPassword(email, await readPassword(`New password for ${email}: `)), email);
        return done(`set the password of ${email} and ended its sessions`);
      }
      case 'user set-plan': {
        const email = requireOption(options.email, '--email');
        const plan = parsePlan(requireOption(options.plan, '--plan'));
        await requireFound(accounts.setPlan(email, plan), email);
        return done(`${email} has the plan "${plan}"`);
      }
      default: {
        const users = await accounts.listUsers();
        const rows = users.map(({ id, email, name, plan, isAdmin, createdAt }) => ({
          id,
          email,
          name,
          plan,
          isAdmin,
          createdAt: isoTime(createdAt),
        }));
        const lines = rows.map(({ email, plan, isAdmin }) => [email, plan, ...(isAdmin ? ['admin'] : [])].join('\t'));
        process.stdout.write(options.json ? `${JSON.stringify(rows)}\n` : lines.map((line) => `${line}\n`).join(''));
      }
    }
  } finally {
    await close();
  }
}

export function requireOption(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`${flag} is needed (see --help)`);
  return value;
}

function parsePlan(text: string): 'free' | 'paid' {
  if (text === 'free' || text === 'paid') return text;
  throw new UsageError('--plan must be free or paid');
}

async function requireFound(found: Promise<object | undefined>, email: string): Promise<void> {
  if ((await found) === undefined) throw new DomainError('not_found', `There is no account with the address ${email}.`);
}
