import type { Item } from '@drive/sdk';

const endings = [
  ['image', /\.(?:jpe?g|png|gif|webp|avif|hei[cf]|jxl|bmp|svg|tiff?|psd|raw|cr[23]|nef|arw|dng)$/i],
  ['video', /\.(?:mp4|m4v|mov|mkv|webm|avi|mpe?g|wmv|ogv|3gp)$/i],
  ['audio', /\.(?:mp3|m4a|aac|flac|wav|og[ga]|opus|aiff?|midi?)$/i],
  ['pdf', /\.pdf$/i],
  ['text', /\.(?:txt|md|markdown|log|ini|conf|cfg|tex|srt|vtt|diff|patch)$/i],
  ['archive', /\.(?:zip|tar|t?gz|t?bz2?|t?xz|zst|7z|rar|iso|jar)$/i],
] as const;

/** The kind of a file of which only the name is known. */
export const namedKind = (name: string): Item['contentKind'] =>
  endings.find(([, ending]) => ending.test(name))?.[0] ?? 'other';
