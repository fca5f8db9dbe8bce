import { join } from 'node:path';

/** How a reverse proxy in front is told to send a blob itself, from a disk that it reads too. */
export type Offload =
  /** nginx: below its location `/drive-blobs/`, which only such an answer may lead to. */
  | { readonly kind: 'x-accel' }
  /** Apache (mod_xsendfile) and lighttpd: by its path. */
  | { readonly kind: 'x-sendfile'; readonly blobDirectory: string };

export function offloadHeader(offload: Offload, blobKey: string): readonly [name: string, value: string] {
  return offload.kind === 'x-accel'
    ? ['x-accel-redirect', `/drive-blobs/${blobKey}`]
    : ['x-sendfile', join(offload.blobDirectory, blobKey)];
}
