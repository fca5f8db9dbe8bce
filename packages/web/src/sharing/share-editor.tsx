import { Tabs } from '@base-ui/react/tabs';
import type { ListedShare } from '@drive/sdk';
import { lazy, Suspense, useState } from 'react';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { refreshShares, shareName, useShareChange } from '../api/shares.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { Folded } from './folded.tsx';
import { LinkBox } from './link-box.tsx';
import { ShareSettings } from './share-settings.tsx';
import { sendAll, UnsavedForms } from './unsaved-forms.ts';

const ShareSending = lazy(() => import('./share-sending.tsx'));
const ShareActivity = lazy(() => import('./share-activity.tsx'));
const AccessPanel = lazy(loadEarly(() => import('../access/access-panel.tsx')));

interface ShareEditorProps {
  readonly share: ListedShare;
  readonly onClose: () => void;
}

const tabClass =
  'min-h-11 -mb-px border-b-2 border-transparent px-2.5 sm:px-3 text-body font-medium text-muted -outline-offset-2! hover:text-text data-active:border-accent data-active:font-semibold data-active:text-accent';

/**
 * The link with its settings and who has access without it, its recipients, and its use. Each setting is saved separately, at the latest
 * by what hides it.
 */
export function ShareEditor({ share, onClose }: ShareEditorProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts, shared } = useMessages().sharing;
  const { shareToken: token } = share;
  const change = useShareChange(token);
  const [asksToEnd, setAsksToEnd] = useState(false);
  const [tab, setTab] = useState<string>('settings');
  const [unsaved] = useState(() => new Set<() => Promise<boolean>>());
  const leave = async (go: () => void): Promise<void> => {
    if (await sendAll(unsaved)) go();
  };

  const end = async (): Promise<void> => {
    try {
      await client.shares.revoke({ token });
      notify({ text: texts.ended });
      void refreshShares();
      onClose();
    } catch (error) {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
    }
  };
  const panelClass = 'pt-4 outline-none';
  const { itemId } = share;
  const tabs = ['settings', 'send', 'activity'] as const;
  return (
    <UnsavedForms value={unsaved}>
      <LinkBox url={share.shortUrl} />
      <Tabs.Root value={tab} className="mt-4" onValueChange={(next: string) => void leave(() => setTab(next))}>
        <Tabs.List className="flex overflow-x-auto border-b border-line">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={tabClass}>
              {texts.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {change.error !== null && (
          <div className="pt-4">
            <FormError message={errorText(change.error, messages, formats)} />
          </div>
        )}
        <Suspense>
          <Tabs.Panel value="settings" className={panelClass}>
            <ShareSettings share={share} save={change.mutate} />
            {itemId !== null && (
              <Folded title={texts.people}>
                <AccessPanel itemId={itemId} onLeft={onClose} />
              </Folded>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="send" className={panelClass}>
            <ShareSending token={token} />
          </Tabs.Panel>
          <Tabs.Panel value="activity" className={panelClass}>
            <ShareActivity share={share} />
          </Tabs.Panel>
        </Suspense>
      </Tabs.Root>
      <div className="sticky -bottom-5 -mx-5 mt-5 -mb-5 flex flex-wrap items-center gap-3 border-t border-line bg-card px-5 py-3">
        <Button type="button" kind="ghost" className="-ms-4 text-bad!" onClick={() => setAsksToEnd(true)}>
          {texts.end}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-end text-sm text-muted">
          {change.isPending ? texts.saving : change.isSuccess && change.error === null ? texts.saved : ''}
        </p>
        <Button type="button" kind="primary" onClick={() => void leave(onClose)}>
          {texts.done}
        </Button>
      </div>
      {asksToEnd && (
        <ConfirmDialog
          title={texts.endTitle}
          text={texts.endText({ name: shareName(share, shared) })}
          action={texts.end}
          onConfirm={() => void end()}
          onClose={() => setAsksToEnd(false)}
        />
      )}
    </UnsavedForms>
  );
}
