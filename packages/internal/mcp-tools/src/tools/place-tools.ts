import type { Item } from '@drive/sdk';
import * as z from 'zod';
import { Entry, entryOf } from '../entry.ts';
import {
  findingOf,
  findItem,
  findPath,
  joinPath,
  parsePath,
  pathText,
  placeFields,
  requireFolder,
  requireItem,
  splitPath,
  type Finding,
} from '../paths.ts';
import { adds, changes, defineTool, ToolError } from '../tool.ts';

const destinationText = pathText(
  'The new path. An existing folder gets the item under its present name; otherwise the folder above must exist. Nothing is overwritten.',
);

export const move = defineTool({
  name: 'move',
  title: 'Move or rename',
  description: 'Moves or renames a file, or a folder with everything in it. Links to it keep working.',
  scopes: ['files:read', 'files:write'],
  annotations: changes,
  input: z.strictObject({
    path: pathText('Path of the file or folder.'),
    destination: destinationText,
    ...placeFields,
  }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const finding = await findingOf(call);
    const { item } = await requireItem(finding, input.path);
    const { parentId, name, path } = await findPlace(finding, input.destination, item);
    const moved = await drive.client.files.update(item.id, { parentId, name }, { signal });
    return { structured: entryOf(moved, path) };
  },
});

export const copy = defineTool({
  name: 'copy',
  title: 'Copy',
  description: 'Copies a file, or a folder with everything in it. Its links are not copied.',
  scopes: ['files:read', 'files:write'],
  // A copy in a folder that is shared is open to others.
  annotations: { ...adds, destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    path: pathText('Path of the file or folder.'),
    destination: destinationText,
    ...placeFields,
  }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const finding = await findingOf(call);
    const { item } = await requireItem(finding, input.path);
    const { files } = drive.client;
    const { parentId, name } = await findPlace(finding, input.destination, item);
    const { copied, failed } = await files.copy({ ids: [item.id], parentId }, { signal });
    const [made] = copied;
    if (made === undefined) throw new ToolError(failed[0]?.message ?? 'Nothing was copied.');
    // A copy gets the name of its original, or `name (1)` beside it.
    const named = name === item.name ? made : await files.update(made.id, { name }, { signal });
    return { structured: entryOf(named, await findPath(finding, named)) };
  },
});

interface Place {
  /** null: the root. */
  readonly parentId: string | null;
  readonly name: string;
  readonly path: string;
}

/** Where a destination puts an item. */
async function findPlace(finding: Finding, text: string, item: Item): Promise<Place> {
  const path = parsePath(text);
  const rootId = finding.topId ?? null;
  if (path === '/') return { parentId: rootId, name: item.name, path: joinPath('/', item.name) };
  const found = await findItem(finding, path);
  if (found?.type === 'folder' && found.id !== item.id)
    return { parentId: found.id, name: item.name, path: joinPath(path, item.name) };
  if (found !== undefined) throw new ToolError(`There is something at ${path} already. Choose another destination.`);
  const { folder, name } = splitPath(path);
  const { folderId } = await requireFolder(finding, folder);
  return { parentId: folderId ?? rootId, name, path };
}
