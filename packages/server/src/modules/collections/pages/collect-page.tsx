import type { PublicCollection } from '@drive/contract';
import { Field, Notice } from '../../../pages/form.tsx';
import { humanSize } from '../../../pages/human-size.ts';

export interface CollectView {
  readonly collection: PublicCollection;
  /** Where the form goes. */
  readonly action: string;
  readonly mostFiles: number;
  /** So many have just been sent from here; 0: none. */
  readonly sent: number;
  readonly problem?: string | undefined;
  /** What was typed before. */
  readonly typed?: { readonly name?: string | undefined; readonly email?: string | undefined } | undefined;
}

/** What is asked for, and a form to send it by. It shows nothing of what has been sent. */
export function CollectPage({ collection, action, mostFiles, sent, problem, typed }: CollectView) {
  const { name = '', message, ownerName, expiresAt, full } = collection;
  return (
    <section class="card">
      <h1 dir="auto">{name}</h1>
      <p class="muted">
        {ownerName === null || ownerName === undefined ? 'You are' : <bdi>{ownerName}</bdi>}
        {ownerName === null || ownerName === undefined ? ' asked to send files.' : ' asks you for files.'}
      </p>
      {message !== null && message !== undefined && <Paragraphs text={message} />}
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {sent > 0 && (
        <Notice kind="good">{sent === 1 ? 'Your file has arrived.' : `Your ${sent} files have arrived.`}</Notice>
      )}
      <Facts collection={collection} />
      {full === true ? (
        <p>It takes no more files.</p>
      ) : (
        <CollectForm collection={collection} action={action} mostFiles={mostFiles} typed={typed} />
      )}
      {expiresAt !== null && <p class="muted small">Files are taken until {expiresAt.slice(0, 10)}.</p>}
    </section>
  );
}

function Facts({ collection: { maxFileBytes = 0, allowedTypes } }: { collection: PublicCollection }) {
  return (
    <dl class="facts">
      <dt>Size</dt>
      <dd>at most {humanSize(maxFileBytes)} a file</dd>
      {allowedTypes !== null && allowedTypes !== undefined && (
        <>
          <dt>Types</dt>
          <dd>{allowedTypes.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

function CollectForm({
  collection: { requireName = false, allowedTypes },
  action,
  mostFiles,
  typed,
}: Pick<CollectView, 'collection' | 'action' | 'mostFiles' | 'typed'>) {
  return (
    <form method="post" action={action} enctype="multipart/form-data">
      <Field
        name="uploaderName"
        label={requireName ? 'Your name' : 'Your name (if you like)'}
        autocomplete="name"
        required={requireName}
        maxlength={100}
        value={typed?.name}
      />
      <Field
        name="uploaderEmail"
        label="Your email address (if you like)"
        type="email"
        autocomplete="email"
        required={false}
        maxlength={254}
        value={typed?.email}
      />
      <div class="field">
        <label for="files">Files</label>
        <input
          id="files"
          type="file"
          name="files"
          multiple={mostFiles > 1}
          required
          accept={allowedTypes?.join(',')}
          aria-describedby="files-hint"
        />
        <p class="hint" id="files-hint">
          {mostFiles === 1 ? 'One file' : `Up to ${mostFiles} at once`}. Nobody but whoever asked gets to see them.
        </p>
      </div>
      <button class="button full" type="submit">
        Send
      </button>
    </form>
  );
}

function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p dir="auto">{line}</p>
        ))}
    </>
  );
}
