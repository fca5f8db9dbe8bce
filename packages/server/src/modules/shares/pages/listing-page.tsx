import { humanSize, IconDrawings, Name, Pager, SmallIcon, t, type Text } from '@drive/pages';
import type { Child } from 'hono/jsx';
import type { HeldBackReason } from '../../files/index.ts';
import { ShareHead, Size } from './share-page.tsx';
import type { EntryView, ListingView, ShareView } from './share-views.ts';

interface ListingPageProps {
  readonly view: ShareView;
  readonly listing: ListingView;
  /** Where visitors add files; undefined: they may not. */
  readonly addPath?: string | undefined;
  readonly children?: Child;
}

export function ListingPage({ view, listing, addPath, children }: ListingPageProps) {
  const { entries, trail, totalItems, archivePath, search } = listing;
  return (
    <>
      <article class="card">
        {trail.length > 0 && <Trail trail={trail} />}
        <ShareHead view={view} icon="folder" name={listing.name}>
          {listing.isFolder && <span>{t('{count} items', { count: totalItems })}</span>}{' '}
          <Size bytes={listing.sizeBytes} />
        </ShareHead>
        {archivePath !== undefined && (
          <a class="button full" href={archivePath} rel="nofollow">
            {t(trail.length === 0 ? 'Download all as ZIP' : 'Download folder as ZIP')}
          </a>
        )}
        {addPath !== undefined && (
          <a class="button plain full" href={addPath}>
            {t('Add files')}
          </a>
        )}
        {search !== undefined && (search.q !== '' || entries.length > 0) && <Search {...search} />}
        {entries.length === 0 ? (
          <p class="muted empty">{t(textOfNothing(listing))}</p>
        ) : (
          <>
            <IconDrawings names={entries.map(({ contentKind }) => contentKind)} />
            <ul class="entries" aria-label={t('Contents')}>
              {entries.map((entry, index) => (
                <Entry entry={entry} number={index + 1} />
              ))}
            </ul>
          </>
        )}
        <Pager {...listing} />
      </article>
      {children}
    </>
  );
}

function textOfNothing({ totalItems, search }: ListingView): Text {
  if (totalItems > 0) return 'There is nothing on this page.';
  return search !== undefined && search.q !== '' ? 'Nothing found.' : 'This folder is empty.';
}

/** Works without a script. */
function Search({ q, folderId }: NonNullable<ListingView['search']>) {
  return (
    <form role="search">
      {folderId !== undefined && <input type="hidden" name="folder" value={folderId} />}
      <input
        type="search"
        name="q"
        value={q}
        aria-label={t('Search this folder')}
        placeholder={t('Search this folder')}
      />
      <button>{t('Search')}</button>
    </form>
  );
}

const reasons = {
  infected: 'Contains a virus',
  quarantined: 'Quarantined by the administrator',
  pending: 'Being checked for viruses',
  unscanned: 'Not checked for viruses',
} as const satisfies Record<HeldBackReason, Text>;

/** Renders few bytes: a page has thirty entries, and names can be long. */
function Entry({ entry, number }: { entry: EntryView; number: number }) {
  const { name, folderName, contentKind, previewUrl, openPath, downloadPath, shownAs, heldBackFor } = entry;
  const path = openPath ?? downloadPath;
  return (
    <li>
      {previewUrl === null ? <SmallIcon name={contentKind} /> : <img src={previewUrl} alt="" loading="lazy" />}
      <div>
        {path === undefined ? (
          <span>
            <Name name={name} />
          </span>
        ) : (
          <a href={path} id={`n${number}`} data-kind={shownAs === 'image' ? undefined : shownAs}>
            <Name name={name} />
          </a>
        )}
        <small>
          {heldBackFor === undefined ? humanSize(entry.sizeBytes) : t(reasons[heldBackFor])}
          {folderName !== undefined && (
            <>
              {' · '}
              <bdi>{folderName}</bdi>
            </>
          )}
        </small>
      </div>
      {downloadPath !== undefined && (
        <a class="get" href={downloadPath} id={`d${number}`} aria-labelledby={`d${number} n${number}`}>
          <span>{t('Download')}</span>
        </a>
      )}
    </li>
  );
}

/** A long trail shows its first folder and the last ones. */
const trailHead = 1;
const trailTail = 3;

function Trail({ trail }: Pick<ListingView, 'trail'>) {
  return (
    <nav class="trail" aria-label={t('Folders above')}>
      <ol>
        {trail.map(({ name, path }, index) => (
          <>
            {index === trailHead && trail.length > trailHead + trailTail && <li>… </li>}
            {(index < trailHead || index >= trail.length - trailTail) && (
              <li>
                <a href={path} dir="auto">
                  {name}
                </a>{' '}
              </li>
            )}
          </>
        ))}
      </ol>
    </nav>
  );
}
