import type { ContentKind } from '@drive/contract';
import { isoTime } from '../../platform/clock.ts';
import { displayedName } from './displayed-name.ts';
import { humanSize } from '../../pages/human-size.ts';
import { KindIcon } from './kind-icon.tsx';

/** What the page shows of a share of one file. */
export interface ShareView {
  readonly name: string;
  readonly sizeBytes: number;
  readonly contentKind: ContentKind;
  readonly mimeType: string | null;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly ownerName: string | null;
  /** Its full address. */
  readonly url: string;
  readonly downloadPath: string;
}

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
function typeName({ name, contentKind }: ShareView): string {
  const extension = /.\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  const kind = kindNames[contentKind];
  return extension === undefined || contentKind === 'pdf' ? kind : `${kind} (${extension.toUpperCase()})`;
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const LONG_NAME = 60;

/** Breaks where a reader would break it, before it breaks anywhere. */
function Name({ name }: { name: string }) {
  const [first, ...rest] = displayedName(name).split(/(?<=[_-])(?=[^_.-])|(?<=[^.])(?=\.)/);
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

export function SharePage({ view }: { view: ShareView }) {
  return (
    <article class="card">
      <div class="file">
        <KindIcon kind={view.contentKind} />
        <div>
          <Name name={view.name} />
          {view.ownerName !== null && <p class="muted">Shared by {view.ownerName}</p>}
        </div>
      </div>
      <dl class="facts">
        <dt>Size</dt>
        <dd title={`${view.sizeBytes.toLocaleString('en')} bytes`}>{humanSize(view.sizeBytes)}</dd>
        <dt>Type</dt>
        <dd>{typeName(view)}</dd>
        {view.expiresAt !== null && (
          <>
            <dt>Available until</dt>
            <dd>
              <time datetime={isoTime(view.expiresAt)}>{dateFormat.format(view.expiresAt)} UTC</time>
            </dd>
          </>
        )}
      </dl>
      <a class="button full" href={view.downloadPath} download>
        Download
      </a>
    </article>
  );
}

/** What chats and social networks show of the link. */
export function SharePreview({ view }: { view: ShareView }) {
  const description = [
    `${typeName(view)}, ${humanSize(view.sizeBytes)}`,
    ...(view.ownerName === null ? [] : [`shared by ${view.ownerName}`]),
  ].join(', ');
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={view.url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Drive" />
      <meta property="og:title" content={displayedName(view.name)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={view.url} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}

/** In place of a share that is not open. It never tells more than that. */
export function NoSharePage({ expired }: { expired: boolean }) {
  return (
    <section class="card">
      <h1>{expired ? 'This link has expired' : 'This link leads nowhere'}</h1>
      <p>
        {expired
          ? 'Ask whoever sent it to you for a new one.'
          : 'It may be mistyped, or whoever shared the file has taken the link back.'}
      </p>
    </section>
  );
}
