import { contentTypeOf } from '@drive/contract/content-types';
import type { FileTypeResult } from 'file-type';
import { DomainError } from '../../../platform/errors.ts';
import { matchesType, typeNotAllowed, type UploadFacts } from './check-upload.ts';

/** Bytes at the beginning of a content that tell its type. */
export const headBytes = 4096;

/**
 * Compares the first bytes of a content with the types that its target accepts. The magic numbers tell most types; texts have none.
 * Throws `file_type_not_allowed` if the bytes contradict all accepted types.
 */
export async function requireAllowedContent(
  head: Uint8Array,
  file: UploadFacts,
  allowedTypes: readonly string[],
): Promise<void> {
  // Loaded by the first upload that needs it, so that the start of the server takes no longer.
  const { fileTypeFromBuffer, supportedMimeTypes } = await import('file-type');
  const content = {
    found: await fileTypeFromBuffer(head).catch(() => undefined),
    isText: isText(head),
    hasMagic: (type: string) => supportedMimeTypes.has(type),
  };
  if (!allowedTypes.some((allowed) => admits(allowed, content, file))) throw contentNotAllowed(file, allowedTypes);
}

const contentNotAllowed = ({ fileName }: UploadFacts, allowedTypes: readonly string[]): DomainError =>
  typeNotAllowed(`The bytes of “${fileName}” are those of another type.`, allowedTypes);

interface Content {
  readonly found: FileTypeResult | undefined;
  readonly isText: boolean;
  /** Whether the first bytes of this media type tell it. */
  hasMagic(type: string): boolean;
}

/** Whether the content may be of an accepted type. */
function admits(allowed: string, { found, isText: isOfText, hasMagic }: Content, file: UploadFacts): boolean {
  const wanted = matchesType(file, allowed) ? typeWanted(file, allowed) : undefined;
  // The magic numbers of some types are letters, with which a text may begin.
  if (wanted !== undefined && isOfText && isTextual(wanted)) return true;
  if (found === undefined) return wanted !== undefined && !hasMagic(wanted) && isOfText === isTextual(wanted);
  const types = [found.mime, contentTypeOf(`x.${found.ext}`)];
  if (types.some((type) => isAccepted(type, allowed))) return true;
  return wanted !== undefined && types.some((type) => mayContain(type, wanted));
}

/** The type that the name or the declaration gives the file, for one of the accepted types. */
const typeWanted = ({ contentType }: UploadFacts, allowed: string): string =>
  allowed.startsWith('.') ? contentTypeOf(`x${allowed}`) : (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

function isAccepted(type: string, allowed: string): boolean {
  if (allowed.startsWith('.')) return type === contentTypeOf(`x${allowed}`);
  return allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type === allowed;
}

const textual = /^text\/|[/+](?:xml|json|yaml|javascript|x-sh|sql|toml|rtf)$/;
const isTextual = (type: string): boolean => textual.test(type);

/** Formats inside others, whose first bytes are those of the outer one. */
const containers: readonly (readonly [outer: RegExp, inner: RegExp])[] = [
  [
    /^application\/(?:x-)?zip(?:-compressed)?$/,
    /openxmlformats|opendocument|macroenabled|java-archive|android\.package|[+.-]zip$|\/(?:x-)?zip|vnd\.(?:apple|ms-)|usdz|3mf/,
  ],
  [
    /openxmlformats|opendocument|java-archive|android\.package|\+zip$/,
    /^application\/(?:x-)?zip(?:-compressed)?$|openxmlformats|opendocument/,
  ],
  [/x-cfb$/, /msword|vnd\.ms-|vnd\.visio|x-msi|outlook/],
  [/\/xml$/, /[/+]xml$|html$/],
  [/gzip$/, /gzip|compressed|tgz/],
  [/mp4|m4[av]|webm|ogg|quicktime|3gpp|matroska|x-ms-asf|mpeg/, /^(?:audio|video)\//],
];

const mayContain = (type: string, wanted: string): boolean =>
  containers.some(([outer, inner]) => outer.test(type) && inner.test(wanted));

/** Whether no byte is a control character that texts in UTF-8 or in an encoding of 8 bits do not have. */
function isText(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return head.every((byte) => byte >= 32 || (byte >= 8 && byte <= 13) || byte === 27);
}
