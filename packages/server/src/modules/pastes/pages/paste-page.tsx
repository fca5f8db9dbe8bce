import type { PublicPaste } from '@drive/contract';
import { displayedName } from '../../../pages/displayed-name.ts';
import { Notice } from '../../../pages/form.tsx';
import { humanSize } from '../../../pages/human-size.ts';
import { Moment, PageHead } from '../../../pages/page-head.tsx';
import { shownLines, SourceText } from './source-text.tsx';

export interface PasteView {
  /** With its content where it is to be shown. */
  readonly paste: PublicPaste;
  /** Where the text by itself is; undefined where it is nowhere. */
  readonly rawPath?: string | undefined;
  /** Where the button leads that gives what burns. */
  readonly revealPath?: string | undefined;
  /** It has been given just now, and is gone. */
  readonly isBurned?: boolean;
  /** For whoever may delete it. */
  readonly deletion?: { readonly path: string; readonly xsrf: string } | undefined;
}

export function PastePage({ paste, rawPath, revealPath, isBurned = false, deletion }: PasteView) {
  const { content } = paste;
  return (
    <article class="card">
      <Head paste={paste} />
      {isBurned && (
        <Notice kind="good">
          This was shown once, and the server has forgotten it. Copy what you need before you leave this page.
        </Notice>
      )}
      {content !== null && content !== undefined && <Text content={content} rawPath={rawPath} />}
      {revealPath !== undefined && (
        <form method="post" action={revealPath}>
          <p>
            This can be read once. Whoever opens it sees it, and then it is gone for everybody. So open it when you can
            read it, or keep it.
          </p>
          <button class="button full" type="submit">
            Show it, once
          </button>
        </form>
      )}
      {rawPath !== undefined && (
        <>
          <p class="linkline">
            <a href={paste.url}>{paste.url}</a>
          </p>
          <p class="actions">
            <a class="button plain" href={rawPath} rel="nofollow">
              Raw text
            </a>
            <a class="button plain" href={rawPath} download={downloadName(paste)} rel="nofollow">
              Save as a file
            </a>
          </p>
        </>
      )}
      {deletion !== undefined && (
        <details>
          <summary>Delete this paste</summary>
          <form method="post" action={deletion.path}>
            <input type="hidden" name="xsrf" value={deletion.xsrf} />
            <button class="button plain" type="submit">
              Delete it for good
            </button>
          </form>
        </details>
      )}
    </article>
  );
}

export const titleOf = ({ title }: Pick<PublicPaste, 'title'>): string =>
  title === null || title === undefined ? 'Untitled paste' : displayedName(title);

function Head({ paste }: { paste: PublicPaste }) {
  const { language, sizeBytes = 0, ownerName, expiresAt, createdAt = '' } = paste;
  return (
    <PageHead icon="text" name={titleOf(paste)}>
      <p class="muted facts">
        {language !== null && language !== undefined && (
          <span>
            <bdi>{language}</bdi>
          </span>
        )}{' '}
        <span>{humanSize(sizeBytes)}</span>
      </p>
      <p class="muted">
        {ownerName !== null && ownerName !== undefined && (
          <>
            By <bdi>{ownerName}</bdi>,{' '}
          </>
        )}
        <Moment at={Date.parse(createdAt)} />
      </p>
      {expiresAt !== null && (
        <p class="muted">
          Available until <Moment at={Date.parse(expiresAt)} />
        </p>
      )}
    </PageHead>
  );
}

/** Marks with which a text can look like another than what it is to a program. */
const turnsDirection = /[\u202a-\u202e\u2066-\u2069]/;

function Text({ content, rawPath }: { content: string; rawPath: string | undefined }) {
  const lines = shownLines(content, rawPath === undefined);
  return (
    <>
      {turnsDirection.test(content) && (
        <Notice kind="bad">
          This text has marks that turn its direction: what you see may be in another order than what is there.
        </Notice>
      )}
      {lines.count < lines.total && (
        <p class="notice">
          These are the first {lines.count.toLocaleString('en')} of {lines.total.toLocaleString('en')} lines. The raw
          text has all of them.
        </p>
      )}
      <SourceText lines={lines} />
    </>
  );
}

const downloadName = (paste: PublicPaste): string =>
  `${titleOf(paste)
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .slice(0, 100)}.txt`;
