import { limits, type PublicCollection } from '@drive/contract';
import type { Child } from 'hono/jsx';
import { readClientScript, type Asset } from '../../../pages/assets.ts';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import { Field, Notice } from '../../../pages/form.tsx';
import { humanSize } from '../../../pages/human-size.ts';
import type { PageOptions } from '../../../pages/layout.tsx';
import { Moment, PageHead, Paragraphs } from '../../../pages/page-head.tsx';

export const readCollectScript = (): Asset => readClientScript('collect', import.meta.url);

export interface CollectPageDeps {
  /** The path of the base URL without a slash at the end. */
  readonly basePath: string;
  readonly scripts: { readonly collect: Asset; readonly sending: Asset };
}

export interface CollectView {
  readonly collection: PublicCollection;
  /** So many have just been sent from here; 0: none. */
  readonly sent?: number;
  readonly problem?: { readonly status: number; readonly text: string } | undefined;
  /** What was typed before. */
  readonly typed?: { readonly name?: string | undefined; readonly email?: string | undefined } | undefined;
  /** Where its owner, who is looking, sees what has come in. */
  readonly receivedPath?: string | undefined;
}

/** Where the page's form goes. Bytes, so it lies where all bytes lie. */
export const formPath = '/files/collect-form';

/** What is asked for, and a form to send it by. It shows nothing of what has been sent. The script takes the form over where there is one. */
export function collectPage(
  deps: CollectPageDeps,
  view: CollectView,
): { readonly shape: PageOptions; readonly content: Child } {
  const { name = '', full } = view.collection;
  return {
    shape: {
      title: shortName(name),
      basePath: deps.basePath,
      wide: true,
      status: view.problem?.status ?? 200,
      scripts: full === true ? [] : [deps.scripts.collect.path],
    },
    content: <CollectCard deps={deps} view={view} />,
  };
}

function CollectCard({ deps, view }: { deps: CollectPageDeps; view: CollectView }) {
  const { collection, problem, sent = 0, receivedPath } = view;
  const { name = '', message, ownerName, full } = collection;
  return (
    <section class="card">
      <PageHead icon="inbox" name={displayedName(name)}>
        <p class="muted">
          {ownerName === null || ownerName === undefined ? 'You are' : <bdi>{ownerName}</bdi>}
          {ownerName === null || ownerName === undefined ? ' asked to send files.' : ' asks you for files.'}
        </p>
        <Facts collection={collection} />
      </PageHead>
      {receivedPath !== undefined && (
        <p class="notice">
          This is your file request. <a href={receivedPath}>See what has come in</a>
        </p>
      )}
      {message !== null && message !== undefined && <Paragraphs text={message} />}
      {sent > 0 && (
        <Notice kind="good">{sent === 1 ? 'Your file has arrived.' : `Your ${sent} files have arrived.`}</Notice>
      )}
      {problem !== undefined && <Notice kind="bad">{problem.text}</Notice>}
      {full === true ? (
        <p class="notice">It takes no more files.</p>
      ) : (
        <>
          <p id="problem" class="notice bad" role="alert" hidden></p>
          <CollectForm deps={deps} view={view} />
          <Progress />
        </>
      )}
    </section>
  );
}

const typeNames: Readonly<Record<string, string>> = {
  'image/*': 'images',
  'video/*': 'videos',
  'audio/*': 'audio files',
  'text/*': 'text files',
  'application/pdf': 'PDF',
};

function Facts({ collection: { maxFileBytes = 0, allowedTypes, expiresAt } }: { collection: PublicCollection }) {
  return (
    <>
      <p class="muted">At most {humanSize(maxFileBytes)} a file</p>
      {allowedTypes !== null && allowedTypes !== undefined && (
        <p class="muted">Only {allowedTypes.map((type) => typeNames[type] ?? type).join(', ')}</p>
      )}
      {expiresAt !== null && (
        <p class="muted">
          Until <Moment at={Date.parse(expiresAt)} />
        </p>
      )}
    </>
  );
}

function CollectForm({
  deps: { basePath, scripts },
  view: { collection, typed },
}: {
  deps: CollectPageDeps;
  view: CollectView;
}) {
  const { token, requireName = false, allowedTypes, maxFileBytes = 0 } = collection;
  return (
    <form
      id="collect"
      method="post"
      action={`${basePath}${formPath}/${token}`}
      enctype="multipart/form-data"
      data-api={`${basePath}/api/public/collect/${token}/uploads`}
      data-max-bytes={String(maxFileBytes)}
      data-max-size={humanSize(maxFileBytes)}
      data-sender={`${basePath}${scripts.sending.path}`}
      data-resumable-from={String(limits.resumableFromBytes)}
    >
      <div class="field">
        <label for="files">Files</label>
        <input
          id="files"
          type="file"
          name="files"
          multiple
          required
          accept={allowedTypes?.join(',')}
          aria-describedby="files-hint"
        />
        <p class="hint" id="files-hint">
          <span id="at-once">Up to {limits.collectionFormFiles} at once. </span>Nobody but whoever asks for them gets to
          see them.
        </p>
      </div>
      <Field
        name="uploaderName"
        label={requireName ? 'Your name' : 'Your name (if you like)'}
        autocomplete="name"
        required={requireName}
        maxlength={limits.guestNameCharacters}
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
      <button class="button full" type="submit">
        Send
      </button>
    </form>
  );
}

/** What the script fills. */
function Progress() {
  return (
    <>
      <p id="status" role="status" class="muted" tabindex={-1}></p>
      <ol id="progress" class="uploads" hidden></ol>
      <button id="more" class="button plain full" type="button" hidden>
        Send more
      </button>
    </>
  );
}
