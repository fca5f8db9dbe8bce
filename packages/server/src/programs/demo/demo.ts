import { minuteMs, systemRandom } from '@drive/base';
import type { Images } from '@drive/thumbnails';
import type { LoadedSettings } from '../../config.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { CommandOptions } from '../command-line.ts';
import { printStatus } from '../print-status.ts';
import { findOwnerOfContent } from './content-store.ts';
import { openDemoServer, type DemoServer } from './demo-server.ts';
import { demoUserNames, demoUsers, type DemoUserName } from './demo-users.ts';
import { fillDemo } from './fill-demo.ts';

const PASSWORD_CHARACTERS = 20;
const JPEG = { width: undefined, height: undefined, fit: 'inside', format: 'jpeg', quality: 85 } as const;

interface DemoAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Fills a drive without content with examples, or removes them again; the server may run meanwhile. */
export async function demo(
  settings: LoadedSettings,
  { remove, json }: Pick<CommandOptions, 'remove' | 'json'>,
): Promise<void> {
  const server = await openDemoServer(settings);
  try {
    if (remove) await removeDemo(server);
    else print(await addDemo(server), { json });
  } finally {
    await server.close();
  }
}

async function addDemo(server: DemoServer): Promise<DemoAccount[]> {
  await requireNewInstance(server);
  const created: DemoAccount[] = [];
  try {
    const keys: Partial<Record<DemoUserName, string>> = {};
    for (const user of demoUserNames) {
      const account = { ...demoUsers[user], password: systemRandom.token(PASSWORD_CHARACTERS) };
      await server.accounts.directory.create('console', account);
      created.push(account);
      keys[user] = await createKey(server, account.email);
    }
    await fillDemo({
      url: server.url,
      keys: keys as Record<DemoUserName, string>,
      toJpeg: (png) => toJpeg(server.images, png),
    });
  } catch (error) {
    for (const { email } of created) await server.accounts.directory.remove('console', { email });
    await server.settle();
    throw error;
  }
  await revokeKeys(server);
  await server.settle();
  return created;
}

/** Examples among the files of people could not be told from these. */
async function requireNewInstance({ accounts, database }: DemoServer): Promise<void> {
  const { users } = await accounts.directory.list({}, { page: 1, limit: 1 });
  if (users.length === 0)
    throw new DomainError(
      'bad_request',
      'There is no administrator yet: open the setup link, or run drive-server user create --admin.',
    );
  for (const { email } of Object.values(demoUsers))
    if ((await accounts.findUserByEmail(database.reader, email)) !== undefined)
      throw new DomainError('bad_request', 'There are examples already. Remove them with drive-server demo --remove.');
  const owner = await findOwnerOfContent(database.reader);
  if (owner !== undefined)
    throw new DomainError(
      'bad_request',
      `This drive has content of ${owner}. Examples are for a new one: choose another --data-dir.`,
    );
}

async function removeDemo(server: DemoServer): Promise<void> {
  let removed = 0;
  for (const { email } of Object.values(demoUsers)) {
    try {
      await server.accounts.directory.remove('console', { email });
      removed += 1;
    } catch (error) {
      if (!isDomainError(error, 'user_not_found')) throw error;
    }
  }
  await server.settle();
  printStatus(removed === 0 ? 'there are no examples' : 'removed the examples with their accounts');
}

async function createKey({ accounts, apiKeys, database }: DemoServer, email: string): Promise<string> {
  const account = await accounts.findUserByEmail(database.reader, email);
  if (account === undefined) throw new Error(`the account of ${email} was deleted meanwhile`);
  const { rawKey } = await apiKeys.createKey({ userId: account.userId, label: 'drive-server demo' });
  return rawKey;
}

async function revokeKeys({ accounts, apiKeys, database }: DemoServer): Promise<void> {
  for (const { email } of Object.values(demoUsers)) {
    const account = await accounts.findUserByEmail(database.reader, email);
    if (account !== undefined) await database.write((tx) => apiKeys.revokeAll(tx, account.userId, 'console'));
  }
}

async function toJpeg(images: Images, png: Buffer): Promise<Uint8Array> {
  const source = {
    bytes: png.length,
    read: async (into: Uint8Array, position: number): Promise<number> =>
      png.copy(into, 0, position, Math.min(png.length, position + into.length)),
  };
  const image = await images.render(source, { tenant: 0, signal: AbortSignal.timeout(minuteMs), rendition: JPEG });
  return image?.bytes ?? png;
}

function print(accounts: readonly DemoAccount[], { json }: { readonly json: boolean }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ accounts })}\n`);
    return;
  }
  process.stdout.write(accounts.map(({ email, password }) => `${email}  ${password}\n`).join(''));
  printStatus('sign in with one of these addresses and passwords; drive-server demo --remove takes everything away');
}
