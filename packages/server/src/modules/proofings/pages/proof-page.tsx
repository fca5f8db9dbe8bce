import type { ProofFile, PublicProofing } from '@drive/contract';
import { Field, Notice } from '../../../pages/form.tsx';
import { humanSize } from '../../../pages/human-size.ts';

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
}

/** The files with their previews, each with a box to tick. */
export function ProofPage({ proofing, action, hasSubmitted, problem, choice }: ProofView) {
  const { name = '', message, ownerName, maxSelections, files = [], expiresAt } = proofing;
  return (
    <article class="card">
      <h1 dir="auto">{name}</h1>
      <p class="muted">
        {ownerName === null || ownerName === undefined ? (
          'You are asked to choose.'
        ) : (
          <>
            <bdi>{ownerName}</bdi> asks you to choose.
          </>
        )}
        {maxSelections !== null && maxSelections !== undefined && ` At most ${maxSelections}.`}
      </p>
      {message
        ?.split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p dir="auto">{line}</p>
        ))}
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {hasSubmitted && <Notice kind="good">Your selection has been sent. You may send another.</Notice>}
      {files.length === 0 ? (
        <p>There are no files here at the moment.</p>
      ) : (
        <form method="post" action={action}>
          <fieldset class="proofs">
            <legend>{files.length === 1 ? '1 file' : `${files.length} files`}</legend>
            <ul>
              {files.map((file) => (
                <Proof file={file} isChosen={choice?.fileIds.includes(file.id) ?? false} />
              ))}
            </ul>
          </fieldset>
          <Field
            name="clientName"
            label="Your name (if you like)"
            autocomplete="name"
            required={false}
            maxlength={100}
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
          <div class="field">
            <label for="comment">Comment (if you like)</label>
            <textarea id="comment" name="comment" rows={3} maxlength={2000}>
              {choice?.comment ?? ''}
            </textarea>
          </div>
          <button class="button full" type="submit">
            Send the selection
          </button>
        </form>
      )}
      {expiresAt !== null && <p class="muted small">Selections are taken until {expiresAt.slice(0, 10)}.</p>}
    </article>
  );
}

function Proof({ file: { id, name, size, previewUrl }, isChosen }: { file: ProofFile; isChosen: boolean }) {
  return (
    <li>
      <label>
        {previewUrl === null ? <span class="blank"></span> : <img src={previewUrl} alt="" loading="lazy" />}
        <span class="check">
          <input type="checkbox" name="file" value={id} checked={isChosen} />
          <span dir="auto">{name}</span>
        </span>
        <span class="muted small">{humanSize(size)}</span>
      </label>
    </li>
  );
}
