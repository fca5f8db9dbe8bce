export { IndexCache, type IndexCacheOptions } from './index-cache.ts';
export type { ChangedRow, FileFacts, FolderFacts, NameSource, SourceName } from './name-source.ts';
export {
  canBeInName,
  isNameOrder,
  nothingFound,
  type FilePosition,
  type NameOrder,
  type NameQuery,
  type NamesFound,
} from './name-query.ts';
