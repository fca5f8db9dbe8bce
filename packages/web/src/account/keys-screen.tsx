import type { ApiKey, CreatedApiKey } from '@drive/sdk';
import { lazy, Suspense, useState } from 'react';
import KeyRound from 'virtual:lucide/key-round';
import Plus from 'virtual:lucide/plus';
import { useAct } from '../api/actions.ts';
import { client, serverUrl } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { CommandText } from '../screen/command-text.tsx';
import { MoreButton } from '../screen/pages-view.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { Entry, EntryList, FactLine } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { keyPages } from './account-queries.ts';

const NewKeyDialog = lazy(loadEarly(() => import('./new-key-dialog.tsx')));

const isOver = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** The user's API keys: creates and revokes them. */
export function KeysScreen() {
  const messages = useMessages();
  const { keys } = messages.account;
  useTitle(keys.title);
  const pages = usePages(keyPages);
  const act = useAct();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [showsOver, setShowsOver] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: keyPages.queryKey });
  return (
    <Card
      title={keys.title}
      description={keys.description}
      action={
        <Button type="button" kind="primary" onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden />
          {keys.create}
        </Button>
      }
    >
      <QueryView query={pages}>
        {({ entries: all }) => {
          const over = all.filter(isOver);
          const shown = showsOver ? all : all.filter((key) => !isOver(key));
          return (
            <>
              {all.length === over.length && !pages.hasMore && (
                <StatePage icon={<KeyRound size={36} />} title={keys.none}>
                  <p>
                    <CommandText text={keys.noneText} />
                  </p>
                </StatePage>
              )}
              <EntryList label={keys.title}>
                {shown.map((key) => (
                  <KeyEntry key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
                ))}
              </EntryList>
              {over.length > 0 && !showsOver && (
                <button
                  type="button"
                  className="mt-3 block min-h-11 text-body font-semibold text-muted hover:text-text pointer-fine:min-h-9 pointer-fine:text-dense"
                  onClick={() => setShowsOver(true)}
                >
                  {keys.showRevoked({ count: over.length })}
                </button>
              )}
              <MoreButton pages={pages} />
            </>
          );
        }}
      </QueryView>
      {isCreating && (
        <Suspense>
          <NewKeyDialog
            onCreated={(key) => {
              setCreating(false);
              setCreated(key);
              void reload();
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
      {created !== undefined && <CreatedDialog apiKey={created} onClose={() => setCreated(undefined)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          title={keys.revokeTitle({ name: revoking.label ?? revoking.prefix })}
          text={keys.revokeText}
          action={keys.revoke}
          onConfirm={() =>
            act.run(async () => {
              await client.apiKeys.revoke(revoking.id);
              await reload();
            }, keys.revoked)
          }
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}

function KeyEntry({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const { keys } = useMessages().account;
  const { moment, date } = useFormats();
  const { label, prefix, scopes, folderId, lastUsedAt, createdAt, expiresAt, revokedAt } = apiKey;
  const name = label ?? keys.unnamed;
  // The scope "admin" is for administrators.
  const allScopes = useMe()?.isAdmin === true ? 6 : 5;
  return (
    <Entry
      icon={<KeyRound size={22} />}
      title={name}
      badges={
        <>
          {revokedAt !== null ? (
            <Badge kind="bad">{keys.revokedState}</Badge>
          ) : (
            isOver(apiKey) && <Badge kind="bad">{keys.expired}</Badge>
          )}
          {folderId !== null && <Badge kind="accent">{keys.folderOnly}</Badge>}
        </>
      }
      details={
        <>
          <FactLine
            facts={[
              <code className="font-mono">{prefix}…</code>,
              lastUsedAt === null ? keys.unused : keys.used({ when: moment(lastUsedAt) }),
              keys.createdAt({ when: date(createdAt) }),
              ...(expiresAt !== null && revokedAt === null ? [keys.expiresAt({ when: date(expiresAt) })] : []),
            ]}
          />
          <span className="mt-1 block">
            <FactLine
              facts={scopes.length >= allScopes ? [keys.everything] : scopes.map((scope) => keys.scopeTexts[scope])}
            />
          </span>
        </>
      }
      actions={
        !isOver(apiKey) && (
          <Button type="button" aria-label={keys.revokeOf({ name })} onClick={onRevoke}>
            {keys.revoke}
          </Button>
        )
      }
    />
  );
}

/** Shows a new key, once. */
function CreatedDialog({ apiKey, onClose }: { readonly apiKey: CreatedApiKey; readonly onClose: () => void }) {
  const { account } = useMessages();
  const { keys } = account;
  return (
    <Dialog title={keys.createdTitle} description={keys.createdText} staysOpen onClose={onClose}>
      <div className="space-y-4">
        <CopyField label={keys.key} value={apiKey.rawKey} />
        <CopyField label={keys.command} value={`drive-cli login --url ${serverUrl} --with-key`} />
      </div>
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
