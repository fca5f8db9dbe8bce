import type { StorageUse } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { QueryView } from '../../screen/query-view.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { storageUseQuery } from '../account-queries.ts';
import { StoredFilesCard } from './stored-files.tsx';

/** The user's storage by kind of content, and the files that use the most. */
export function StorageScreen() {
  const { storage } = useMessages().account;
  useTitle(storage.title);
  const query = useQuery(storageUseQuery);
  return (
    <>
      <Card title={storage.title} description={storage.description}>
        <QueryView query={query}>{(use) => <Parts use={use} />}</QueryView>
      </Card>
      <StoredFilesCard by="versions" />
      <StoredFilesCard by="size" />
    </>
  );
}

function Parts({ use: { kinds, trash, versions, otherBytes } }: { readonly use: StorageUse }) {
  const { storage } = useMessages().account;
  const { size, percent } = useFormats();
  const parts = [
    ...kinds.map(({ contentKind, files, bytes }) => ({
      name: storage.kinds[contentKind],
      count: storage.files({ count: files }),
      bytes,
    })),
    ...(trash.files > 0
      ? [{ name: storage.trash, count: storage.files({ count: trash.files }), bytes: trash.bytes }]
      : []),
    ...(versions.files > 0
      ? [{ name: storage.versions, count: storage.versionCount({ count: versions.files }), bytes: versions.bytes }]
      : []),
    ...(otherBytes > 0 ? [{ name: storage.rest, count: undefined, bytes: otherBytes }] : []),
  ];
  if (parts.length === 0) return <p className="text-muted">{storage.none}</p>;
  // A drive of empty files uses no bytes.
  const total = Math.max(
    1,
    parts.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return (
    <ul className="max-w-2xl space-y-4">
      {parts.map(({ name, count, bytes }) => (
        <li key={name}>
          <p className="mb-1.5 flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{name}</span>
            <span className="text-muted">{count === undefined ? size(bytes) : `${count} · ${size(bytes)}`}</span>
          </p>
          <Progress label={storage.share({ name, share: percent(bytes / total) })} value={bytes / total} />
        </li>
      ))}
    </ul>
  );
}
