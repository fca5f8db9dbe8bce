import { formatBytes, formatSeconds } from './format.ts';
import type { UploadItem } from './upload-controller.ts';
import { fill, type UploadTexts } from './upload-texts.ts';

/** What the views show of an item: the same in React and in the web component. */
export interface ItemView {
  readonly detail: string;
  readonly showsProgress: boolean;
  readonly actions: readonly {
    readonly does: 'pause' | 'resume' | 'cancel';
    readonly text: string;
    readonly label: string;
  }[];
}

export interface ViewSettings {
  readonly texts: UploadTexts;
  readonly language: string | undefined;
  /** For the text of files that are too large. */
  readonly maxBytes: number | undefined;
}

export function viewOf(item: UploadItem, settings: ViewSettings): ItemView {
  const { texts } = settings;
  const { status, file } = item;
  const action = (does: 'pause' | 'resume' | 'cancel', name: 'pause' | 'resume' | 'retry' | 'cancel' | 'remove') => ({
    does,
    text: texts[name],
    label: fill(texts[`${name}File`], { name: file.name }),
  });
  const isActive = status === 'waiting' || status === 'uploading';
  return {
    detail: detailOf(item, settings),
    showsProgress: isActive || status === 'paused',
    actions: [
      ...(isActive ? [action('pause', 'pause')] : []),
      ...(status === 'paused' ? [action('resume', 'resume')] : []),
      ...(status === 'failed' ? [action('resume', 'retry')] : []),
      status === 'done' || status === 'failed' ? action('cancel', 'remove') : action('cancel', 'cancel'),
    ],
  };
}

function detailOf({ status, bytes, total, secondsLeft, failure }: UploadItem, settings: ViewSettings): string {
  const { texts, language, maxBytes } = settings;
  const sizes = { bytes: formatBytes(bytes, language), total: formatBytes(total, language) };
  if (failure !== null) return fill(texts[failure.text], { limit: formatBytes(maxBytes ?? 0, language) });
  if (status === 'waiting') return texts.waiting;
  if (status === 'paused' || status === 'done') return fill(texts[status], sizes);
  const progress = fill(texts.progress, sizes);
  return secondsLeft === null
    ? progress
    : fill(texts.timeLeft, { progress, time: formatSeconds(secondsLeft, language) });
}

/** What a screen reader says after a change; `undefined`: nothing has ended. */
export function announcementOf(
  before: readonly UploadItem[],
  now: readonly UploadItem[],
  settings: ViewSettings,
): string | undefined {
  const former = new Map(before.map((item) => [item.id, item.status]));
  const ended = now.filter(({ id, status }) => (status === 'done' || status === 'failed') && former.get(id) !== status);
  if (ended.length === 0) return undefined;
  return ended
    .map((item) => {
      const values = { name: item.file.name, error: detailOf(item, settings) };
      return fill(item.status === 'done' ? settings.texts.fileDone : settings.texts.fileFailed, values);
    })
    .join(' ');
}
