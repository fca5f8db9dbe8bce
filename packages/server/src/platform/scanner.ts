import { createClamd, parseClamdAddress, type Verdict } from '@drive/clamd';

export { ClamdError as ScanError, ClamdUnreachableError as ScannerUnreachableError } from '@drive/clamd';

/** Finds viruses in bytes. */
export interface Scanner {
  /** Rejects with a `ScanError`, with the error of `chunks`, or with the reason of `signal`. */
  scan(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Verdict>;
  /** Rejects with a `ScanError` if it does not answer. */
  ping(): Promise<void>;
}

/** undefined without an address: no scanner is configured. */
export function openScanner(text: string | undefined): Scanner | undefined {
  const address = text === undefined ? undefined : parseClamdAddress(text);
  return address && createClamd({ address });
}
