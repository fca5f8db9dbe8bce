import type { ListedShare } from '@drive/sdk';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';

interface SettingChipsProps {
  readonly share: ListedShare;
  readonly onOpen: () => void;
}

/** What is set for a link, while its settings are folded. Each leads to them. */
export function SettingChips({ share, onOpen }: SettingChipsProps) {
  const { share: texts } = useMessages().sharing;
  const { number, date } = useFormats();
  const { expiresAt, passwordProtected, maxDownloads, downloadCount, slug, label, allowUpload } = share;
  const chips = [
    ...(expiresAt === null ? [] : [texts.expiryOn({ moment: date(expiresAt) })]),
    ...(passwordProtected ? [texts.password] : []),
    ...(maxDownloads === null ? [] : [texts.limitUsed({ used: number(downloadCount), most: number(maxDownloads) })]),
    ...(slug === null ? [] : [`/${slug}`]),
    ...(label === null ? [] : [label]),
    ...(allowUpload ? [texts.uploads] : []),
    ...(share.coverItemId === null ? [] : [texts.cover]),
    ...(share.notifyOnView || share.notifyOwnerOnDownload ? [texts.notify] : []),
    ...(share.commentsEnabled ? [texts.chips.comments] : []),
    ...(share.likesEnabled ? [texts.chips.likes] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label={texts.chips.set}>
      {chips.map((chip) => (
        <li key={chip} className="min-w-0">
          <button
            type="button"
            dir="auto"
            className="min-h-8 max-w-full truncate rounded-full bg-accent/10 px-3 text-sm font-medium text-accent hover:bg-accent/20"
            onClick={onOpen}
          >
            {chip}
          </button>
        </li>
      ))}
    </ul>
  );
}
