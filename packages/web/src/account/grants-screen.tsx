import type { CreatedUploadGrant, UploadGrant } from '@drive/sdk';
import { lazy, Suspense, useState } from 'react';
import FileUp from 'virtual:lucide/file-up';
import Plus from 'virtual:lucide/plus';
import { useAct } from '../api/actions.ts';
import { client, serverPath, serverUrl } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { CommandText } from '../screen/command-text.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { Entry, FactLine } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { grantPages } from './account-queries.ts';

const NewGrantDialog = lazy(loadEarly(() => import('./new-grant-dialog.tsx')));

/** Upload grants, with which pages of an application upload files: creates and revokes them, and shows their use. */
export function GrantsScreen() {
  const { grants } = useMessages().account;
  useTitle(grants.title);
  const pages = usePages(grantPages);
  const act = useAct();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedUploadGrant>();
  const [revoking, setRevoking] = useState<UploadGrant>();
  const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: grantPages.queryKey });
  return (
    <Card
      title={grants.title}
      description={
        <>
          {grants.description}{' '}
          <a
            className="-my-3 inline-flex min-h-11 items-center font-medium text-accent underline"
            href={serverPath('/api/docs')}
          >
            {grants.docs}
          </a>
        </>
      }
      action={
        <Button type="button" kind="primary" onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden />
          {grants.create}
        </Button>
      }
    >
      <PagesView
        label={grants.title}
        pages={pages}
        empty={
          <StatePage icon={<FileUp size={36} />} title={grants.none}>
            <p>
              <CommandText text={grants.noneText} />
            </p>
          </StatePage>
        }
      >
        {(grant) => <GrantEntry key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />}
      </PagesView>
      {isCreating && (
        <Suspense>
          <NewGrantDialog
            onCreated={(grant) => {
              setCreating(false);
              setCreated(grant);
              void reload();
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
      {created !== undefined && <CreatedDialog grant={created} onClose={() => setCreated(undefined)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          title={grants.revokeTitle({ name: revoking.data ?? revoking.prefix })}
          text={grants.revokeText}
          action={grants.revoke}
          onConfirm={() =>
            act.run(async () => {
              await client.uploadGrants.revoke(revoking.id);
              await reload();
            }, grants.revoked)
          }
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}

/** Why no upload can begin with a grant; undefined: one can. */
function endOf({ revokedAt, expiresAt, usedFiles, maxFiles }: UploadGrant): 'revoked' | 'expired' | 'used' | undefined {
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) <= Date.now()) return 'expired';
  return usedFiles >= maxFiles ? 'used' : undefined;
}

function GrantEntry({ grant, onRevoke }: { readonly grant: UploadGrant; readonly onRevoke: () => void }) {
  const { grants } = useMessages().account;
  const { moment, number, size } = useFormats();
  const { prefix, data, usedFiles, maxFiles, usedBytes, maxTotalBytes, maxFileBytes, allowedTypes, expiresAt } = grant;
  const end = endOf(grant);
  const name = data ?? prefix;
  const facts = [
    grants.used({ used: number(usedFiles), most: number(maxFiles) }),
    maxTotalBytes === null ? size(usedBytes) : grants.usedBytes({ used: size(usedBytes), most: size(maxTotalBytes) }),
    ...(maxFileBytes === null ? [] : [grants.largest({ size: size(maxFileBytes) })]),
    ...(allowedTypes === null ? [] : [allowedTypes.join(', ')]),
    ...(end === undefined ? [grants.expires({ when: moment(expiresAt) })] : []),
  ];
  return (
    <Entry
      icon={<FileUp size={22} />}
      title={name}
      badges={
        <>
          {end !== undefined && <Badge kind={end === 'used' ? 'plain' : 'bad'}>{grants.ends[end]}</Badge>}
          {grant.share && <Badge kind="accent">{grants.shares}</Badge>}
        </>
      }
      details={<FactLine facts={[<code className="font-mono">{prefix}…</code>, ...facts]} />}
      actions={
        grant.revokedAt === null &&
        end !== 'expired' && (
          <Button type="button" aria-label={grants.revokeOf({ name })} onClick={onRevoke}>
            {grants.revoke}
          </Button>
        )
      }
    />
  );
}

/** Shows the token of a new grant, once, and how to use it. */
function CreatedDialog({ grant, onClose }: { readonly grant: CreatedUploadGrant; readonly onClose: () => void }) {
  const { grants } = useMessages().account;
  const call = `await uploadWithGrant(file, { baseUrl: '${serverUrl}', token: '${grant.token}' });`;
  return (
    <Dialog title={grants.createdTitle} description={grants.createdText} staysOpen onClose={onClose}>
      <div className="space-y-4">
        <CopyField label={grants.token} value={grant.token} />
        <CopyField label={grants.call} value={call} />
      </div>
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
