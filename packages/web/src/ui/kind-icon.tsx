import type { Item } from '@drive/sdk';
import FileIcon from 'virtual:lucide/file';
import FileArchive from 'virtual:lucide/file-archive';
import FileText from 'virtual:lucide/file-text';
import FileType from 'virtual:lucide/file-type';
import Film from 'virtual:lucide/film';
import Folder from 'virtual:lucide/folder';
import Image from 'virtual:lucide/image';
import Music from 'virtual:lucide/music';

const icons = {
  folder: Folder,
  image: Image,
  video: Film,
  audio: Music,
  pdf: FileType,
  text: FileText,
  archive: FileArchive,
  other: FileIcon,
};

/** Icon of a kind of file. It is hidden from screen readers: the name beside it says enough. */
export function KindIcon({ kind, size }: { readonly kind: Item['contentKind']; readonly size: number }) {
  const Icon = icons[kind];
  return (
    <Icon
      size={size}
      strokeWidth={1.6}
      aria-hidden
      className={kind === 'folder' ? 'fill-accent-page text-accent' : 'text-muted'}
    />
  );
}
