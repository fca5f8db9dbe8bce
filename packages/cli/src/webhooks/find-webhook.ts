import type { DriveClient, Webhook } from '@drive/sdk';
import { findInTrees } from '../remote/managed-trees.ts';
import { CliError } from '../shell/cli-error.ts';

/** Description of an argument that names a webhook. */
export const WEBHOOK_ARGUMENT = 'id, start of an id, or URL';

/** The webhook with this id, start of an id, or URL. */
export const requireWebhook = (client: DriveClient, named: string, signal: AbortSignal): Promise<Webhook> =>
  findInTrees(client, async (tree) => chooseWebhook(await client.webhooks.list({ ...tree, signal }), named), signal);

function chooseWebhook(webhooks: readonly Webhook[], named: string): Webhook {
  const wanted = named.toLowerCase();
  const [found, ...others] = webhooks.filter(
    ({ id, url }) => id === wanted || url === named || (/^[0-9a-f-]{6,}$/.test(wanted) && id.startsWith(wanted)),
  );
  if (found === undefined)
    throw new CliError('not_found', `there is no webhook ${named}`, { hint: 'drive-cli webhooks list shows them' });
  if (others.length > 0) throw new CliError('usage', `${named} matches several webhooks`, { hint: 'give the id' });
  return found;
}
