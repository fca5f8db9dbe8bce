import { limits } from '@drive/contract';
import {
  FileInput,
  GuestEmailField,
  GuestNameField,
  humanSize,
  mountAsset,
  readClientScript,
  scriptTexts,
  styleOf,
  t,
  type Text,
  uploadsCss,
} from '@drive/pages';
import { readSendingScript } from '../../../pages/sending-script.ts';
import type { Router } from '../../../platform/http/index.ts';
import type { TypedFields } from './reception-form.tsx';

const script = readClientScript('collect', import.meta.url);
const sendingScript = readSendingScript();

/** The script that takes over the form; pages with the form contain its path. */
export const uploadFormScript = script.path;

/** Of pages with the form: the area to drop files on, and the list of what is chosen. */
export const uploadFormCss = styleOf(`
.drop{padding:1rem;border:2px dashed var(--line);border-radius:14px}
.dropping .drop{border-color:var(--accent)}
.uploads.chosen li{display:flex;gap:.75rem;align-items:center;padding:.25rem 0}
.chosen strong{flex:1;min-width:0}
.chosen .muted{white-space:nowrap;margin:0}
#chosen-total:empty{display:none}${uploadsCss}`);

export const mountUploadFormScript = (router: Router): void => mountAsset(router, script);

interface UploadFormProps {
  readonly basePath: string;
  /** Target of the form. */
  readonly action: string;
  /** Path of the endpoint that reserves an upload. */
  readonly api: string;
  /** A folder that the script names to the endpoint; undefined: that of the link. */
  readonly folderId?: string | undefined;
  readonly maxFileBytes: number;
  /** null: all. */
  readonly allowedTypes: readonly string[] | null;
  /** How many more files are accepted, if the page tells it; null: any number. */
  readonly placesLeft?: number | null;
  readonly requireName: boolean;
  readonly typed?: TypedFields | undefined;
  /** Who can see the files. */
  readonly seenBy: Text;
  /** For a page that shows the files: its path up to the number of files that have arrived, to which the script leads. */
  readonly sentPath?: string;
}

/** The form with its hidden progress, which the client script takes over. Works without a script. */
export function UploadForm(props: UploadFormProps) {
  const { basePath, action, api, folderId, maxFileBytes, allowedTypes, placesLeft, requireName, typed, seenBy } = props;
  return (
    <>
      <p id="problem" class="notice bad" role="alert" hidden></p>
      <form
        id="collect"
        method="post"
        action={action}
        enctype="multipart/form-data"
        data-api={api}
        data-folder={folderId}
        data-sent={props.sentPath}
        data-max-bytes={String(maxFileBytes)}
        data-max-size={humanSize(maxFileBytes)}
        data-places={placesLeft == null ? undefined : String(placesLeft)}
        data-sender={`${basePath}${sendingScript.path}`}
        data-resumable-from={String(limits.resumableFromBytes)}
        data-texts={scriptTexts()}
      >
        <div class="field" id="files-field">
          <label for="files">{t('Files')}</label>
          <FileInput multiple accept={allowedTypes?.join(',')} hintId="files-hint" />
          <p class="hint" id="drop-hint" hidden>
            {t('Or drop them anywhere on this page.')}
          </p>
          <p class="hint" id="files-hint">
            <span id="at-once">{t('Up to {n} at once.', { n: limits.collectionFormFiles })} </span>
            {t(seenBy)}
          </p>
        </div>
        <ul id="chosen" class="uploads chosen" aria-label={t('Your selection')} hidden></ul>
        <p id="chosen-total" role="status" class="muted"></p>
        <GuestNameField name="uploaderName" required={requireName} value={typed?.name} />
        <GuestEmailField name="uploaderEmail" value={typed?.email} />
        <button class="button full" type="submit">
          {t('Send')}
        </button>
      </form>
      <Progress />
    </>
  );
}

function Progress() {
  return (
    <>
      <p id="status" role="status" class="muted" tabindex={-1}></p>
      <ol id="progress" class="uploads" hidden></ol>
      <button id="more" class="button plain full" type="button" hidden>
        {t('Send more')}
      </button>
    </>
  );
}

const typeNames: Readonly<Record<string, Text>> = {
  'image/*': 'images',
  'video/*': 'videos',
  'audio/*': 'audio files',
  'text/*': 'text files',
  'application/pdf': 'PDF',
};

/** What the form accepts. */
export function UploadLimits({
  maxFileBytes,
  allowedTypes,
  placesLeft,
}: Pick<UploadFormProps, 'maxFileBytes' | 'allowedTypes' | 'placesLeft'>) {
  return (
    <>
      <p class="muted">{t('At most {size} a file', { size: humanSize(maxFileBytes) })}</p>
      {allowedTypes !== null && (
        <p class="muted">
          {t('Only {types}', {
            types: allowedTypes.map((type) => (typeNames[type] === undefined ? type : t(typeNames[type]))).join(', '),
          })}
        </p>
      )}
      {placesLeft != null && <p class="muted">{t('Room for {count} more files', { count: placesLeft })}</p>}
    </>
  );
}

/** Upper limit of the number in `?sent=`, which a visitor can change. */
const mostSent = 9999;

/** The number of files in `?sent=` that a form has just sent; 0: none. */
export const sentCountOf = (text: string | undefined): number =>
  Math.min(Number(/^\d{1,9}$/.exec(text ?? '')?.[0] ?? 0), mostSent);
