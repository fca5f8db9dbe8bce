import type { TrashedItem } from '@drive/sdk';
import * as z from 'zod';
import { Entry, entryOf } from '../entry.ts';
import { findingOf, findPath, parsePath, pathText, placeFields, requireItem, type Finding } from '../paths.ts';
import { changes, defineTool, adds, ToolError } from '../tool.ts';

export const trash = defineTool({
  name: 'trash',
  title: 'Move to the trash',
  description: 'Moves a file, or a folder with everything in it, to the trash, from where restore brings it back.',
  scopes: ['files:read', 'files:write'],
  annotations: changes,
  input: z.strictObject({ path: pathText('Path of the file or folder.'), ...placeFields }),
  output: z.object({ path: z.string().describe('Former path, for restore.'), type: z.enum(['file', 'folder']) }),
  async run(call) {
    const { drive, input, signal } = call;
    const { path, item } = await requireItem(await findingOf(call), input.path);
    // Not what has taken its place, or was changed, since it was looked at.
    await drive.client.files.trash(item.id, { ifMatch: item.changeTag, signal });
    return { structured: { path, type: item.type } };
  },
});

/** More trashed items than these are not looked through. */
const mostSearched = 5000;
const mostNamed = 20;

export const restore = defineTool({
  name: 'restore',
  title: 'Restore from the trash',
  description:
    'Restores what was moved to the trash last from a path, to its former folder, or to the root if that folder is gone.',
  scopes: ['files:read', 'files:write'],
  annotations: adds,
  input: z.strictObject({
    path: pathText('Path of the file or folder before it was moved to the trash.'),
    ...placeFields,
  }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const finding = await findingOf(call);
    const { id } = await requireTrashed(finding, parsePath(input.path));
    const restored = await drive.client.trash.restore(id, { signal });
    return { structured: entryOf(restored, await findPath(finding, restored)) };
  },
});

async function requireTrashed({ drive, signal, topId }: Finding, path: string): Promise<TrashedItem> {
  const seen: string[] = [];
  let count = 0;
  for await (const item of drive.client.trash.items({ sort: '-trashedAt', folderId: topId }, { signal })) {
    if (item.path === path) return item;
    if (seen.length < mostNamed) seen.push(item.path ?? item.name);
    count += 1;
    if (count === mostSearched) break;
  }
  const named = seen.length === 0 ? 'The trash is empty.' : `The last items that were moved there: ${seen.join(', ')}.`;
  throw new ToolError(`Nothing in the trash was at ${path}. ${named}`);
}
