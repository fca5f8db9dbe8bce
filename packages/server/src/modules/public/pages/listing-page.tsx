import type { Child } from 'hono/jsx';
import { humanSize } from '../../../pages/human-size.ts';
import { IconDrawings, SmallIcon } from '../../../pages/kind-icon.tsx';
import { Name } from '../../../pages/page-head.tsx';
import { Pager } from '../../../pages/pager.tsx';
import { ShareHead, Size } from './share-page.tsx';
import type { EntryView, ShareView } from './share-view.ts';

export interface ListingView {
  /** Of the folder that is shown, or of the whole. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Rather than files shared together, whose name says how many they are. */
  readonly isFolder: boolean;
  readonly entries: readonly EntryView[];
  /** The folders from the shared one down to the one above the one that is shown; empty at the top. */
  readonly trail: readonly { readonly name: string; readonly path: string }[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalItems: number;
  readonly pathOfPage: (page: number) => string;
  /** A ZIP of what is shown; undefined where there is nothing. */
  readonly archivePath: string | undefined;
}

/** The page of a shared folder, of one in it, or of files shared together. */
export function ListingPage({ view, listing, children }: { view: ShareView; listing: ListingView; children?: Child }) {
  const { entries, trail, totalItems, archivePath } = listing;
  return (
    <>
      <article class="card">
        {trail.length > 0 && <Trail trail={trail} />}
        <ShareHead view={view} icon="folder" name={listing.name}>
          {listing.isFolder && <span>{totalItems === 1 ? '1 item' : `${totalItems.toLocaleString('en')} items`}</span>}{' '}
          <Size bytes={listing.sizeBytes} />
        </ShareHead>
        {archivePath !== undefined && (
          <a class="button full" href={archivePath} rel="nofollow">
            {trail.length === 0 ? 'Download all as ZIP' : 'Download folder as ZIP'}
          </a>
        )}
        {entries.length === 0 ? (
          <p class="muted empty">{totalItems === 0 ? 'This folder is empty.' : 'There is nothing on this page.'}</p>
        ) : (
          <>
            <IconDrawings names={entries.map(({ contentKind }) => contentKind)} />
            <ul class="entries" aria-label="Contents">
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

/** Few bytes each: a page has thirty, and names can be long. */
function Entry({ entry, number }: { entry: EntryView; number: number }) {
  const { name, contentKind, previewUrl, openPath, downloadPath } = entry;
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
          <a href={path} id={`n${number}`}>
            <Name name={name} />
          </a>
        )}
        <small>{path === undefined ? 'Held back by the administrator' : humanSize(entry.sizeBytes)}</small>
      </div>
      {downloadPath !== undefined && (
        <a class="get" href={downloadPath} id={`d${number}`} aria-labelledby={`d${number} n${number}`}>
          <span>Download</span>
        </a>
      )}
    </li>
  );
}

/** Of a long trail the first folder and the last ones are shown. */
const trailHead = 1;
const trailTail = 3;

function Trail({ trail }: Pick<ListingView, 'trail'>) {
  return (
    <nav class="trail" aria-label="Folders above">
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
