import type { ContentKind } from '@drive/contract';
import {
  humanSize,
  type IconName,
  Moment,
  Notice,
  PageHead,
  shortName,
  shownKind,
  styleOf,
  t,
  type Text,
} from '@drive/pages';
import type { Child } from 'hono/jsx';
import { feedbackCss } from '../../feedback/index.ts';
import type { EntryView, ShareView } from './share-views.ts';

const kindNames: Record<ContentKind, Text> = {
  folder: 'Folder',
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  pdf: 'PDF document',
  text: 'Text',
  archive: 'Archive',
  other: 'File',
};

/** `Image (JPG)` */
function typeName({ name, contentKind }: Pick<ShareView, 'name' | 'contentKind'>): string {
  const extension = contentKind === 'folder' ? undefined : /.\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  const kind = t(kindNames[contentKind]);
  return extension === undefined || contentKind === 'pdf' ? kind : `${kind} (${extension.toUpperCase()})`;
}

interface ShareHeadProps {
  readonly view: ShareView;
  readonly icon?: IconName | undefined;
  /** URL of an image in the place of the icon. */
  readonly cover?: string | undefined;
  readonly name: string;
  readonly children?: Child;
}

export function ShareHead(props: ShareHeadProps) {
  const { ownerName, expiresAt } = props.view;
  return (
    <PageHead icon={props.icon} cover={props.cover} name={props.name}>
      <p class="muted facts">{props.children}</p>
      {ownerName !== null && (
        <p class="muted">
          {t('Shared by')} <bdi>{ownerName}</bdi>
        </p>
      )}
      {expiresAt !== null && (
        <p class="muted">
          {t('Available until')} <Moment at={expiresAt} />
        </p>
      )}
    </PageHead>
  );
}

export const Size = ({ bytes }: { bytes: number }) => (
  <span title={bytes < 1000 ? undefined : t('{n} bytes', { n: bytes })}>{humanSize(bytes)}</span>
);

export const filePageCss =
  styleOf(`.shown{display:block;width:100%;max-height:70vh;border:0;object-fit:contain;margin:0 0 1.25rem;border-radius:10px;background:var(--page)}
.actions+.shown,.actions+.text{margin:1.25rem 0 0}
iframe.shown{height:60vh;border:1px solid var(--line)}
div.page{height:80vh;max-height:none;border:1px solid var(--line);overflow:hidden}
.text{max-height:75vh;overflow:auto;border:1px solid var(--line);border-radius:10px}
@media(max-width:40rem){iframe.page{display:none}}
${feedbackCss.text}`);

/** What a signed-in visitor needs to save the share. */
export interface Saving {
  readonly path: string;
  readonly xsrfToken: string;
  /** Identifies this form: sent twice, it saves once. */
  readonly onceKey: string;
  /** Path of the files of the visitor. */
  readonly drivePath: string;
  readonly state: 'unsaved' | 'running' | 'saved';
  /** Number of items that were not copied. */
  readonly leftOut: number;
}

/** The fields of a form that saves. */
export const SaveFields = ({ saving: { xsrfToken, onceKey } }: { saving: Saving }) => (
  <>
    <input type="hidden" name="xsrf" value={xsrfToken} />
    <input type="hidden" name="once" value={onceKey} />
  </>
);

/** The form that copies everything that is shared to the visitor's drive. */
export const SaveForm = ({ saving }: { saving: Saving }) => (
  <form method="post" action={saving.path}>
    <SaveFields saving={saving} />
    <button class="button plain full">{t('Save to my drive')}</button>
  </form>
);

export function SavedNotice({ saving }: { saving: Saving | undefined }) {
  if (saving === undefined || saving.state === 'unsaved') return <></>;
  const { leftOut } = saving;
  return (
    <Notice kind="good">
      {saving.state === 'running' ? t('It is being copied to your drive.') : t('It is in your drive now.')}{' '}
      {leftOut > 0 && `${t('{count} items could not be copied.', { count: leftOut })} `}
      <a href={saving.drivePath}>{t('See your files')}</a>
    </Notice>
  );
}

interface FilePageProps {
  readonly view: ShareView;
  readonly entry: EntryView;
  /** Whether the page's own script shows the file's text or pages in the place of the browser. */
  readonly isRead: boolean;
  readonly saving?: Saving | undefined;
  readonly children?: Child;
}

export function FilePage({ view, entry, isRead, saving, children }: FilePageProps) {
  const isImage = entry.shownAs === 'image' || (entry.shownAs === undefined && view.previewUrl !== null);
  return (
    <>
      <article class="card">
        {isImage && <Shown view={view} entry={entry} isRead={isRead} />}
        <ShareHead view={view} icon={isImage ? undefined : shownKind(view.contentKind, view.name)} name={view.name}>
          <span>{typeName(view)}</span> <Size bytes={view.sizeBytes} />
        </ShareHead>
        <SavedNotice saving={saving} />
        <div class="actions">
          <a class="button" href={entry.downloadPath} rel="nofollow">
            {t('Download')}
          </a>
          {entry.openPath !== undefined && (
            <a class="button plain" href={entry.openPath} rel="nofollow">
              {t('Open')}
            </a>
          )}
          {saving !== undefined && <SaveForm saving={saving} />}
        </div>
        {!isImage && <Shown view={view} entry={entry} isRead={isRead} />}
      </article>
      {children}
    </>
  );
}

/** The file itself, shown by the browser without a script. Nothing in it can run: its response is sandboxed. */
function Shown({ view, entry: { shownAs, openPath }, isRead }: Omit<FilePageProps, 'children' | 'saving'>) {
  const { name, previewUrl } = view;
  switch (shownAs) {
    case 'image':
      return (
        <a href={openPath} rel="nofollow">
          <img class="shown" src={openPath} alt={name} />
        </a>
      );
    case 'video':
      return <video class="shown" src={openPath} controls playsinline preload="metadata" aria-label={name}></video>;
    case 'audio':
      return <audio class="shown" src={openPath} controls preload="metadata" aria-label={name}></audio>;
    case 'pdf':
      return (
        <iframe
          class="shown page"
          src={openPath}
          title={name}
          loading="lazy"
          data-text={isRead ? shownAs : undefined}
        ></iframe>
      );
    case 'text':
    case 'markdown':
      return (
        <iframe
          class="shown"
          src={openPath}
          title={name}
          loading="lazy"
          data-text={isRead ? shownAs : undefined}
        ></iframe>
      );
    default:
      return previewUrl === null ? <></> : <img class="shown" src={previewUrl} alt={t('Preview')} />;
  }
}

export function SharePreview({ view }: { view: ShareView }) {
  const facts = [
    typeName(view),
    ...(view.contentKind === 'folder' && view.fileCount > 0 ? [t('{count} files', { count: view.fileCount })] : []),
    humanSize(view.sizeBytes),
    ...(view.ownerName === null ? [] : [t('shared by {name}', { name: view.ownerName })]),
  ];
  const description = facts.join(', ');
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={view.url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Drive" />
      <meta property="og:title" content={shortName(view.name)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={view.url} />
      {view.previewUrl !== null && <meta property="og:image" content={view.previewUrl} />}
      <meta name="twitter:card" content={view.previewUrl === null ? 'summary' : 'summary_large_image'} />
    </>
  );
}
