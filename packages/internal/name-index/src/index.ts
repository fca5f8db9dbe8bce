export { IndexCache, type IndexCacheOptions } from './index-cache.ts';
export type { ChangedRow, FolderFacts, ItemFacts, NameSource, SourceName } from './name-source.ts';
export {
  canBeInName,
  isNameOrder,
  nothingFound,
  type ItemKind,
  type ItemPosition,
  type NameOrder,
  type NameQuery,
  type NamesFound,
} from './name-query.ts';
export { beginsAnywhere, rankOf, ranks, separatorRanges, wholeName } from './relevance.ts';
