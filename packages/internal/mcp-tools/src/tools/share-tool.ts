import type { NewShare, ShareDescriptor } from '@drive/sdk';
import * as z from 'zod';
import { findingOf, pathText, placeFields, requireItem } from '../paths.ts';
import { changes, defineTool } from '../tool.ts';

export const share = defineTool({
  name: 'share',
  title: 'Create a share link',
  description:
    'Creates a link with which everybody who has it can open a file or folder, and returns it. An item that has a link keeps it, with the settings that are not given.',
  scopes: ['files:read', 'shares'],
  // What others have opened cannot be taken back, so the user is asked first.
  annotations: { ...changes, openWorldHint: true },
  input: z.strictObject({
    path: pathText('Path of the file or folder.'),
    ...placeFields,
    expires_in_days: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe('Days until the link ends. Default: it does not end.'),
    password: z.string().min(4).max(72).optional().describe('Password that visitors have to enter. Default: none.'),
    max_downloads: z.int().min(1).max(1_000_000).optional().describe('Most downloads. Default: no limit.'),
  }),
  output: z.object({
    path: z.string(),
    url: z.string().describe('The link.'),
    expiresAt: z.string().describe('When the link ends. null: it does not end.').nullable(),
    passwordProtected: z.boolean(),
    maxDownloads: z.int().nullable(),
  }),
  async run(call) {
    const { drive, input, signal } = call;
    const { path, item } = await requireItem(await findingOf(call), input.path);
    const { shares } = drive.client;
    const create = (settings: NewShare): PromiseLike<ShareDescriptor> =>
      item.type === 'file'
        ? shares.create(item.id, settings, { signal })
        : shares.createForFolder(item.id, settings, { signal });
    const wanted: NewShare = {
      expiresInDays: input.expires_in_days,
      password: input.password,
      maxDownloads: input.max_downloads,
    };
    const made = await create(wanted);
    // A link that its owner had disabled stays disabled otherwise.
    const { shortUrl, expiresAt, passwordProtected, maxDownloads } =
      made.shareMode === 'PRIVATE' ? await create({ shareMode: 'SHARED' }) : made;
    return { structured: { path, url: shortUrl, expiresAt, passwordProtected, maxDownloads } };
  },
});
