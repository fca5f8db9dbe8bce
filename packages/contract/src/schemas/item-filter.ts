import * as z from 'zod';
import { limits } from '../limits.ts';
import { ContentKind } from './items-schemas.ts';
import { NewMetadata, Tag } from './metadata-schemas.ts';
import { list, QueryBoolean, QueryBytes, queryParameter, QueryTime } from './primitives.ts';

/** Parameters that select items, of every list that takes them. An item matches if it meets all that are given. */
export const itemFilterQuery = {
  type: z.enum(['file', 'folder']).optional().describe('Only files, or only folders.'),
  contentKind: ContentKind.optional().describe('Only items whose `contentKind` is this one.'),
  tag: queryParameter(
    'list',
    (list(Tag, { max: limits.tags }) as z.ZodType<string[], string[]>)
      .optional()
      .describe('Only items with this tag, compared without case. Repeat it for items with all of these tags.'),
  ),
  meta: queryParameter(
    'prefix',
    NewMetadata.optional().meta({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: limits.metadataCharacters },
      propertyNames: { pattern: '^meta\\.[A-Za-z0-9_.-]{1,64}$' },
      description:
        'Only items whose metadata has exactly this value: the parameter of the key `order` is `meta.order=42`. Several keys must all match.',
      'x-example': undefined,
      maxProperties: undefined,
    }),
  ),
  minSize: QueryBytes.optional().describe('Only files of at least this many bytes.'),
  maxSize: QueryBytes.optional().describe('Only files of at most this many bytes.'),
  uploadedAfter: QueryTime.optional().describe('Only items whose `uploadedAt` is this time or later.'),
  uploadedBefore: QueryTime.optional().describe('Only items whose `uploadedAt` is this time or earlier.'),
  modifiedAfter: QueryTime.optional().describe('Only files whose `modifiedAt` is this time or later.'),
  modifiedBefore: QueryTime.optional().describe('Only files whose `modifiedAt` is this time or earlier.'),
  starred: QueryBoolean.optional().describe('Only items that the caller starred, or with `false` only the others.'),
  shared: QueryBoolean.optional().describe(
    'Only items whose `shareMode` is `SHARED` or `PUBLIC`, or with `false` only the others.',
  ),
};

const ItemFilterQuery = z.object(itemFilterQuery);
/** The parsed parameters. Times are epoch milliseconds; all bounds are inclusive. */
export type ItemFilter = z.output<typeof ItemFilterQuery>;

/** The filter among the parameters of a query; undefined if it selects nothing. */
export function itemFilterOf(query: ItemFilter): ItemFilter | undefined {
  const given = Object.keys(itemFilterQuery).flatMap((name) => {
    const value = query[name as keyof ItemFilter];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
