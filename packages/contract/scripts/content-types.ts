import { lookup } from 'mime-types';

/** File name extensions whose media type is the one of the mime-types package. */
const extensions = `
  7z aac apk avi avif bmp bz2 c conf cpp css csv doc docx eml epub gif gz heic heif htm html ico ics iso jar jpeg jpg js
  json jxl log m4a m4v map md mid mjs mkv mov mp3 mp4 mpeg odp ods odt oga ogg ogv opus otf pdf png ppt pptx ps rar rtf
  sql svg tar tif tiff toml tsv ttf txt wasm wav weba webm webp woff woff2 xls xlsx xml xz zip
`;

/** Media types of extensions that mime-types lacks or maps to something else: its `ts` is an MPEG transport stream. */
const overrides: Readonly<Record<string, string>> = {
  cjs: 'text/javascript',
  deb: 'application/vnd.debian.binary-package',
  flac: 'audio/flac',
  go: 'text/x-go',
  java: 'text/x-java',
  jsonl: 'application/jsonl',
  parquet: 'application/vnd.apache.parquet',
  py: 'text/x-python',
  rs: 'text/x-rust',
  sh: 'text/x-sh',
  tgz: 'application/gzip',
  ts: 'text/x-typescript',
  tsx: 'text/x-typescript',
  vcf: 'text/vcard',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zst: 'application/zstd',
};

/** Creates the table of media types: one line per type, followed by its extensions. */
export function createContentTypes(): string {
  const types = new Map(Object.entries(overrides));
  for (const extension of extensions.trim().split(/\s+/)) {
    const type = lookup(extension);
    if (type === false) throw new Error(`mime-types has no type for .${extension}: add it to the overrides`);
    types.set(extension, type);
  }
  const lines = [...Map.groupBy([...types.keys()].toSorted(), (extension) => types.get(extension) ?? '')]
    .map(([type, found]) => [type, ...found].join(' '))
    .toSorted();
  return `// Generated from mime-types by "pnpm run generate". Do not edit.

/** Media types, each followed by its file name extensions. */
export const contentTypes = \`
${lines.join('\n')}
\`;
`;
}
