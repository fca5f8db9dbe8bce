import { normalizeText, type ContentKind } from '@drive/contract';

/** With the file's name twice: in ASCII for old clients, and complete by RFC 8187. */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
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

/** A media type as RFC 9110, 8.3.1, defines it, in printable ASCII: what may stand in a header. */
const mediaType =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;(?:[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[ !#-[\]-~]|\\[ -~])*"))?)*$/;

/** The type of what is saved: as it was uploaded, if that is a media type. What is stored may be any text. */
export const attachmentType = (stored: string): string => {
  const type = stored.trim();
  return mediaType.test(type) ? type : octetStream;
};

/**
 * Types that a browser shows and that can't run a script. Without a plus, so that none is one of XML (RFC 6839, 4.1):
 * browsers run the scripts of an XML document, whatever stands before `+xml`.
 */
const harmless =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng|x-icon|vnd\.microsoft\.icon)|(?:audio|video)\/[\w.-]+|application\/(?:pdf|ogg))$/;

/** The type under which a browser displays the file; anything that could run scripts becomes plain text or bytes. */
export function inlineType(stored: string, kind: ContentKind): string {
  const essence = attachmentType(stored).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (harmless.test(essence)) return essence;
  return kind === 'text' || essence.endsWith('+xml') ? 'text/plain; charset=utf-8' : octetStream;
}

/** Forbids scripts and requests, and takes the origin away. */
export const sandbox =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The page that a browser makes of audio or video fetches it again, and has to share its origin. */
export const sandboxOf = (type: string): string =>
  /^(?:audio|video)\/|\/ogg$/.test(type) ? sandbox.replace(/^sandbox/, 'sandbox allow-same-origin') : sandbox;

/** Whether one of the ETags a header lists is ours; weak ones count as their strong counterparts (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
