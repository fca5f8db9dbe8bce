/** Bytes that are read in parts. */
export interface RangeSource {
  readonly size: number;
  /** The bytes from `begin` on, without that at `end`. */
  read(begin: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

export const blobSource = (blob: Blob): RangeSource => ({
  size: blob.size,
  read: async (begin, end) => new Uint8Array(await blob.slice(begin, end).arrayBuffer()),
});

/** Asks for the bytes from `begin` on, without that at `end`. */
export const rangeHeader = (begin: number, end: number): { readonly range: string } => ({
  range: `bytes=${begin}-${end - 1}`,
});
