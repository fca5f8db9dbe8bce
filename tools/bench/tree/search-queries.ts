import { searches } from './tree-names.ts';

/** Tags and metadata that `addTerms` gives to files: those whose row id is a multiple of the number. */
export const terms = [
  { term: 't:half', annotations: '{"tags":["half"]}', every: 2 },
  { term: 't:rare', annotations: '{"tags":["half","rare"]}', every: 100_000 },
  { term: 'm:order=42', annotations: '{"tags":["half"],"metadata":{"order":"42"}}', every: 100_002 },
] as const;

export interface SearchQuery {
  readonly name: string;
  readonly path: string;
}

const search = (query: string): SearchQuery => ({ name: query, path: `/api/search?${query}` });
const words = (q: string): SearchQuery => ({ name: `\`${q}\``, path: `/api/search?${new URLSearchParams({ q })}` });

/** In a bushy tree; `folder` has a tenth of it. */
export const searchQueries = (folder: string): readonly SearchQuery[] => [
  ...Object.values(searches).flat().map(words),
  ...['report pdf', 'annual report 2020', '東京', 'müller', 'v1.', 'x q'].map(words),
  { name: '`photo` below a folder of a tenth', path: `/api/search?q=photo&in=${folder}` },
  { name: '`yx` below a folder of a tenth', path: `/api/search?q=yx&in=${folder}` },
  ...[
    'q=archive&type=folder',
    'type=folder',
    'q=photo&sort=name',
    'q=report&minSize=1000000',
    'tag=half',
    'tag=half&q=photo',
    'tag=rare',
    'tag=rare&q=e',
    'meta.order=42',
    'tag=half&meta.order=42',
  ].map(search),
  ...['zq', 'photo', 'yx'].map((q) => ({ name: `\`${q}\`, with the total`, path: `/api/files?q=${q}` })),
  { name: '`GET /api/tags`', path: '/api/tags' },
];

/** In a folder with everything. */
export const listingQueries = (folder: string): readonly SearchQuery[] =>
  [
    'tag=half',
    'tag=half&sort=-size',
    'tag=half&meta.order=42',
    'tag=half&tag=rare',
    'meta.order=42',
    'type=folder',
  ].map((query) => ({ name: `listing, ${query}`, path: `/api/files?parentId=${folder}&${query}` }));
