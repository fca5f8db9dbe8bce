import type { SpeedMeter } from './speed-meter.ts';
import { isUnfinished, type Upload } from './upload.ts';

/** State of the upload queue, as the panel shows it. */
export interface UploadsView {
  readonly uploads: readonly Upload[];
  readonly unfinished: number;
  readonly done: number;
  readonly failed: number;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Uploads whose name is taken; the user is asked about the first. */
  readonly conflicts: readonly Upload[];
  readonly isStalled: boolean;
}

/** Adds the bytes that are sent now to the meter. */
export function viewOf(uploads: readonly Upload[], meter: SpeedMeter, now: number, isStalled: boolean): UploadsView {
  const counted = uploads.filter(({ state }) => state !== 'failed' && state !== 'skipped');
  const sentBytes = counted.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const unfinished = uploads.filter(isUnfinished).length;
  if (unfinished === 0) meter.reset();
  else meter.add(sentBytes, now);
  return {
    uploads,
    unfinished,
    done: uploads.filter(({ state }) => state === 'done').length,
    failed: uploads.filter(({ state }) => state === 'failed').length,
    sentBytes,
    totalBytes: counted.reduce((sum, { file }) => sum + file.size, 0),
    bytesPerSecond: meter.bytesPerSecond,
    conflicts: uploads.filter(({ state }) => state === 'conflict'),
    isStalled,
  };
}
