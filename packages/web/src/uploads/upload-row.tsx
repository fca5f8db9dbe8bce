import { memo } from 'react';
import Check from 'virtual:lucide/check';
import CircleAlert from 'virtual:lucide/circle-alert';
import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import RotateCw from 'virtual:lucide/rotate-cw';
import X from 'virtual:lucide/x';
import { errorText } from '../api/error-text.ts';
import type { Formats } from '../i18n/format.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';
import { IconButton } from '../ui/button.tsx';
import { CutName } from '../ui/cut-name.tsx';
import { Progress } from '../ui/progress.tsx';
import { shownName } from '../ui/shown-name.ts';
import { UploadRefusal } from './upload-refusal.ts';
import type { Upload } from './upload.ts';
import { uploads } from './uploads.ts';

export const uploadRowHeight = 72;

interface UploadRowProps {
  readonly upload: Upload;
  /** Distance from the top of the list. */
  readonly offset: number;
  /** The server cannot be reached. */
  readonly isStalled: boolean;
}

export const UploadRow = memo(function UploadRow({ upload, offset, isStalled }: UploadRowProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { uploads: texts } = messages;
  const { id, path, file, state, sentBytes } = upload;
  const size = formats.size(file.size);
  const status =
    state === 'failed'
      ? uploadErrorText(upload.error, messages, formats)
      : state === 'uploading'
        ? `${formats.size(sentBytes)} / ${size}`
        : `${state === 'waiting' && isStalled ? texts.states.offline : texts.states[state === 'conflict' ? 'waiting' : state]} · ${size}`;
  return (
    <li
      className="absolute inset-x-0 top-0 flex h-18 items-center gap-1 border-b border-line pe-1 ps-4"
      style={{ transform: `translateY(${offset}px)` }}
    >
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" dir="auto" title={shownName(path)}>
          <CutName name={path} />
        </p>
        {(state === 'uploading' || state === 'paused') && (
          <div className="my-1">
            <Progress label={texts.progressOf({ name: path })} value={file.size === 0 ? 0 : sentBytes / file.size} />
          </div>
        )}
        <p className={`line-clamp-2 text-small leading-snug ${state === 'failed' ? 'text-bad' : 'text-muted'}`}>
          {status}
        </p>
      </div>
      {state === 'done' && <Check size={20} aria-hidden className="me-3 shrink-0 text-good" />}
      {state === 'failed' && <CircleAlert size={20} aria-hidden className="shrink-0 text-bad" />}
      {(state === 'failed' || state === 'skipped') && (
        <IconButton
          type="button"
          label={texts.retryOf({ name: path })}
          icon={<RotateCw size={18} />}
          onClick={() => uploads.retry(id)}
        />
      )}
      {(state === 'uploading' || state === 'waiting') && (
        <IconButton
          type="button"
          label={texts.pauseOf({ name: path })}
          icon={<Pause size={18} />}
          onClick={() => uploads.pause(id)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          type="button"
          label={texts.resumeOf({ name: path })}
          icon={<Play size={18} />}
          onClick={() => uploads.resume(id)}
        />
      )}
      {state !== 'done' && state !== 'skipped' && (
        <IconButton
          type="button"
          label={texts.cancelOf({ name: path })}
          icon={<X size={18} />}
          onClick={() => uploads.cancel(id)}
        />
      )}
    </li>
  );
});

function uploadErrorText(error: unknown, messages: Messages, formats: Formats): string {
  if (!(error instanceof UploadRefusal)) return errorText(error, messages, formats);
  const { uploads } = messages;
  const [needed, allowed] = error.bytes.map(formats.size) as [string, string];
  return error.reason === 'too-large'
    ? uploads.tooLarge({ size: needed, most: allowed })
    : uploads.quota({ needed, left: allowed });
}
