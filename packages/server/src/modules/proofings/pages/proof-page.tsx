import { limits, type ProofFile, type PublicProofing } from '@drive/contract';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import { Field, Notice } from '../../../pages/form.tsx';
import { humanSize } from '../../../pages/human-size.ts';
import { IconDrawings, SmallIcon } from '../../../pages/kind-icon.tsx';
import { Moment, Name, PageHead, Paragraphs } from '../../../pages/page-head.tsx';

export interface Choice {
  readonly fileIds: readonly string[];
  readonly clientName: string;
  readonly clientEmail: string;
  readonly comment: string;
}

export interface ProofView {
  readonly proofing: PublicProofing;
  /** Where the form goes. */
  readonly action: string;
  readonly hasSubmitted: boolean;
  readonly problem?: string | undefined;
  /** What was chosen before something went wrong. */
  readonly choice?: Choice | undefined;
  /** Where its owner, who is looking, sees what was chosen. */
  readonly selectionsPath?: string | undefined;
}

/** The files with their previews, each with a box to tick and a closer look at it. */
export function ProofPage({ proofing, action, hasSubmitted, problem, choice, selectionsPath }: ProofView) {
  const { name = '', message, ownerName, maxSelections, files = [], expiresAt } = proofing;
  const isLimited = maxSelections !== null && maxSelections !== undefined;
  return (
    <article class="card">
      <PageHead icon="choice" name={displayedName(name)}>
        <p class="muted">
          {ownerName === null || ownerName === undefined ? (
            'You are asked to choose.'
          ) : (
            <>
              <bdi>{ownerName}</bdi> asks you to choose.
            </>
          )}
        </p>
        <p class="muted facts">
          <span>{files.length === 1 ? '1 file' : `${files.length} files`}</span>{' '}
          {isLimited && <span>choose at most {maxSelections}</span>}
        </p>
        {expiresAt !== null && (
          <p class="muted">
            Until <Moment at={Date.parse(expiresAt)} />
          </p>
        )}
      </PageHead>
      {selectionsPath !== undefined && (
        <p class="notice">
          This is your proofing. <a href={selectionsPath}>See what was chosen</a>
        </p>
      )}
      {message !== null && message !== undefined && <Paragraphs text={message} />}
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {hasSubmitted && <Notice kind="good">Your selection has been sent. You may send another.</Notice>}
      {files.length === 0 ? (
        <p class="notice">There are no files here at the moment.</p>
      ) : (
        <form method="post" action={action}>
          <Proofs files={files} chosen={new Set(choice?.fileIds)} />
          <p class="tally">
            <span class="chosen">{isLimited ? ` of at most ${maxSelections} chosen` : ' chosen'}</span>
            <a class="button slim" href="#send">
              Go on
            </a>
          </p>
          <Sender choice={choice} />
        </form>
      )}
    </article>
  );
}

function Proofs({ files, chosen }: { files: readonly ProofFile[]; chosen: ReadonlySet<string> }) {
  return (
    <fieldset class="proofs" id="files">
      <legend>Tick what you like</legend>
      <IconDrawings
        names={files.filter(({ previewUrl }) => previewUrl === null).map(({ contentKind }) => contentKind)}
      />
      <ul>
        {files.map((file, index) => (
          <Proof file={file} number={index + 1} isLast={index === files.length - 1} isChosen={chosen.has(file.id)} />
        ))}
      </ul>
    </fieldset>
  );
}

interface ProofProps {
  readonly file: ProofFile;
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly isChosen: boolean;
}

/** Looked at closely, it fills the window (`:target`), with ways to the next and back. */
function Proof({ file: { id, name, size, contentKind, previewUrl }, number, isLast, isChosen }: ProofProps) {
  return (
    <li id={`p${number}`}>
      <label>
        {previewUrl === null ? (
          <SmallIcon name={contentKind} />
        ) : (
          <img src={withoutOrigin(previewUrl)} alt="" loading="lazy" />
        )}
        <span class="check">
          <input type="checkbox" name="file" value={id} checked={isChosen} />
          <span id={`n${number}`}>
            <Name name={shortName(name)} />
          </span>
        </span>
        <small>{humanSize(size)}</small>
      </label>
      {previewUrl !== null && (
        <a class="look" href={`#p${number}`} id={`z${number}`} aria-labelledby={`z${number} n${number}`}>
          <span>Look closer at</span>
        </a>
      )}
      <p class="steps">
        {number === 1 ? <span /> : <a href={`#p${number - 1}`}>Previous</a>}
        <a href="#files">Back to all</a>
        {isLast ? <span /> : <a href={`#p${number + 1}`}>Next</a>}
      </p>
    </li>
  );
}

function Sender({ choice }: { choice: Choice | undefined }) {
  return (
    <div id="send">
      <div class="field">
        <label for="comment">Comment (if you like)</label>
        <textarea id="comment" name="comment" rows={3} maxlength={limits.linkMessageCharacters}>
          {choice?.comment ?? ''}
        </textarea>
      </div>
      <Field
        name="clientName"
        label="Your name (if you like)"
        autocomplete="name"
        required={false}
        maxlength={limits.guestNameCharacters}
        value={choice?.clientName}
      />
      <Field
        name="clientEmail"
        label="Your email address (if you like)"
        type="email"
        autocomplete="email"
        required={false}
        maxlength={254}
        value={choice?.clientEmail}
      />
      <button class="button full" type="submit">
        Send the selection
      </button>
    </div>
  );
}

/** The page may have been found at another address than the one outside. */
const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
