import type { FileVersion, Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Download from 'virtual:lucide/download';
import RotateCcw from 'virtual:lucide/rotate-ccw';
import Trash from 'virtual:lucide/trash';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { itemQuery } from '../api/content.ts';
import { usePages } from '../api/pages.ts';
import { mayUse, type ItemUse } from '../api/rights.ts';
import { followDownload } from '../files/actions/download.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { deleteVersion, restoreVersion, versionPages } from './version-queries.ts';

/** The content of a file and those that it had before, which can be downloaded, restored and deleted. */
export function VersionList({ item: known }: { readonly item: Item }) {
  const { versions: texts } = useMessages();
  const { moment, size } = useFormats();
  const { data: item } = useQuery({ ...itemQuery(known.id), initialData: known });
  const pages = usePages(versionPages(item));
  const [deleting, setDeleting] = useState<FileVersion>();
  const act = useAct();
  return (
    <>
      <EntryList label={texts.current}>
        <Entry
          title={moment(item.modifiedAt ?? item.uploadedAt)}
          badges={<Badge kind="accent">{texts.current}</Badge>}
          details={item.size === null ? undefined : size(item.size)}
        />
      </EntryList>
      <hr className="my-3 border-line" />
      <PagesView label={texts.title} pages={pages} empty={<p className="text-body text-muted">{texts.none}</p>}>
        {(version) => (
          <VersionEntry key={version.version} file={item} version={version} act={act} onDelete={setDeleting} />
        )}
      </PagesView>
      {deleting !== undefined && (
        <ConfirmDialog
          title={texts.deleteTitle({ time: moment(deleting.modifiedAt ?? deleting.uploadedAt) })}
          text={texts.deleteText}
          action={texts.delete}
          onConfirm={() => act.run(() => deleteVersion(item.id, deleting.version), texts.deleted)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}

interface VersionEntryProps {
  readonly file: Item;
  readonly version: FileVersion;
  readonly act: ReturnType<typeof useAct>;
  readonly onDelete: (version: FileVersion) => void;
}

function VersionEntry({ file, version, act, onDelete }: VersionEntryProps) {
  const { versions: texts } = useMessages();
  const { moment, size } = useFormats();
  const time = moment(version.modifiedAt ?? version.uploadedAt);
  const may = (use: ItemUse): boolean => mayUse(file, use, undefined);
  return (
    <Entry
      title={time}
      details={`${size(version.size)} · ${texts.replaced({ time: moment(version.replacedAt) })}`}
      actions={
        <>
          {may('write') && (
            <Button
              type="button"
              aria-label={texts.restoreOf({ time })}
              disabled={act.isPending}
              onClick={() => act.run(() => restoreVersion(file.id, version.version), texts.restored({ time }))}
            >
              <RotateCcw size={18} aria-hidden />
              {texts.restore}
            </Button>
          )}
          <IconButton
            type="button"
            label={texts.downloadOf({ time })}
            icon={<Download size={20} />}
            onClick={() =>
              act.run(async () =>
                followDownload((await client.files.versions.downloadUrl(file.id, version.version)).downloadUrl),
              )
            }
          />
          {may('delete') && (
            <IconButton
              type="button"
              label={texts.deleteOf({ time })}
              icon={<Trash size={20} />}
              onClick={() => onDelete(version)}
            />
          )}
        </>
      }
    />
  );
}
