import type { Item } from '@drive/sdk';
import FileIcon from 'virtual:lucide/file';
import FileArchive from 'virtual:lucide/file-archive';
import FileCode from 'virtual:lucide/file-code';
import FileSpreadsheet from 'virtual:lucide/file-spreadsheet';
import FileText from 'virtual:lucide/file-text';
import Film from 'virtual:lucide/film';
import Folder from 'virtual:lucide/folder';
import Image from 'virtual:lucide/image';
import Music from 'virtual:lucide/music';
import { shownKind } from '../../../internal/design-tokens/src/kinds.ts';

const icons = {
  folder: Folder,
  image: Image,
  video: Film,
  audio: Music,
  pdf: FileText,
  sheet: FileSpreadsheet,
  code: FileCode,
  text: FileText,
  archive: FileArchive,
  other: FileIcon,
};

interface KindIconProps {
  readonly kind: Item['contentKind'];
  /** Of the file, if it is known. */
  readonly name?: string;
  readonly size: number;
}

/** Icon of a kind of file, in its color. It is hidden from screen readers: the name beside it says enough. */
export function KindIcon({ kind, name = '', size }: KindIconProps) {
  const shown = shownKind(kind, name);
  const Icon = icons[shown];
  return (
    <Icon size={size} strokeWidth={1.6} data-kind={shown} className={shown === 'folder' ? 'fill-(--kind)/15' : ''} />
  );
}

/** The icon on a surface that has a tint of its color. */
export const KindTile = (props: KindIconProps) => (
  <span
    data-kind={shownKind(props.kind, props.name ?? '')}
    className="grid size-full place-items-center bg-[color-mix(in_srgb,var(--kind)_var(--kind-tint),var(--card))]"
  >
    <KindIcon {...props} />
  </span>
);
