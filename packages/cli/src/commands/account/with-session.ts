import type { DriveClient } from '@drive/sdk';
import { createClient, type Connection } from '../../connection/connect.ts';
import type { Context } from '../context.ts';

/** For changes that the server takes from sessions only: a stolen key must not lock its owner out, or delete the account. */
export async function withSession<T>(
  context: Context,
  { client, url }: Connection,
  proof: { readonly password: string; readonly totp?: string },
  use: (session: DriveClient) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  const { email } = await client.account.me({ signal });
  const session = await createClient(context, url, null);
  await session.auth.login({ email, ...proof }, { signal });
  try {
    return await use(session);
  } finally {
    await session.auth.logout().catch(() => {});
  }
}
