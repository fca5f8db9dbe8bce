import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import Download from 'virtual:lucide/download';
import FileIcon from 'virtual:lucide/file';
import Folder from 'virtual:lucide/folder';
import { itemSource } from '../../api/content.ts';
import { saveBlob } from '../../browser/export-text.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { Loading } from '../preview-states.tsx';
import { entriesWith, folderOf, listZip, pathOf, type ZipEntry } from './zip-entries.ts';

interface ZipViewProps {
  readonly item: Item;
  /** Shown if the archive cannot be read. */
  readonly fallback: (error: Error) => ReactNode;
}

/** Rows of a folder; a longer list is found by words. */
const mostRows = 500;

/** The files in a ZIP archive, each of which can be downloaded alone. The browser reads only the parts that it needs. */
export default function ZipView({ item, fallback }: ZipViewProps) {
  const { viewer } = useMessages();
  const { number } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['zip', item.id, item.sha256] as const,
    queryFn: ({ signal }) => listZip(itemSource(item), signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  const [path, setPath] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words).trim();
  const shown = useMemo(
    () => (wanted === '' ? folderOf(data ?? [], path) : { folders: [], files: entriesWith(data ?? [], wanted) }),
    [data, path, wanted],
  );
  if (error !== null) return fallback(error);
  if (data === undefined) return <Loading />;
  const folders = shown.folders.slice(0, mostRows);
  const files = shown.files.slice(0, mostRows - folders.length);
  const isCut = folders.length + files.length < shown.folders.length + shown.files.length;

  return (
    <div
      role="region"
      aria-label={shownName(item.name)}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto p-3 -outline-offset-2 sm:p-6"
    >
      <div className="mx-auto w-full max-w-3xl rounded-xl border border-line bg-card p-2 shadow-card">
        <div className="flex flex-wrap items-center gap-2 p-2">
          <Trail path={path} root={item.name} onOpen={setPath} />
          <input
            type="search"
            value={words}
            aria-label={viewer.zipFilter}
            placeholder={viewer.zipFilter}
            className="min-h-11 w-full rounded-lg border border-edge bg-card px-3 text-[0.9375rem] sm:w-56"
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
        <p role="status" className="px-2 pb-2 text-sm text-muted">
          {viewer.zipFiles({ count: data.length })}
          {isCut && ` · ${viewer.zipRows({ rows: number(mostRows) })}`}
        </p>
        <ul>
          {folders.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 rounded-lg px-2 text-start hover:bg-page"
                onClick={() => setPath([...path, name])}
              >
                <Folder size={20} className="shrink-0 fill-accent-page text-accent" />
                <span className="min-w-0 truncate" dir="auto">
                  {shownName(name)}
                </span>
              </button>
            </li>
          ))}
          {files.map((entry, index) => (
            // An archive may hold two files of the same name.
            <EntryRow key={`${index}/${pathOf(entry)}`} entry={entry} showsFolder={wanted !== ''} />
          ))}
        </ul>
        {folders.length + files.length === 0 && <p className="p-2 text-muted">{viewer.zipNothing}</p>}
      </div>
    </div>
  );
}

interface TrailProps {
  readonly path: readonly string[];
  readonly root: string;
  readonly onOpen: (path: readonly string[]) => void;
}

function Trail({ path, root, onOpen }: TrailProps) {
  return (
    <ol className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1 font-semibold">
      {[root, ...path].map((name, index) => (
        <li key={index} className="flex min-w-0 items-center gap-1">
          {index > 0 && <span aria-hidden>/</span>}
          {index === path.length ? (
            <span aria-current="page" className="truncate px-1" dir="auto">
              {shownName(name)}
            </span>
          ) : (
            <button
              type="button"
              className="min-h-11 truncate rounded-lg px-1 text-accent hover:underline"
              dir="auto"
              onClick={() => onOpen(path.slice(0, index))}
            >
              {shownName(name)}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

type Saving = { readonly share: number } | 'failed' | undefined;

function EntryRow({ entry, showsFolder }: { readonly entry: ZipEntry; readonly showsFolder: boolean }) {
  const { viewer, actions } = useMessages();
  const { size, moment, percent } = useFormats();
  const [saving, setSaving] = useState<Saving>();
  const reason = entry.refusal === undefined ? undefined : viewer.zipRefusals[entry.refusal];
  const isSaving = typeof saving === 'object';
  const save = async (): Promise<void> => {
    if (isSaving) return;
    setSaving({ share: 0 });
    try {
      const { signal } = new AbortController();
      saveBlob(shownName(entry.name), await entry.read({ signal, onProgress: (share) => setSaving({ share }) }));
      setSaving(undefined);
    } catch {
      setSaving('failed');
    }
  };
  return (
    <li className="flex min-h-12 items-center gap-3 rounded-lg ps-2 hover:bg-page">
      <FileIcon size={20} strokeWidth={1.6} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-1">
        <p className="truncate" dir="auto">
          {shownName(showsFolder ? pathOf(entry) : entry.name)}
        </p>
        <p className="truncate text-[0.8125rem] text-muted" role={saving === undefined ? undefined : 'status'}>
          {isSaving
            ? percent(saving.share)
            : saving === 'failed'
              ? viewer.zipFailed
              : [size(entry.size), entry.modifiedAt && moment(entry.modifiedAt.toISOString()), reason]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
        </p>
      </div>
      {reason === undefined && (
        <IconButton
          label={`${actions.download}: ${shownName(entry.name)}`}
          icon={<Download size={20} />}
          aria-disabled={isSaving}
          onClick={() => void save()}
        />
      )}
    </li>
  );
}
