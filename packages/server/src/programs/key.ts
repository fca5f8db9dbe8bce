import { createBaseUrl } from '@drive/base';
import { createAccountsApp } from '../app/accounts-app.ts';
import type { LoadedSettings } from '../config.ts';
import { DomainError } from '../platform/errors.ts';
import type { CommandOptions } from './command-line.ts';
import { baseUrlOf } from './local-base-url.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';
import { requireOption } from './user.ts';

export async function createKey(operator: LoadedSettings, options: CommandOptions): Promise<void> {
  const email = requireOption(options.email, '--email');
  await prepareDataDirectory(operator.config);
  const { ports, settings, close } = await openPorts(operator, openLog(operator.config));
  const { config } = settings;
  try {
    const { accounts, apiKeys } = createAccountsApp({ ...ports, baseUrl: createBaseUrl(baseUrlOf(config)) }, config);
    const account = await accounts.findUserByEmail(ports.database.reader, email);
    if (account === undefined) throw new DomainError('not_found', `There is no account with the address ${email}.`);
    const { rawKey } = await apiKeys.createKey({ userId: account.userId, label: options.label ?? null });
    process.stdout.write(`${rawKey}\n`);
  } finally {
    await close();
  }
}
