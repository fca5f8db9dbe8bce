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

const sheets = /\.(?:csv|tsv|xlsx?|xlsm|ods|numbers)$/i;
const documents = /\.(?:docx?|odt|rtf|pages|pptx?|odp|key)$/i;
const code =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|xml|html?|css|scss|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|vue|svelte)$/i;

/** The kind that is shown: finer than that of the server, by the ending of the name. */
function shownKind(kind: Item['contentKind'], name: string): keyof typeof icons {
  if (kind !== 'text' && kind !== 'other') return kind;
  return sheets.test(name) ? 'sheet' : code.test(name) ? 'code' : documents.test(name) ? 'text' : kind;
}

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
