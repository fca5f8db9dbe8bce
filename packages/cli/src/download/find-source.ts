import type { DriveClient } from '@drive/sdk';
import { requireFile } from '../remote/find-item.ts';
import type { Target } from '../remote/target.ts';
import { requireLocalName } from './local-name.ts';
import type { Source } from './source.ts';

/** Finds what of one's own is to be fetched and under which name, before a byte is. */
export async function findSource(
  argument: string,
  target: Exclude<Target, { kind: 'share' }>,
  client: DriveClient,
  { platform, signal }: { readonly platform: NodeJS.Platform; readonly signal: AbortSignal },
): Promise<Source> {
  const file = await requireFile(client, target, 'downloaded', signal);
  return {
    argument,
    name: requireLocalName(file.name, platform),
    size: file.size ?? 0,
    sha256: file.sha256,
    getUrl: async () => (await client.files.downloadUrl(file.id, {}, { signal })).downloadUrl,
  };
}
