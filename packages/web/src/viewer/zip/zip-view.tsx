import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import Download from 'virtual:lucide/download';
import FileIcon from 'virtual:lucide/file';
import Folder from 'virtual:lucide/folder';
import X from 'virtual:lucide/x';
import { isReadError, itemSource, renewUrl } from '../../api/content.ts';
import { saveBlob } from '../../browser/save-file.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { Loading, PreviewError } from '../preview-states.tsx';
import { entriesWith, folderOf, listZip, pathOf, type ZipEntry } from './zip-entries.ts';

interface ZipViewProps {
  readonly item: Item;
  /** Shown if the file is no archive that can be read. */
  readonly fallback: (error: Error) => ReactNode;
}

/** Rows of a folder; a longer list is found by words. */
const mostRows = 500;

/** The files in a ZIP archive, each of which can be downloaded alone. The browser reads only the parts that it needs. */
export default function ZipView({ item, fallback }: ZipViewProps) {
  const { viewer } = useMessages();
  const { number } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['zip', item.id, item.sha256] as const,
    queryFn: ({ signal }) => listZip(itemSource(item), signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  const opened = useAbortedAtEnd();
  const [path, setPath] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words).trim();
  const shown = useMemo(
    () => (wanted === '' ? folderOf(data ?? [], path) : { folders: [], files: entriesWith(data ?? [], wanted) }),
    [data, path, wanted],
  );
  const retry = (): void => {
    void renewUrl(item);
    void refetch();
  };
  if (error !== null) return isReadError(error) ? <PreviewError error={error} onRetry={retry} /> : fallback(error);
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
            className="min-h-11 w-full rounded-lg border border-edge bg-card px-3 text-body sm:w-56"
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || words === '') return;
              // Empties the field first, and does not close the viewer.
              event.stopPropagation();
              setWords('');
            }}
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
            <EntryRow key={`${index}/${pathOf(entry)}`} entry={entry} showsFolder={wanted !== ''} archive={opened} />
          ))}
        </ul>
        {folders.length + files.length === 0 && <p className="p-2 text-muted">{viewer.zipNothing}</p>}
      </div>
    </div>
  );
}

/** Is aborted when the component leaves the page. */
function useAbortedAtEnd(): RefObject<AbortController> {
  const controller = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, []);
  return controller;
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

/** A share of the file in whole percent, so that a row is rendered no more often. */
type Saving = number | 'failed' | undefined;

interface EntryRowProps {
  readonly entry: ZipEntry;
  readonly showsFolder: boolean;
  /** Ends with the archive: a file is unpacked further while its folder is not shown. */
  readonly archive: RefObject<AbortController>;
}

function EntryRow({ entry, showsFolder, archive }: EntryRowProps) {
  const { viewer, actions, app } = useMessages();
  const { size, moment, percent } = useFormats();
  const [saving, setSaving] = useState<Saving>();
  const reason = entry.refusal === undefined ? undefined : viewer.zipRefusals[entry.refusal];
  const isSaving = typeof saving === 'number';
  const stop = useRef<AbortController>(undefined);
  const save = async (): Promise<void> => {
    stop.current = new AbortController();
    const signal = AbortSignal.any([stop.current.signal, archive.current.signal]);
    setSaving(0);
    try {
      const onProgress = (share: number): void => setSaving(Math.floor(Math.min(1, share) * 100) / 100);
      saveBlob(shownName(entry.name), await entry.read({ signal, onProgress }));
      setSaving(undefined);
    } catch {
      setSaving(signal.aborted ? undefined : 'failed');
    }
  };
  return (
    <li className="flex min-h-12 items-center gap-3 rounded-lg ps-2 hover:bg-page">
      <FileIcon size={20} strokeWidth={1.6} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-1">
        <p className="truncate" dir="auto">
          {shownName(showsFolder ? pathOf(entry) : entry.name)}
        </p>
        <p className="truncate text-small text-muted" role={saving === 'failed' ? 'alert' : undefined}>
          {isSaving
            ? percent(saving)
            : saving === 'failed'
              ? viewer.zipFailed
              : [size(entry.size), entry.modifiedAt && moment(entry.modifiedAt.toISOString()), reason]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
        </p>
      </div>
      {reason === undefined && (
        <IconButton
          label={`${isSaving ? app.cancel : actions.download}: ${shownName(entry.name)}`}
          icon={isSaving ? <X size={20} /> : <Download size={20} />}
          onClick={() => (isSaving ? stop.current?.abort() : void save())}
        />
      )}
    </li>
  );
}
