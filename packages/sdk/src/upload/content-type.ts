/** What is uploaded most, by the end of its name; a line for each type. */
const table = `
application/epub+zip epub
application/gzip gz tgz
application/json json map
application/msword doc
application/pdf pdf
application/rtf rtf
application/vnd.ms-excel xls
application/vnd.ms-powerpoint ppt
application/vnd.oasis.opendocument.spreadsheet ods
application/vnd.oasis.opendocument.text odt
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/x-7z-compressed 7z
application/x-tar tar
application/xml xml
application/zip zip
audio/aac aac
audio/flac flac
audio/mp4 m4a
audio/mpeg mp3
audio/ogg ogg oga opus
audio/wav wav
font/otf otf
font/ttf ttf
font/woff2 woff2
image/avif avif
image/bmp bmp
image/gif gif
image/heic heic
image/jpeg jpg jpeg
image/png png
image/svg+xml svg
image/tiff tif tiff
image/vnd.microsoft.icon ico
image/webp webp
text/calendar ics
text/css css
text/csv csv
text/html html htm
text/javascript js mjs cjs
text/markdown md
text/plain txt log
text/vcard vcf
video/mp4 mp4
video/quicktime mov
video/webm webm
video/x-m4v m4v
video/x-matroska mkv
video/x-msvideo avi
`;

const byEnding = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type = '', ...endings] = line.split(' ');
      return endings.map((ending) => [ending, type] as const);
    }),
);

/** What the caller says it is, or the source, or its name. */
export function contentTypeOf(name: string, said: string | undefined, own: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (said || own || byEnding.get(ending)) ?? 'application/octet-stream';
}
