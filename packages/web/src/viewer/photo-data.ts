import exifr from 'exifr';
import type { RangeSource } from '../browser/range-source.ts';

/** What the camera wrote into an image, as texts. */
export interface PhotoData {
  readonly takenAt: Date | undefined;
  readonly camera: string | undefined;
  readonly lens: string | undefined;
  /** `1/250 s · f/2.8 · ISO 100 · 35 mm` */
  readonly exposure: string | undefined;
  readonly dimensions: string | undefined;
  /** Latitude and longitude, in degrees. */
  readonly place: string | undefined;
}

/** Cameras write their data at the beginning. */
const headBytes = 256 * 1024;

/** Reads the beginning of an image. All undefined if it says nothing, or nothing that can be read. */
export async function readPhotoData(source: RangeSource, signal: AbortSignal): Promise<PhotoData> {
  const head = await source.read(0, Math.min(headBytes, source.size), signal);
  // Anything may be in a file: each value is checked below.
  const tags = (await exifr
    .parse(head, { tiff: true, exif: true, gps: true, xmp: false, icc: false, iptc: false })
    .catch(() => undefined)) as Readonly<Record<string, unknown>> | undefined;
  const text = (name: string): string | undefined => {
    const value = tags?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
  };
  const number = (name: string): number | undefined => {
    const value = tags?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const [make, model] = [text('Make'), text('Model')];
  const [latitude, longitude] = [number('latitude'), number('longitude')];
  const [width, height] = [number('ExifImageWidth'), number('ExifImageHeight')];
  const takenAt = tags?.['DateTimeOriginal'];
  return {
    takenAt: takenAt instanceof Date && !Number.isNaN(takenAt.getTime()) ? takenAt : undefined,
    // Many models begin with the name of their maker.
    camera:
      make !== undefined && model?.toLowerCase().startsWith(make.toLowerCase()) !== true
        ? joined([make, model])
        : model,
    lens: text('LensModel'),
    exposure: exposureOf(number),
    dimensions: width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    place:
      latitude === undefined || longitude === undefined ? undefined : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  };
}

function exposureOf(number: (name: string) => number | undefined): string | undefined {
  const [seconds, aperture] = [number('ExposureTime'), number('FNumber')];
  const [iso, focalLength] = [number('ISO'), number('FocalLength')];
  return joined(
    [
      seconds === undefined || seconds <= 0
        ? undefined
        : seconds < 0.4
          ? `1/${Math.round(1 / seconds)} s`
          : `${Math.round(seconds * 10) / 10} s`,
      aperture === undefined ? undefined : `f/${aperture}`,
      iso === undefined ? undefined : `ISO ${iso}`,
      focalLength === undefined ? undefined : `${focalLength} mm`,
    ],
    ' · ',
  );
}

function joined(parts: readonly (string | undefined)[], separator = ' '): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(separator);
}
