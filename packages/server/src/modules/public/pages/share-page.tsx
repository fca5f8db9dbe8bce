import type { ContentKind } from '@drive/contract';
import { isoTime } from '../../../platform/clock.ts';
import { humanSize } from '../../../pages/human-size.ts';
import { KindIcon } from './kind-icon.tsx';
import type { EntryView, ShareView } from './share-view.ts';

const kindNames: Record<ContentKind, string> = {
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
export function typeName({ name, contentKind }: Pick<ShareView, 'name' | 'contentKind'>): string {
  const extension = contentKind === 'folder' ? undefined : /.\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  const kind = kindNames[contentKind];
  return extension === undefined || contentKind === 'pdf' ? kind : `${kind} (${extension.toUpperCase()})`;
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const LONG_NAME = 60;

/** Breaks where a reader would break it, before it breaks anywhere. */
function Name({ name }: { name: string }) {
  const [first, ...rest] = name.split(/(?<=[_-])(?=[^_.-])|(?<=[^.])(?=\.)/);
  return (
    <h1 class={name.length > LONG_NAME ? 'long' : undefined} dir="auto">
      {first}
      {rest.map((part) => (
        <>
          <wbr />
          {part}
        </>
      ))}
    </h1>
  );
}

/** What is shared, and by whom. */
export function ShareHead({ view }: { view: ShareView }) {
  return (
    <div class="file">
      <KindIcon kind={view.contentKind} />
      <div>
        <Name name={view.name} />
        {view.ownerName !== null && <p class="muted">Shared by {view.ownerName}</p>}
      </div>
    </div>
  );
}

export function ExpiryFact({ expiresAt }: Pick<ShareView, 'expiresAt'>) {
  if (expiresAt === null) return null;
  return (
    <>
      <dt>Available until</dt>
      <dd>
        <time datetime={isoTime(expiresAt)}>{dateFormat.format(expiresAt)} UTC</time>
      </dd>
    </>
  );
}

/** The page of a single file. */
export function FilePage({ view, entry }: { view: ShareView; entry: EntryView }) {
  return (
    <article class="card">
      <ShareHead view={view} />
      {view.previewUrl !== null && <img class="preview" src={view.previewUrl} alt="Preview of the image" />}
      <dl class="facts">
        <dt>Size</dt>
        <dd title={`${view.sizeBytes.toLocaleString('en')} bytes`}>{humanSize(view.sizeBytes)}</dd>
        <dt>Type</dt>
        <dd>{typeName(view)}</dd>
        <ExpiryFact expiresAt={view.expiresAt} />
      </dl>
      <div class="actions">
        <a class="button" href={entry.downloadPath} rel="nofollow" download>
          Download
        </a>
        {entry.openPath !== undefined && (
          <a class="button plain" href={entry.openPath} rel="nofollow">
            Open
          </a>
        )}
      </div>
    </article>
  );
}

/** What chats and social networks show of the link. */
export function SharePreview({ view }: { view: ShareView }) {
  const facts = [
    typeName(view),
    ...(view.contentKind === 'folder' && view.fileCount > 0
      ? [`${view.fileCount} ${view.fileCount === 1 ? 'file' : 'files'}`]
      : []),
    humanSize(view.sizeBytes),
    ...(view.ownerName === null ? [] : [`shared by ${view.ownerName}`]),
  ];
  const description = facts.join(', ');
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={view.url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Drive" />
      <meta property="og:title" content={view.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={view.url} />
      {view.previewUrl !== null && <meta property="og:image" content={view.previewUrl} />}
      <meta name="twitter:card" content={view.previewUrl === null ? 'summary' : 'summary_large_image'} />
    </>
  );
}
