import type { ListedShare } from '@drive/sdk';
import { lazy, Suspense } from 'react';
import { client } from '../api/client.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup } from '../ui/choice-fields.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { LabelField } from './label-field.tsx';
import { LimitField } from './limit-field.tsx';
import { PasswordSetting } from './password-setting.tsx';
import { SlugField } from './slug-field.tsx';
import { UploadSettings } from './upload-settings.tsx';

const PublicUrl = lazy(() => import('./public-url.tsx'));

const modes = ['SHARED', 'PUBLIC', 'PRIVATE'] as const satisfies readonly ListedShare['shareMode'][];

/** Everything that can be set for a link. Each control saves separately. */
export function ShareSettings({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, shareMode, notifyOwnerOnDownload, notifyOnView, notifyPerRecipient } = share;
  const { commentsEnabled, likesEnabled } = share;

  const setMode = (fields: Partial<Pick<ListedShare, 'shareMode' | 'commentsEnabled' | 'likesEnabled'>>): void =>
    save({ expected: fields, run: () => client.shares.setMode({ token }, { shareMode, ...fields }) });
  const setNotify = (
    fields: Partial<Pick<ListedShare, 'notifyOwnerOnDownload' | 'notifyOnView' | 'notifyPerRecipient'>>,
  ): void => {
    const next = { notifyOwnerOnDownload, notifyOnView, notifyPerRecipient, ...fields };
    const { notifyOwnerOnDownload: notifyOnDownload, ...rest } = next;
    save({ expected: next, run: () => client.shares.setNotify({ token }, { notifyOnDownload, ...rest }) });
  };

  return (
    <div className="space-y-5">
      <FieldGroup label={texts.access}>
        {modes.map((mode) => (
          <CheckField
            key={mode}
            type="radio"
            name="share-mode"
            label={texts.modes[mode]}
            hint={texts.modeHints[mode]}
            checked={shareMode === mode}
            onChange={() => setMode({ shareMode: mode })}
          />
        ))}
        {shareMode === 'PUBLIC' && !share.listed && <p className="px-2 text-sm text-muted">{texts.notListed}</p>}
      </FieldGroup>
      {shareMode === 'PUBLIC' && share.kind === 'file' && share.itemId !== null && (
        <Suspense>
          <PublicUrl itemId={share.itemId} publicUrl={share.publicUrl} />
        </Suspense>
      )}
      <section className="grid gap-x-6 gap-y-5 sm:grid-cols-2" aria-label={texts.restrictions}>
        <ExpiryField key={`expiry ${share.expiresAt}`} share={share} save={save} />
        <LimitField key={`limit ${share.maxDownloads}`} share={share} save={save} />
        <div className="sm:col-span-2">
          <PasswordSetting share={share} save={save} />
        </div>
        <div className="sm:col-span-2">
          <SlugField key={`slug ${share.slug}`} share={share} save={save} />
        </div>
        <div className="sm:col-span-2">
          <LabelField key={`label ${share.label}`} share={share} save={save} />
        </div>
      </section>
      {share.kind === 'folder' && <UploadSettings share={share} save={save} />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <FieldGroup label={texts.notify}>
          <CheckField
            label={texts.notifyView}
            checked={notifyOnView}
            onChange={({ target }) => setNotify({ notifyOnView: target.checked })}
          />
          <CheckField
            label={texts.notifyDownload}
            checked={notifyOwnerOnDownload}
            onChange={({ target }) => setNotify({ notifyOwnerOnDownload: target.checked })}
          />
          <CheckField
            label={texts.notifyEach}
            checked={notifyOwnerOnDownload && notifyPerRecipient}
            disabled={!notifyOwnerOnDownload}
            onChange={({ target }) => setNotify({ notifyPerRecipient: target.checked })}
          />
        </FieldGroup>
        <FieldGroup label={texts.feedback}>
          <CheckField
            label={texts.comments}
            checked={commentsEnabled}
            onChange={({ target }) => setMode({ commentsEnabled: target.checked })}
          />
          <CheckField
            label={texts.likes}
            checked={likesEnabled}
            onChange={({ target }) => setMode({ likesEnabled: target.checked })}
          />
        </FieldGroup>
      </div>
    </div>
  );
}
