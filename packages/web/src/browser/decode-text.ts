/** A text is shown up to here. */
export const shownTextBytes = 512 * 1024;

/** Decodes UTF-8 or, if the text is none, UTF-16 with its mark or the encoding of old Windows programs. */
export const decodeText = (bytes: ArrayBuffer): string =>
  decodeUtf8(bytes) ?? new TextDecoder(utf16Of(bytes) ?? 'windows-1252').decode(bytes);

export const isUtf8 = (bytes: ArrayBuffer): boolean => decodeUtf8(bytes) !== undefined;

function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    // `stream`: the end may be within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Windows programs save "Unicode" with this mark. */
function utf16Of(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
