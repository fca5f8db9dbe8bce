import type { AdminUser, DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { CliError } from '../../shell/cli-error.ts';

/** The account with this email address or id. */
export async function findUser(client: DriveClient, named: string, signal: AbortSignal): Promise<AdminUser> {
  const hint = 'drive-cli admin users list shows them';
  if (named.includes('@')) {
    const wanted = named.toLowerCase();
    for await (const user of client.admin.users.list({ q: named, limit: PAGE_ITEMS }, { signal }))
      if (user.email.toLowerCase() === wanted) return user;
    throw new CliError('not_found', `there is no account ${named}`, { hint });
  }
  try {
    return await client.admin.users.get(named.toLowerCase(), { signal });
  } catch (error) {
    if (!isDriveErrorOf(error, 'user_not_found')) throw error;
    throw new CliError('not_found', `there is no account ${named}`, { hint, cause: error });
  }
}
