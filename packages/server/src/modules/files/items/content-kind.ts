import { foldName, type ContentKind } from '@drive/contract';

export function contentKindOf(mimeType: string | null, name: string): ContentKind {
  const type = essenceOf(mimeType ?? '');
  const top = type.slice(0, type.indexOf('/'));
  if (isTop(top)) return top;
  return kindByType.get(type) ?? kindByExtension.get(extensionOf(name)) ?? kindBySuffix(type);
}

export const tops = ['image', 'video', 'audio', 'text'] as const;
const isTop = (top: string): top is (typeof tops)[number] => (tops as readonly string[]).includes(top);

/** The media type without parameters, in lower case. */
function essenceOf(mimeType: string): string {
  const end = mimeType.indexOf(';');
  return (end === -1 ? mimeType : mimeType.slice(0, end)).trim().toLowerCase();
}

/** The text after the last dot, except for a leading dot. */
const extensionOf = (name: string): string => foldName(/(?<=.)\.([^.]+)$/u.exec(name)?.[1] ?? '');

/** Structured suffixes (RFC 6839): `application/ld+json` is text. */
export const textSuffixes = ['+json', '+xml', '+yaml'];
export const archiveSuffixes = ['+zip', '+gzip'];
function kindBySuffix(type: string): ContentKind {
  const isEnd = (suffix: string): boolean => type.endsWith(suffix);
  return textSuffixes.some(isEnd) ? 'text' : archiveSuffixes.some(isEnd) ? 'archive' : 'other';
}

const byKind = (words: Partial<Record<ContentKind, string>>, prefix = ''): Map<string, ContentKind> =>
  new Map(
    Object.entries(words).flatMap(([kind, list]) =>
      list.split(' ').map((word): [string, ContentKind] => [prefix + word, kind as ContentKind]),
    ),
  );

export const kindByType = byKind(
  {
    pdf: 'pdf x-pdf',
    text: 'json ndjson x-ndjson xml javascript x-javascript ecmascript typescript yaml x-yaml toml sql graphql x-sh x-shellscript x-httpd-php x-perl x-python x-ruby x-tex x-latex rtf x-subrip',
    archive:
      'zip x-zip-compressed gzip x-gzip x-tar x-gtar x-bzip x-bzip2 x-xz zstd x-zstd x-lzma x-lzip x-compress x-7z-compressed vnd.rar x-rar-compressed x-rar java-archive vnd.ms-cab-compressed x-cpio x-iso9660-image',
    audio: 'ogg',
    video: 'mp4 vnd.rn-realmedia vnd.apple.mpegurl',
  },
  'application/',
);

export const kindByExtension = byKind({
  image: 'jpg jpeg png gif webp avif heic heif jxl bmp ico svg tif tiff psd raw cr2 cr3 nef arw dng',
  video: 'mp4 m4v mov mkv webm avi mpg mpeg wmv flv ogv 3gp m2ts',
  audio: 'mp3 m4a aac flac wav ogg oga opus aif aiff mid midi',
  pdf: 'pdf',
  text: 'txt md markdown csv tsv log json jsonl ndjson xml html htm css scss js mjs cjs jsx ts tsx mts yml yaml toml ini conf cfg sh bash zsh fish bat ps1 py rb pl php java kt c h cc cpp hpp cs go rs swift sql tex rst srt vtt diff patch',
  archive: 'zip tar gz tgz bz2 tbz xz txz zst 7z rar lz lzma cab iso jar cpio',
});
