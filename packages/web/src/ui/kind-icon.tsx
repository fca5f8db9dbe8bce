import type { Item } from '@drive/sdk';
import FileIcon from 'lucide-react/icons/file';
import FileArchive from 'lucide-react/icons/file-archive';
import FileText from 'lucide-react/icons/file-text';
import FileType from 'lucide-react/icons/file-type';
import Film from 'lucide-react/icons/film';
import Folder from 'lucide-react/icons/folder';
import Image from 'lucide-react/icons/image';
import Music from 'lucide-react/icons/music';

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
