import type { StoredFile } from '@drive/sdk';
import { lazy, Suspense, useState } from 'react';
import FileClock from 'virtual:lucide/file-clock';
import Trash from 'virtual:lucide/trash';
import { useAct } from '../../api/actions.ts';
import { usePages } from '../../api/pages.ts';
import { loadEarly } from '../../browser/load-early.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { PagesView } from '../../screen/pages-view.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Entry } from '../../ui/entry-list.tsx';
import { notify } from '../../ui/notices.ts';
import { deleteVersions, storedFilePages, type StoredFileOrder } from '../../versions/version-queries.ts';

const VersionsDialog = lazy(loadEarly(() => import('../../versions/versions-dialog.tsx')));

/** The files that use the most storage, by their versions or by their size; a list of the first kind leads to the versions. */
export function StoredFilesCard({ by }: { readonly by: StoredFileOrder }) {
  const { storage } = useMessages().account;
  const { size } = useFormats();
  const pages = usePages(storedFilePages(by));
  const [chosen, setChosen] = useState<{ readonly file: StoredFile; readonly does: 'show' | 'delete' }>();
  const act = useAct();
  const remove = (file: StoredFile): void =>
    act.run(async () => {
      const { bytes } = await deleteVersions(file.item.id);
      notify({ text: storage.freed({ size: size(bytes) }) });
    });
  const close = (): void => setChosen(undefined);
  return (
    <Card
      title={by === 'size' ? storage.largest : storage.oldVersions}
      description={by === 'size' ? undefined : storage.oldVersionsText}
    >
      <PagesView
        label={by === 'size' ? storage.largest : storage.oldVersions}
        pages={pages}
        empty={<p className="text-muted">{by === 'size' ? storage.noLarge : storage.noVersions}</p>}
      >
        {(file) => (
          <StoredFileEntry
            key={file.item.id}
            file={file}
            isBusy={act.isPending}
            onShow={() => setChosen({ file, does: 'show' })}
            onDelete={() => setChosen({ file, does: 'delete' })}
          />
        )}
      </PagesView>
      {chosen?.does === 'show' && (
        <Suspense>
          <VersionsDialog item={chosen.file.item} onClose={close} />
        </Suspense>
      )}
      {chosen?.does === 'delete' && (
        <ConfirmDialog
          title={storage.removeTitle({ name: chosen.file.item.name })}
          text={storage.removeText({ count: chosen.file.versions, size: size(chosen.file.versionBytes) })}
          action={storage.removeAction}
          onConfirm={() => remove(chosen.file)}
          onClose={close}
        />
      )}
    </Card>
  );
}

interface StoredFileEntryProps {
  readonly file: StoredFile;
  readonly isBusy: boolean;
  readonly onShow: () => void;
  readonly onDelete: () => void;
}

function StoredFileEntry({ file, isBusy, onShow, onDelete }: StoredFileEntryProps) {
  const { storage } = useMessages().account;
  const { size } = useFormats();
  const { item, path, versions, versionBytes } = file;
  const ofVersions = `${storage.versionCount({ count: versions })} · ${size(versionBytes)}`;
  return (
    <Entry
      title={item.name}
      tooltip={path}
      details={[path, size(item.size ?? 0), ...(versions === 0 ? [] : [ofVersions])].join(' · ')}
      actions={
        versions > 0 && (
          <>
            <IconButton
              type="button"
              label={storage.open({ name: item.name })}
              icon={<FileClock size={20} />}
              onClick={onShow}
            />
            <IconButton
              type="button"
              label={storage.remove({ name: item.name })}
              icon={<Trash size={20} />}
              disabled={isBusy}
              onClick={onDelete}
            />
          </>
        )
      }
    />
  );
}
