import type { AdminFile } from '@drive/sdk';
import { useCallback, useState } from 'react';
import { useForm } from 'react-hook-form';
import ShieldCheck from 'virtual:lucide/shield-check';
import { useSubmit } from '../api/actions.ts';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { FormError, SelectField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';
import { ReportsCard } from './reports-card.tsx';

/** Quarantining or deleting a file also closes the reports about it. */
const reload = () => Promise.all([reloadList('files'), reloadList('reports')]);

type Which = 'quarantined' | 'anonymous' | 'all';

/** Reports name a file by its link, which the server finds by token or short code. */
const identifierOf = (text: string): string => /^https?:\/\/\S+\/(?:share|s)\/([^/?#]+)/.exec(text)?.[1] ?? text;

/** Files of all users: those in quarantine first, because they need a decision. */
export function AdminFilesScreen() {
  const { files } = useMessages().admin;
  useTitle(files.title);
  const [q, setQ] = useState('');
  const [which, setWhich] = useState<Which>('quarantined');
  const [blocking, setBlocking] = useState<AdminFile>();
  const pages = usePages({
    queryKey: [...adminKeys.files, which, q],
    load: (cursor, signal) =>
      client.admin.files.list(
        {
          limit: 50,
          ...(which === 'quarantined' ? { quarantined: true } : which === 'anonymous' ? { anonymous: true } : {}),
          ...(q === '' ? {} : { q: identifierOf(q) }),
          ...cursor,
        },
        { signal },
      ),
  });
  return (
    <>
      <ReportsCard onBlock={setBlocking} />
      <Card title={files.title} description={files.description}>
        <FilterBar>
          <SearchFilter label={files.search} value={q} onChange={useCallback((text: string) => setQ(text), [])} />
          <SelectField
            label={files.show}
            value={which}
            options={[
              ['quarantined', files.which.quarantined],
              ['anonymous', files.which.anonymous],
              ['all', files.which.all],
            ]}
            onChange={({ target }) => setWhich(target.value as Which)}
          />
        </FilterBar>
        <PagesView
          label={files.title}
          pages={pages}
          empty={
            <StatePage
              icon={<ShieldCheck size={36} />}
              title={which === 'quarantined' ? files.noneBlocked : files.none}
            />
          }
        >
          {(file) => <FileEntry key={file.id} file={file} onBlock={() => setBlocking(file)} />}
        </PagesView>
      </Card>
      {blocking !== undefined && <QuarantineDialog file={blocking} onClose={() => setBlocking(undefined)} />}
    </>
  );
}

function FileEntry({ file, onBlock }: { readonly file: AdminFile; readonly onBlock: () => void }) {
  const { files } = useMessages().admin;
  const { size, moment } = useFormats();
  const act = useAct();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, owner, uploadedAt, inTrash, quarantinedAt, quarantineReason } = file;
  return (
    <Entry
      icon={<KindIcon kind={file.contentKind} size={22} />}
      title={name}
      badges={
        <>
          {quarantinedAt !== null && <Badge kind="bad">{files.quarantined}</Badge>}
          {inTrash && <Badge>{files.inTrash}</Badge>}
        </>
      }
      details={[
        owner?.email ?? files.nobody,
        ...(file.size === null ? [] : [size(file.size)]),
        moment(uploadedAt),
        ...(quarantinedAt === null ? [] : [quarantineReason ?? files.noReason]),
      ].join(' · ')}
      actions={
        <>
          {quarantinedAt === null ? (
            <Button type="button" aria-label={files.blockOf({ name })} onClick={onBlock}>
              {files.block}
            </Button>
          ) : (
            <Button
              type="button"
              disabled={act.isPending}
              aria-label={files.releaseOf({ name })}
              onClick={() =>
                act.run(async () => {
                  await client.admin.files.quarantine(id, { quarantined: false });
                  await reload();
                }, files.released({ name }))
              }
            >
              {files.release}
            </Button>
          )}
          <Button
            type="button"
            kind="ghost"
            className="text-bad!"
            aria-label={files.deleteOf({ name })}
            onClick={() => setDeleting(true)}
          >
            {files.delete}
          </Button>
        </>
      }
    >
      {isDeleting && (
        <ConfirmDialog
          title={files.deleteTitle({ name })}
          text={files.deleteText}
          action={files.delete}
          onConfirm={() =>
            act.run(async () => {
              await client.admin.files.delete(id);
              await reload();
            }, files.deleted({ name }))
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </Entry>
  );
}

function QuarantineDialog({ file, onClose }: { readonly file: AdminFile; readonly onClose: () => void }) {
  const { admin } = useMessages();
  const { files } = admin;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: '' } });
  const send = useSubmit(setError, ['reason']);
  const { ref, ...reason } = register('reason');
  const onSubmit = handleSubmit(async (typed) => {
    if (
      await send(() =>
        client.admin.files.quarantine(file.id, { quarantined: true, reason: typed.reason.trim() }).then(reload),
      )
    )
      onClose();
  });
  return (
    <Dialog title={files.blockTitle({ name: file.name })} description={files.blockText} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          {...reason}
          inputRef={ref}
          label={files.reason}
          hint={files.reasonHint}
          error={formState.errors.reason?.message}
          maxLength={500}
          autoComplete="off"
        />
        <FormError message={formState.errors.root?.message} />
        <FormActions submit={files.block} kind="danger" disabled={formState.isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
