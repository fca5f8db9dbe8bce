/** Why a file is refused before a byte of it is sent. */
export class UploadRefusal extends Error {
  readonly reason: 'too-large' | 'quota';
  /** Bytes that are needed and allowed. */
  readonly bytes: readonly [needed: number, allowed: number];

  constructor(reason: UploadRefusal['reason'], needed = 0, allowed = 0) {
    super(reason);
    this.reason = reason;
    this.bytes = [needed, allowed];
  }
}
