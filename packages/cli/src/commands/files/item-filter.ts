import type { Item } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { foldName } from '../../glob/name-pattern.ts';
import type { ItemFilter } from '../../remote/folder-pages.ts';
import { collect, collectMetadata, parseSize, usage } from '../../shell/argument-parsers.ts';
import { type Moment, parseMoment } from './find-tests.ts';

export interface ItemFilterOptions {
  readonly type?: 'f' | 'd' | 'file' | 'folder';
  readonly kind?: NonNullable<ItemFilter['contentKind']>;
  readonly tag?: readonly string[];
  readonly meta?: Readonly<Record<string, string>>;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly uploadedAfter?: Moment;
  readonly uploadedBefore?: Moment;
  readonly modifiedAfter?: Moment;
  readonly modifiedBefore?: Moment;
  readonly starred?: boolean;
  readonly shared?: boolean;
}

const kinds = ['folder', 'image', 'video', 'audio', 'pdf', 'text', 'archive', 'other'];

/** Adds the flags that select items by what the server knows of them. */
export function addItemFilterOptions(command: Command): Command {
  const time = (flag: string, description: string): Option =>
    new Option(`--${flag} <time>`, description).argParser(usage(parseMoment));
  return command
    .addOption(new Option('--type <type>', 'Type: f for files, d for folders').choices(['f', 'd', 'file', 'folder']))
    .addOption(new Option('--kind <kind>', 'Kind of content').choices(kinds))
    .option('--tag <tag>', 'Tag, ignoring case; can be repeated: all of them', collect)
    .option('--meta <key=value>', 'Metadata with exactly this value; can be repeated: all of them', collectMetadata)
    .addOption(new Option('--min-size <size>', 'Minimum size of files, such as 10M').argParser(parseSize))
    .addOption(new Option('--max-size <size>', 'Maximum size of files').argParser(parseSize))
    .addOption(time('uploaded-after', 'Uploaded within 7d (36h, 30min), or since 2026-01-31'))
    .addOption(time('uploaded-before', 'Uploaded before that time'))
    .addOption(time('modified-after', 'Files modified since that time, where they come from'))
    .addOption(time('modified-before', 'Files modified before that time'))
    .option('--starred', 'Items that you have starred')
    .option('--shared', 'Items whose link is open to others');
}

const types = { f: 'file', d: 'folder', file: 'file', folder: 'folder' } as const;

/** The parameters that the flags mean; undefined if none is given. */
export function readItemFilter(options: ItemFilterOptions, now: number): ItemFilter | undefined {
  const { type, kind, tag, meta, minSize, maxSize, starred, shared } = options;
  const at = (moment: Moment | undefined): string | undefined => moment && new Date(moment(now)).toISOString();
  const filter: ItemFilter = {
    type: type && types[type],
    contentKind: kind,
    tag: tag && [...tag],
    meta,
    minSize,
    maxSize,
    uploadedAfter: at(options.uploadedAfter),
    uploadedBefore: at(options.uploadedBefore),
    modifiedAfter: at(options.modifiedAfter),
    modifiedBefore: at(options.modifiedBefore),
    starred,
    shared,
  };
  return Object.values(filter).every((value) => value === undefined) ? undefined : filter;
}

/** Whether an item that the user named, or that a recursive listing found, is one that the server would list. */
export function matchesFilter(item: Item, filter: ItemFilter = {}): boolean {
  const { type, contentKind, tag = [], meta = {}, minSize = 0, maxSize = Infinity, starred, shared } = filter;
  const tags = new Set(item.tags.map(foldName));
  const isWithin = (time: string | null, after: string | undefined, before: string | undefined): boolean => {
    if (after === undefined && before === undefined) return true;
    const at = time === null ? Number.NaN : Date.parse(time);
    return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
  };
  const hasSize = filter.minSize !== undefined || filter.maxSize !== undefined;
  return (
    (type === undefined || item.type === type) &&
    (contentKind === undefined || item.contentKind === contentKind) &&
    tag.every((each) => tags.has(foldName(each.trim()))) &&
    Object.entries(meta).every(([key, value]) => item.metadata[key] === value) &&
    (!hasSize || (item.type === 'file' && item.size >= minSize && item.size <= maxSize)) &&
    isWithin(item.uploadedAt, filter.uploadedAfter, filter.uploadedBefore) &&
    isWithin(item.modifiedAt, filter.modifiedAfter, filter.modifiedBefore) &&
    (starred === undefined || item.starred === starred) &&
    (shared === undefined || (item.shareMode !== 'PRIVATE') === shared)
  );
}
