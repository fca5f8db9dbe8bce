import type { ContentKind } from '@drive/contract';

/**
 * `attachment` or `inline` with the file's name, for every client: an ASCII one for the oldest, and the whole of it by
 * RFC 8187.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Types that a browser shows and that can't run a script. */
const harmless =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|ogg))$/;

/** What a browser is told that it shows; anything that could be a page of ours becomes plain text or just bytes. */
export function inlineType(mimeType: string, kind: ContentKind): string {
  const essence = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (harmless.test(essence)) return essence;
  return kind === 'text' || essence === 'image/svg+xml' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

/** Even what slips through runs nothing, loads nothing and is nobody's origin. */
export const sandbox =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** A sound or a film is fetched once more by the page that a browser makes of it, and needs to be of one origin with it. */
export const sandboxOf = (type: string): string =>
  /^(?:audio|video)\/|\/ogg$/.test(type) ? sandbox.replace(/^sandbox/, 'sandbox allow-same-origin') : sandbox;

/** Whether one of the ETags a header lists is ours; weak ones count as their strong counterparts (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
