// Generated from mime-types by "pnpm run generate". Do not edit.

/** Media types, each followed by its file name extensions. */
export const contentTypes = `
application/epub+zip epub
application/gzip gz tgz
application/java-archive jar
application/json json map
application/jsonl jsonl
application/msword doc
application/pdf pdf
application/postscript ps
application/rtf rtf
application/sql sql
application/toml toml
application/vnd.android.package-archive apk
application/vnd.apache.parquet parquet
application/vnd.debian.binary-package deb
application/vnd.ms-excel xls
application/vnd.ms-powerpoint ppt
application/vnd.oasis.opendocument.presentation odp
application/vnd.oasis.opendocument.spreadsheet ods
application/vnd.oasis.opendocument.text odt
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/vnd.rar rar
application/wasm wasm
application/x-7z-compressed 7z
application/x-bzip2 bz2
application/x-iso9660-image iso
application/x-tar tar
application/x-xz xz
application/xml xml
application/yaml yaml yml
application/zip zip
application/zstd zst
audio/aac aac
audio/flac flac
audio/midi mid
audio/mp4 m4a
audio/mpeg mp3
audio/ogg oga ogg opus
audio/wav wav
audio/webm weba
font/otf otf
font/ttf ttf
font/woff woff
font/woff2 woff2
image/avif avif
image/bmp bmp
image/gif gif
image/heic heic
image/heif heif
image/jpeg jpeg jpg
image/jxl jxl
image/png png
image/svg+xml svg
image/tiff tif tiff
image/vnd.microsoft.icon ico
image/webp webp
message/rfc822 eml
text/calendar ics
text/css css
text/csv csv
text/html htm html
text/javascript cjs js mjs
text/markdown md
text/plain conf log txt
text/tab-separated-values tsv
text/vcard vcf
text/x-c c cpp
text/x-go go
text/x-java java
text/x-python py
text/x-rust rs
text/x-sh sh
text/x-typescript ts tsx
video/mp4 mp4
video/mpeg mpeg
video/ogg ogv
video/quicktime mov
video/webm webm
video/x-m4v m4v
video/x-matroska mkv
video/x-msvideo avi
`;
