import { formatDay, humanSize, IconDrawings, Name, Pager, shownKind, SmallIcon, t, type Text } from '@drive/pages';
import type { Child } from 'hono/jsx';
import type { HeldBackReason } from '../../files/index.ts';
import type { SortLink } from './listing-place.ts';
import { SavedNotice, SaveFields, SaveForm, type Saving, ShareHead, Size } from './share-page.tsx';
import type { EntryView, ListingView, ShareView } from './share-views.ts';

interface ListingPageProps {
  readonly view: ShareView;
  readonly listing: ListingView;
  /** Where visitors add files; undefined: they may not. */
  readonly addPath?: string | undefined;
  /** Set for a signed-in visitor at the top of what others share. */
  readonly saving?: Saving | undefined;
  readonly children?: Child;
}

export function ListingPage({ view, listing, addPath, saving, children }: ListingPageProps) {
  const { entries, trail, totalItems, archivePath, isSelecting } = listing;
  return (
    <>
      <article class="card">
        {trail.length > 0 && <Trail trail={trail} />}
        <ShareHead
          view={view}
          icon="folder"
          cover={trail.length === 0 ? (view.previewUrl ?? undefined) : undefined}
          name={listing.name}
        >
          {listing.isFolder && <span>{t('{count} items', { count: totalItems })}</span>}{' '}
          <Size bytes={listing.sizeBytes} />
        </ShareHead>
        <SavedNotice saving={saving} />
        {!isSelecting && (archivePath ?? addPath) !== undefined && (
          <div class="actions">
            {archivePath !== undefined && (
              <a class="button" href={archivePath} rel="nofollow">
                {t(trail.length === 0 ? 'Download all as ZIP' : 'Download folder as ZIP')}
              </a>
            )}
            {addPath !== undefined && (
              <a class="button plain" href={addPath}>
                {t('Add files')}
              </a>
            )}
            {archivePath !== undefined && saving !== undefined && <SaveForm saving={saving} />}
          </div>
        )}
        {entries.length === 0 ? (
          <>
            <Bar listing={listing} />
            <p class="muted empty">{t(textOfNothing(listing))}</p>
          </>
        ) : isSelecting ? (
          <form method="post" action={listing.selectionPath}>
            <Entries listing={listing} />
            <Pager {...listing} />
            <p class="tally">
              <span class="chosen"> {t('chosen')}</span>
              <a class="button plain" href={listing.selectPath}>
                {t('Cancel')}
              </a>
              {saving !== undefined && (
                <>
                  <SaveFields saving={saving} />
                  <button class="button plain" formaction={saving.path}>
                    {t('Save to my drive')}
                  </button>
                </>
              )}
              <button class="button">{t('Download as ZIP')}</button>
            </p>
          </form>
        ) : (
          <>
            <Bar listing={listing} />
            <Entries listing={listing} />
            <Pager {...listing} />
          </>
        )}
        {entries.length === 0 && <Pager {...listing} />}
      </article>
      {children}
    </>
  );
}

/** One line: the search, the order, and how it is shown. */
function Bar({ listing }: { listing: ListingView }) {
  const { search, entries, totalItems } = listing;
  const hasSearch = search !== undefined && (search.q !== '' || entries.length > 0);
  const hasTools = entries.length > 0 && totalItems > 1;
  if (!hasSearch && !hasTools) return <></>;
  return (
    <div class="bar">
      {hasSearch && <Search {...search} />}
      {hasTools && <Tools listing={listing} />}
    </div>
  );
}

const sortNames = { name: 'Name', date: 'Date', size: 'Size' } as const satisfies Record<SortLink['by'], Text>;

/** Links: they work without a script. */
function Tools({ listing: { sorts, layout, otherLayoutPath, selectPath } }: { listing: ListingView }) {
  return (
    <div class="tools">
      <nav aria-label={t('Sort by')}>
        <span>{t('Sort by')}</span>
        {sorts.map(({ by, path, current }) => (
          <a href={path} class={current} aria-current={current && 'true'} rel="nofollow">
            {t(sortNames[by])}
          </a>
        ))}
      </nav>
      <span class="views">
        <a href={otherLayoutPath} class="button plain slim" rel="nofollow">
          {t(layout === 'grid' ? 'List' : 'Grid')}
        </a>
        {selectPath !== undefined && (
          <a href={selectPath} class="button plain slim" rel="nofollow">
            {t('Select')}
          </a>
        )}
      </span>
    </div>
  );
}

function Entries({ listing }: { listing: ListingView }) {
  const { entries, layout, isSelecting, firstNumber, search } = listing;
  const isTile = layout === 'grid';
  const hasDate = !isTile && !isSelecting && (search?.q ?? '') === '';
  return (
    <>
      <IconDrawings names={entries.map(({ contentKind, name }) => shownKind(contentKind, name))} />
      <ul class={isTile ? 'entries grid' : 'entries'} aria-label={t('Contents')}>
        {entries.map((entry, index) => (
          <Entry
            entry={entry}
            number={firstNumber + index}
            isTile={isTile}
            isSelecting={isSelecting}
            hasDate={hasDate}
          />
        ))}
      </ul>
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
      <button class="button plain">{t('Search')}</button>
    </form>
  );
}

const reasons = {
  infected: 'Contains a virus',
  quarantined: 'Quarantined by the administrator',
  pending: 'Being checked for viruses',
  unscanned: 'Not checked for viruses',
} as const satisfies Record<HeldBackReason, Text>;

interface EntryProps {
  readonly entry: EntryView;
  readonly number: number;
  /** Whether it is one of a grid, in which names have one line. */
  readonly isTile: boolean;
  readonly isSelecting: boolean;
  readonly hasDate: boolean;
}

/** Renders few bytes: a page has thirty entries, and names can be long. */
function Entry({ entry, number, isTile, isSelecting, hasDate }: EntryProps) {
  const { id, folderName, contentKind, previewUrl, size, openPath, downloadPath, heldBackFor } = entry;
  const isChosen = isSelecting && id !== undefined;
  const path = openPath ?? downloadPath;
  const name = isTile ? entry.name : <Name name={entry.name} />;
  return (
    <li>
      {previewUrl === null ? (
        <SmallIcon name={shownKind(contentKind, entry.name)} />
      ) : (
        <img src={previewUrl} alt="" loading="lazy" {...size} />
      )}
      <div>
        {isChosen ? (
          <label for={`s${number}`}>{name}</label>
        ) : path === undefined ? (
          <span>{name}</span>
        ) : (
          <a href={path} id={`n${number}`} data-kind={entry.shownAs === 'image' ? undefined : entry.shownAs}>
            {name}
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
          {hasDate && ` · ${formatDay(entry.uploadedAt)}`}
        </small>
      </div>
      {isChosen ? (
        <input type="checkbox" name="file" value={id} id={`s${number}`} />
      ) : (
        downloadPath !== undefined && (
          <a class="get" href={downloadPath} id={`d${number}`} aria-labelledby={`d${number} n${number}`}>
            <span>{t('Download')}</span>
          </a>
        )
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
