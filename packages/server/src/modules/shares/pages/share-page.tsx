import type { ContentKind } from '@drive/contract';
import type { Child } from 'hono/jsx';
import { humanSize } from '../../../pages/human-size.ts';
import { shortName } from '../../../pages/displayed-name.ts';
import type { IconName } from '../../../pages/kind-icon.tsx';
import { Moment, PageHead } from '../../../pages/page-head.tsx';
import type { EntryView, ShareView } from './share-views.ts';

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
function typeName({ name, contentKind }: Pick<ShareView, 'name' | 'contentKind'>): string {
  const extension = contentKind === 'folder' ? undefined : /.\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  const kind = kindNames[contentKind];
  return extension === undefined || contentKind === 'pdf' ? kind : `${kind} (${extension.toUpperCase()})`;
}

/** Name, facts, owner and expiry of a share. */
export function ShareHead(props: { view: ShareView; icon?: IconName | undefined; name: string; children?: Child }) {
  const { ownerName, expiresAt } = props.view;
  return (
    <PageHead icon={props.icon} name={props.name}>
      <p class="muted facts">{props.children}</p>
      {ownerName !== null && (
        <p class="muted">
          Shared by <bdi>{ownerName}</bdi>
        </p>
      )}
      {expiresAt !== null && (
        <p class="muted">
          Available until <Moment at={expiresAt} />
        </p>
      )}
    </PageHead>
  );
}

export const Size = ({ bytes }: { bytes: number }) => (
  <span title={bytes < 1000 ? undefined : `${bytes.toLocaleString('en')} bytes`}>{humanSize(bytes)}</span>
);

export function FilePage({ view, entry, children }: { view: ShareView; entry: EntryView; children?: Child }) {
  return (
    <>
      <article class="card">
        {view.previewUrl !== null && <img class="preview" src={view.previewUrl} alt="Preview" />}
        <ShareHead view={view} icon={view.previewUrl === null ? view.contentKind : undefined} name={view.name}>
          <span>{typeName(view)}</span> <Size bytes={view.sizeBytes} />
        </ShareHead>
        <div class="actions">
          <a class="button" href={entry.downloadPath} rel="nofollow">
            Download
          </a>
          {entry.openPath !== undefined && (
            <a class="button plain" href={entry.openPath} rel="nofollow">
              Open
            </a>
          )}
        </div>
      </article>
      {children}
    </>
  );
}

/** Metadata for link previews of chats and social networks. */
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
      <meta property="og:title" content={shortName(view.name)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={view.url} />
      {view.previewUrl !== null && <meta property="og:image" content={view.previewUrl} />}
      <meta name="twitter:card" content={view.previewUrl === null ? 'summary' : 'summary_large_image'} />
    </>
  );
}
