import type { Item } from '@drive/sdk';

/** How a file is shown; `none`: by its name, type and size only. */
export type PreviewKind = 'image' | 'svg' | 'video' | 'audio' | 'pdf' | 'markdown' | 'csv' | 'text' | 'zip' | 'none';

/** Browsers decode the whole image at once. */
const mostImageBytes = 100 * 1024 * 1024;
/** An SVG image is drawn from its text. */
const mostSvgBytes = 512 * 1024;

export function previewKindOf({ contentKind, mimeType, name, size }: Item): PreviewKind | 'too-large' {
  const bytes = size ?? 0;
  switch (contentKind) {
    case 'image':
      if (mimeType === 'image/svg+xml' || /\.svg$/i.test(name)) return bytes > mostSvgBytes ? 'text' : 'svg';
      return bytes > mostImageBytes ? 'too-large' : 'image';
    case 'text':
      if (mimeType === 'text/markdown' || /\.(?:md|markdown)$/i.test(name)) return 'markdown';
      return mimeType === 'text/csv' || /\.(?:csv|tsv)$/i.test(name) ? 'csv' : 'text';
    case 'archive':
      return /^application\/(?:x-)?zip(?:-compressed)?$/.test(mimeType ?? '') || /\.zip$/i.test(name) ? 'zip' : 'none';
    case 'video':
    case 'audio':
    case 'pdf':
      return contentKind;
    default:
      return 'none';
  }
}
