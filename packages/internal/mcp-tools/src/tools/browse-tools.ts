import * as z from 'zod';
import { Entry, entryOf, nextCursor, pageFields } from '../entry.ts';
import { joinPath, pathText, requireFolder } from '../paths.ts';
import { defineTool, reads, ToolError } from '../tool.ts';

export const listFolder = defineTool({
  name: 'list_folder',
  title: 'List a folder',
  description: 'Lists the files and folders directly in a folder: folders first, by name.',
  scopes: ['files:read'],
  annotations: reads,
  input: z.strictObject({
    path: pathText('Path of the folder. Default: the root.').default('/'),
    ...pageFields,
  }),
  output: z.object({
    path: z.string().describe('Path of the folder.'),
    items: z.array(Entry),
    totalItems: z.int().describe('Number of items in the folder.'),
    nextCursor,
  }),
  async run({ drive, input: { path: text, limit, cursor }, signal }) {
    const { path, folderId } = await requireFolder({ drive, signal }, text);
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
    ...pageFields,
  }),
  output: z.object({ results: z.array(Entry), nextCursor }),
  async run({ drive, input: { query, path, limit, cursor }, signal }) {
    if (query.trim() === '') throw new ToolError('query is blank. Give a part of the name.');
    const { folderId } = await requireFolder({ drive, signal }, path);
    const page = await drive.client.search({ q: query, in: folderId, limit, cursor }, { signal });
    const results = page.items.map(({ item, path: found }) => entryOf(item, found));
    return { structured: { results, nextCursor: page.pagination.nextCursor } };
  },
});
