import { humanSize } from '../../../pages/human-size.ts';
import { KindIcon } from './kind-icon.tsx';
import { ExpiryFact, ShareHead } from './share-page.tsx';
import type { EntryView, ShareView } from './share-view.ts';

export interface ListingView {
  readonly entries: readonly EntryView[];
  /** The folders from the shared one down to the one that is shown; empty at the top. */
  readonly trail: readonly { readonly name: string; readonly path: string }[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalItems: number;
  readonly pathOfPage: (page: number) => string;
  /** A ZIP of everything; undefined where there is nothing. */
  readonly archivePath: string | undefined;
}

/** The page of a shared folder, of one in it, or of files shared together. */
export function ListingPage({ view, listing }: { view: ShareView; listing: ListingView }) {
  const { entries, trail, totalItems, archivePath } = listing;
  return (
    <article class="card">
      <ShareHead view={view} />
      <dl class="facts">
        <dt>Size</dt>
        <dd title={`${view.sizeBytes.toLocaleString('en')} bytes`}>{humanSize(view.sizeBytes)}</dd>
        <ExpiryFact expiresAt={view.expiresAt} />
      </dl>
      {archivePath !== undefined && (
        <a class="button full" href={archivePath} rel="nofollow" download>
          Download all as ZIP
        </a>
      )}
      {trail.length > 0 && <Trail trail={trail} />}
      {entries.length === 0 ? (
        <p class="muted empty">{totalItems === 0 ? 'This folder is empty.' : 'There is nothing on this page.'}</p>
      ) : (
        <ul class="entries" aria-label="Contents">
          {entries.map((entry) => (
            <Entry entry={entry} />
          ))}
        </ul>
      )}
      {listing.totalPages > 1 && <Pages listing={listing} />}
    </article>
  );
}

function Entry({ entry }: { entry: EntryView }) {
  const { name, contentKind, previewUrl, openPath, downloadPath } = entry;
  const path = openPath ?? downloadPath;
  return (
    <li>
      {previewUrl === null ? <KindIcon kind={contentKind} /> : <img src={previewUrl} alt="" loading="lazy" />}
      <div>
        {path === undefined ? (
          <span dir="auto">{name}</span>
        ) : (
          <a href={path} rel={contentKind === 'folder' ? undefined : 'nofollow'} dir="auto">
            {name}
          </a>
        )}
        <span class="muted small">{humanSize(entry.sizeBytes)}</span>
      </div>
      {downloadPath !== undefined && (
        <a class="button plain slim" href={downloadPath} rel="nofollow" aria-label={`Download ${name}`} download>
          Download
        </a>
      )}
    </li>
  );
}

function Trail({ trail }: Pick<ListingView, 'trail'>) {
  return (
    <nav class="trail" aria-label="Folders">
      <ol>
        {trail.map(({ name, path }, index) => (
          <li>
            {index === trail.length - 1 ? (
              <span aria-current="page" dir="auto">
                {name}
              </span>
            ) : (
              <a href={path} dir="auto">
                {name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Pages({ listing: { page, totalPages, pathOfPage } }: { listing: ListingView }) {
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? <a href={pathOfPage(Math.min(page, totalPages + 1) - 1)}>Previous</a> : <span />}
      <span class="muted">
        Page {page} of {totalPages}
      </span>
      {page < totalPages ? <a href={pathOfPage(page + 1)}>Next</a> : <span />}
    </nav>
  );
}
