import { normalizeText, type ContentKind } from '@drive/contract';

/** Contains the file's name twice: in ASCII for old clients, and complete by RFC 8187. */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  // The rest changes nothing of such a name, which most files have.
  if (/^[\w.-]+$/.test(name)) return `${disposition}; filename="${name}"; filename*=UTF-8''${name}`;
  const ascii = normalizeText(name, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const octetStream = 'application/octet-stream';

/** A media type by RFC 9110, 8.3.1, in printable ASCII, so that it is a valid header value. */
const mediaType =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;(?:[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[ !#-[\]-~]|\\[ -~])*"))?)*$/;

/** The type of a saved file: the stored one if it is a media type, which uploads need not have. */
export const attachmentType = (stored: string | null): string => {
  const type = stored?.trim() ?? '';
  return mediaType.test(type) ? type : octetStream;
};

/** Types that cannot run a script. None contains a plus: browsers run the scripts of any `+xml` (RFC 6839, 4.1). */
const harmless =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng|x-icon|vnd\.microsoft\.icon)|(?:audio|video)\/[\w.-]+|application\/(?:pdf|ogg))$/;

/** The type under which a browser displays the file; anything that could run scripts becomes plain text or bytes. */
export function inlineType(stored: string | null, kind: ContentKind): string {
  const essence = attachmentType(stored).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (harmless.test(essence)) return essence;
  return kind === 'text' || essence.endsWith('+xml') ? 'text/plain; charset=utf-8' : octetStream;
}

/** Forbids scripts and requests, and removes the origin. Its last directive lists the pages that may frame the file. */
export const sandbox =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** A browser's own page for audio or video fetches the file again, so it needs its origin. */
export function sandboxOf(type: string, pageOrigin?: string): string {
  const framed = pageOrigin === undefined ? sandbox : `${sandbox} ${pageOrigin}`;
  return /^(?:audio|video)\/|\/ogg$/.test(type) ? framed.replace(/^sandbox/, 'sandbox allow-same-origin') : framed;
}

/** Browsers must ask again, so that a revoked URL stops working at once. */
export const mustRevalidate = 'private, no-cache';

/** Headers of a file that is saved. */
export const attachmentHeaders = ({ name, mimeType }: Named): ContentHeaders => ({
  'content-type': attachmentType(mimeType),
  'content-disposition': contentDisposition('attachment', name),
  'content-security-policy': sandbox,
  'cache-control': mustRevalidate,
});

/** Headers of a file that is displayed, without running anything of it. */
export function inlineHeaders(
  { name, mimeType }: Named,
  kind: ContentKind,
  pageOrigin: string | undefined,
): ContentHeaders {
  const type = inlineType(mimeType, kind);
  return {
    'content-type': type,
    'content-disposition': contentDisposition('inline', name),
    'content-security-policy': sandboxOf(type, pageOrigin),
    'cache-control': mustRevalidate,
  };
}

interface Named {
  readonly name: string;
  readonly mimeType: string | null;
}
type ContentHeaders = Record<
  'content-type' | 'content-disposition' | 'content-security-policy' | 'cache-control',
  string
>;
