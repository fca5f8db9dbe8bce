import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { itemFilterQuery } from '../schemas/item-filter.ts';
import { SearchPage, SearchSort } from '../schemas/items-schemas.ts';
import { Id, QueryPositive, text } from '../schemas/primitives.ts';
import { InDrive } from '../schemas/teams/drives-schemas.ts';

export const searchItems = endpoint({
  id: 'searchItems',
  method: 'GET',
  path: '/api/search',
  tag: 'Files and folders',
  summary: 'Search files and folders',
  description: `Returns the files and folders whose names contain every word of \`q\`, in any order, ignoring case; a \`"quoted phrase"\` is one word. The best come first: names that equal the query, then names that begin with its first word, then names in which every word begins a word, then all others; the newest first among equals. At most ${limits.searchWords} words. With filters, only items that meet all of them; without \`q\`, all that do, the newest first.`,
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.in' },
  driveRoot: 'query.in',
  query: z.object({
    q: text(limits.pathCharacters)
      .optional()
      .describe('The words. Needed unless there is a filter.')
      .meta({ 'x-example': 'annual "report 2026"' }),
    in: Id.optional().describe('Search only below this folder. Default: everywhere.'),
    driveId: InDrive,
    owner: z
      .union([z.enum(['me', 'any']), Id])
      .default('me')
      .describe(
        'Whose files and folders: `me`; what others gave the caller of the tree of one user or team drive, by its ID; or `any`: all that the caller reaches. An ID of which the caller reaches nothing finds nothing. Without `in` and `driveId`.',
      ),
    ...itemFilterQuery,
    sort: SearchSort.default('relevance').describe(
      'Order of the results: the best first, or an order of listings. `-modifiedAt`: by `modifiedAt`, or `uploadedAt` without it, the latest first.',
    ),
    limit: QueryPositive.default(limits.defaultPageSize).describe(
      'Most results of a page. A value above the server’s maximum is reduced to it.',
    ),
    cursor: text(limits.pathCharacters)
      .min(1)
      .optional()
      .describe('`pagination.nextCursor` of the previous page, with the same other parameters except `limit`.'),
  }),
  hidesCursor: true,
  responses: { 200: { description: 'One page of results.', schema: SearchPage } },
  errors: ['folder_not_found'],
});
