import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { createBaseUrl } from '@drive/base';
import { type AdminUser, Email } from '@drive/contract';
import { humanSize } from '@drive/pages';
import { byteCount, SettingError } from '@drive/setting-values';
import { type Accounts, createAccountsApp } from '../app/accounts-app.ts';
import type { LoadedSettings } from '../config.ts';
import { DomainError } from '../platform/errors.ts';
import { type Command, type CommandOptions, UsageError } from './command-line.ts';
import { baseUrlOf } from './local-base-url.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';

/** Manages accounts; the server may run meanwhile. */
export async function runUserCommand(
  command: Command,
  operator: LoadedSettings,
  options: CommandOptions,
): Promise<void> {
  await prepareDataDirectory(operator.config);
  const { ports, settings, close } = await openPorts(operator, openLog(operator.config));
  const { config } = settings;
  try {
    const { accounts } = createAccountsApp({ ...ports, baseUrl: createBaseUrl(baseUrlOf(config)) }, config);
    await run(command, options, accounts);
  } finally {
    await close();
  }
}

async function run(
  command: Command,
  options: CommandOptions,
  { directory, invites, setPassword, resetTotp, createLoginLink }: Accounts,
): Promise<void> {
  const done = (text: string): void => void process.stderr.write(`${text}\n`);
  const by = () => ({ email: requireOption(options.email, '--email') });
  switch (command) {
    case 'user create': {
      const { email } = by();
      const plan = options.plan === undefined ? undefined : parsePlan(options.plan);
      const password = await readPassword(`Password for ${email}: `);
      const made = await directory.create('console', {
        email,
        password,
        name: options.name,
        plan,
        isAdmin: options.admin,
      });
      return done(`created the account ${made.email}${made.isAdmin ? ', an administrator' : ''}`);
    }
    case 'user set-password': {
      const { email } = by();
      if ((await setPassword(email, await readPassword(`New password for ${email}: `))) === undefined)
        throw new DomainError('user_not_found', `There is no account with the address ${email}.`);
      return done(`set the password of ${email}, ended its sessions and revoked its API keys`);
    }
    case 'user reset-totp': {
      const { email } = by();
      const wasOn = await resetTotp(email);
      if (wasOn === undefined)
        throw new DomainError('user_not_found', `There is no account with the address ${email}.`);
      return done(
        wasOn
          ? `${email} now signs in with the password only; two-factor authentication can be turned on again`
          : `${email} already signs in with the password only`,
      );
    }
    case 'user login-link': {
      const { email } = by();
      process.stdout.write(`${await createLoginLink(email)}\n`);
      return done(`this link signs ${email} in once, within ten minutes; everybody who has it can use it`);
    }
    case 'user set-plan': {
      const plan = parsePlan(requireOption(options.plan, '--plan'));
      const { email } = await directory.change('console', by(), { plan });
      return done(`${email} has the plan "${plan}"`);
    }
    case 'user set-quota': {
      const quotaBytes = parseQuota(requireOption(options.quota, '--quota'));
      const { email } = await directory.change('console', by(), { quotaBytes });
      return done(
        quotaBytes === null ? `${email} has the quota of its plan` : `${email} has a quota of ${quotaBytes} bytes`,
      );
    }
    case 'user disable': {
      const { email } = await directory.change('console', by(), { disabled: true });
      return done(`disabled ${email} and ended its sessions`);
    }
    case 'user enable': {
      const { email } = await directory.change('console', by(), { disabled: false });
      return done(`enabled ${email}`);
    }
    case 'user delete': {
      const { id, email, usedBytes } = await directory.get(by());
      if (!options.yes)
        throw new UsageError(`this deletes ${email} with ${usedBytes} bytes of files permanently; confirm with --yes`);
      await directory.remove('console', { id });
      return done(`deleted ${email}; its files are deleted while the server runs`);
    }
    case 'user invite': {
      const { email, url, mailDelivery } = await invites.create('console', {
        email: options.email === undefined ? null : parseEmail(options.email),
        expiresInDays: options.days === undefined ? undefined : parseDays(options.days),
      });
      process.stdout.write(`${url}\n`);
      if (email === null) return done('anyone with this link may register once; nobody gets it by email');
      const delivery =
        mailDelivery === 'outbox'
          ? 'the email is written to outbox/, not sent, because DRIVE_SMTP_URL is not set: pass the link on yourself'
          : 'the server also sends it by email while it runs';
      return done(`${email} may register with this link once; ${delivery}`);
    }
    default: {
      const users = await listAll(directory);
      process.stdout.write(options.json ? `${JSON.stringify(users)}\n` : tableOf(users));
    }
  }
}

function tableOf(users: readonly AdminUser[]): string {
  const rows = users.map(({ email, plan, isAdmin, quotaBytes, usedBytes, disabledAt }) => [
    email,
    plan,
    isAdmin ? 'admin' : 'user',
    quotaBytes === null ? 'none' : humanSize(quotaBytes),
    humanSize(usedBytes),
    disabledAt === null ? 'enabled' : 'disabled',
  ]);
  const all = [['EMAIL', 'PLAN', 'ROLE', 'QUOTA', 'USED', 'STATE'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

async function listAll(directory: Accounts['directory']): Promise<AdminUser[]> {
  const all: AdminUser[] = [];
  let cursor: string | undefined;
  do {
    const { users, pagination } = await directory.list({}, { page: 1, limit: 1_000, cursor });
    all.push(...users);
    cursor = pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all.toReversed();
}

export function requireOption(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`${flag} is needed (see --help)`);
  return value;
}

function parsePlan(text: string): 'free' | 'paid' {
  if (text === 'free' || text === 'paid') return text;
  throw new UsageError('--plan must be free or paid');
}

function parseEmail(text: string): string {
  const email = Email.safeParse(text);
  if (!email.success) throw new UsageError('--email must be an email address');
  return email.data;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^[0-9]{1,3}$/.test(text) && days >= 1 && days <= 365) return days;
  throw new UsageError('--days must be a whole number from 1 to 365');
}

function parseQuota(text: string): number | null {
  if (text === 'plan') return null;
  try {
    return byteCount()(text);
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`--quota ${error.message}, or "plan"`) : error;
  }
}

/** Reads the first line of standard input; on a terminal after a prompt and without echo. */
async function readPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write(prompt);
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY });
  const password = await new Promise<string | undefined>((resolve) => {
    lines
      .once('line', resolve)
      .once('close', () => resolve(undefined))
      .once('SIGINT', () => lines.close());
  });
  lines.close();
  if (stdin.isTTY) stderr.write('\n');
  if (password === undefined || password === '') throw new UsageError('give the password on standard input');
  return password;
}
