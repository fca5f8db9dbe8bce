import * as z from 'zod';
import { Entry, entryOf, nextCursor, pageFields } from '../entry.ts';
import { findingOf, joinPath, pathText, placeFields, requireFolder } from '../paths.ts';
import { defineTool, reads, ToolError } from '../tool.ts';

export const listFolder = defineTool({
  name: 'list_folder',
  title: 'List a folder',
  description: 'Lists the files and folders directly in a folder: folders first, by name.',
  scopes: ['files:read'],
  annotations: reads,
  input: z.strictObject({
    path: pathText('Path of the folder. Default: the root.').default('/'),
    ...placeFields,
    ...pageFields,
  }),
  output: z.object({
    path: z.string().describe('Path of the folder.'),
    items: z.array(Entry),
    totalItems: z.int().describe('Number of items in the folder.'),
    nextCursor,
  }),
  async run(call) {
    const { drive, input, signal } = call;
    const { limit, cursor } = input;
    const { path, folderId } = await requireFolder(await findingOf(call), input.path);
    const { items, pagination } = await drive.client.files.list({ parentId: folderId, limit, cursor }, { signal });
    const entries = items.map((item) => entryOf(item, joinPath(path, item.name)));
    return {
      structured: { path, items: entries, totalItems: pagination.totalItems, nextCursor: pagination.nextCursor },
    };
  },
});

export const search = defineTool({
  name: 'search',
  title: 'Search by name',
  description:
    'Finds files and folders at any depth whose names contain every word of the query, the best matches first. Searches names, not contents.',
  scopes: ['files:read'],
  annotations: reads,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(200)
      .describe('Words of the name, in any order and capitals. "A quoted phrase" is one word.'),
    path: pathText('Folder to search below. Default: the root.').default('/'),
    ...placeFields,
    ...pageFields,
  }),
  output: z.object({ results: z.array(Entry), nextCursor }),
  async run(call) {
    const { drive, input, signal } = call;
    const { query, path, limit, cursor } = input;
    if (query.trim() === '') throw new ToolError('query is blank. Give a part of the name.');
    const { folderId } = await requireFolder(await findingOf(call), path);
    const page = await drive.client.search({ q: query, in: folderId, limit, cursor }, { signal });
    const results = page.items.map(({ item, path: found }) => entryOf(item, found));
    return { structured: { results, nextCursor: page.pagination.nextCursor } };
  },
});

const mostShared = 200;

export const listDrives = defineTool({
  name: 'list_drives',
  title: 'List team drives and what others share',
  description:
    'Lists the team drives of the user, and the files and folders that others share with them. The other tools take their IDs as driveId and folderId.',
  scopes: ['files:read'],
  annotations: reads,
  input: z.strictObject({}),
  output: z.object({
    drives: z.array(
      z.object({ driveId: z.string(), name: z.string(), role: z.string().describe('What the user may do there.') }),
    ),
    shared: z.array(
      z.object({
        folderId: z.string().describe('null for a file.').nullable(),
        name: z.string(),
        type: z.enum(['file', 'folder']),
        owner: z.string().describe('Name of the owner, if set.').nullable(),
        role: z.string().describe('What the user may do there.').nullable(),
      }),
    ),
  }),
  async run({ drive, signal }) {
    const [{ drives }, { items }] = await Promise.all([
      drive.client.drives.list({ signal }),
      drive.client.files.list({ sharedWithMe: true, limit: mostShared }, { signal }),
    ]);
    return {
      structured: {
        drives: drives.map(({ id, name, role }) => ({ driveId: id, name, role })),
        shared: items.map(({ id, name, type, ownerName, role }) => ({
          folderId: type === 'folder' ? id : null,
          name,
          type,
          owner: ownerName,
          role,
        })),
      },
    };
  },
});
