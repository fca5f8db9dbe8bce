import type { ListedShare } from '@drive/sdk';
import { lazy, Suspense, useId } from 'react';
import { client } from '../api/client.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup, SelectField } from '../ui/choice-fields.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { Folded } from './folded.tsx';
import { LabelField } from './label-field.tsx';
import { LimitField } from './limit-field.tsx';
import { PasswordSetting } from './password-setting.tsx';
import { SettingChips } from './setting-chips.tsx';
import { SlugField } from './slug-field.tsx';
import { UploadSettings } from './upload-settings.tsx';

const PublicUrl = lazy(() => import('./public-url.tsx'));
const CoverField = lazy(() => import('./cover-field.tsx'));

const modes = ['SHARED', 'PUBLIC', 'PRIVATE'] as const satisfies readonly ListedShare['shareMode'][];

type ModeFields = Partial<Pick<ListedShare, 'shareMode' | 'commentsEnabled' | 'likesEnabled'>>;

const modeChangeOf = ({ shareToken: token, shareMode }: ListedShare, fields: ModeFields) => ({
  expected: fields,
  run: () => client.shares.setMode({ token }, { shareMode, ...fields }),
});

/** Who can open a link, and folded, everything else that can be set for it. Each control saves separately. */
export function ShareSettings({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { shareMode } = share;
  const id = useId();
  return (
    <div className="space-y-4">
      <div>
        <SelectField
          label={texts.access}
          value={shareMode}
          options={modes.map((mode) => [mode, texts.modes[mode]])}
          aria-describedby={id}
          onChange={({ target: { value } }) =>
            save(modeChangeOf(share, { shareMode: modes.find((mode) => mode === value) ?? shareMode }))
          }
        />
        <p id={id} className="mt-1.5 text-sm text-muted">
          {texts.modeHints[shareMode]} {shareMode === 'PUBLIC' && !share.listed && texts.notListed}
        </p>
      </div>
      {shareMode === 'PUBLIC' && share.kind === 'file' && share.itemId !== null && (
        <Suspense>
          <PublicUrl itemId={share.itemId} publicUrl={share.publicUrl} />
        </Suspense>
      )}
      <Folded title={texts.settings} summary={(open) => <SettingChips share={share} onOpen={open} />}>
        <FoldedSettings share={share} save={save} />
      </Folded>
    </div>
  );
}

function FoldedSettings({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  return (
    <div className="space-y-5">
      <section className="grid gap-x-6 gap-y-5 sm:grid-cols-2" aria-label={texts.restrictions}>
        <ExpiryField share={share} save={save} />
        <LimitField share={share} save={save} />
        <div className="sm:col-span-2">
          <PasswordSetting share={share} save={save} />
        </div>
        <div className="sm:col-span-2">
          <SlugField share={share} save={save} />
        </div>
        <div className="sm:col-span-2">
          <LabelField share={share} save={save} />
        </div>
      </section>
      {share.kind !== 'file' && (
        <Suspense>
          <CoverField share={share} save={save} />
        </Suspense>
      )}
      {share.kind === 'folder' && <UploadSettings share={share} save={save} />}
      <Feedback share={share} save={save} />
    </div>
  );
}

function Feedback({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, notifyOwnerOnDownload, notifyOnView, notifyPerRecipient } = share;
  const { commentsEnabled, likesEnabled } = share;
  const setNotify = (
    fields: Partial<Pick<ListedShare, 'notifyOwnerOnDownload' | 'notifyOnView' | 'notifyPerRecipient'>>,
  ): void => {
    const next = { notifyOwnerOnDownload, notifyOnView, notifyPerRecipient, ...fields };
    const { notifyOwnerOnDownload: notifyOnDownload, ...rest } = next;
    save({ expected: next, run: () => client.shares.setNotify({ token }, { notifyOnDownload, ...rest }) });
  };
  return (
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
          onChange={({ target }) => save(modeChangeOf(share, { commentsEnabled: target.checked }))}
        />
        <CheckField
          label={texts.likes}
          checked={likesEnabled}
          onChange={({ target }) => save(modeChangeOf(share, { likesEnabled: target.checked }))}
        />
      </FieldGroup>
    </div>
  );
}
