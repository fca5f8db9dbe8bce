/**
 * How an image is sent: in another size, cut, or in another format. The server rounds sizes up to one of 16, 32, 48, 64, 96, 128, 256,
 * 384, 640, 750, 828, 1080, 1200, 1920, 2048 and 3840 pixels, and the quality to a multiple of 5.
 *
 * @example
 * ```ts
 * import { imageUrl, type ImageTransform } from '@drive/sdk';
 *
 * const square: ImageTransform = { width: 256, height: 256, fit: 'cover' };
 * console.log(imageUrl('https://drive.example/files/public/token/sea.jpg?v=0f1e2d3c4b5a', square));
 * ```
 */
export interface ImageTransform {
  /** Pixels. Without a height, the aspect of the image decides. */
  readonly width?: number | undefined;
  /** Pixels. Without a width, the aspect of the image decides. */
  readonly height?: number | undefined;
  /** `inside` (default): within the box, never enlarged; `cover` fills it and cuts; `contain` adds bars. */
  readonly fit?: 'inside' | 'cover' | 'contain' | undefined;
  /** `auto` (default): WebP for clients that accept it, else JPEG, or PNG for transparent images. */
  readonly format?: 'auto' | 'webp' | 'avif' | 'jpeg' | 'png' | undefined;
  /** 1 to 100. */
  readonly quality?: number | undefined;
}

/** The transform as the API names its fields. */
export const transformFields = ({
  width,
  height,
  fit,
  format,
  quality,
}: ImageTransform): Pick<ImageTransform, 'fit' | 'format'> & Readonly<Record<'w' | 'h' | 'q', number | undefined>> => ({
  w: width,
  h: height,
  fit,
  format,
  q: quality,
});

/**
 * Returns the URL that sends a public image transformed. `publicUrl` is that of an item or a share.
 *
 * @example
 * ```ts
 * import { DriveClient, imageUrl } from '@drive/sdk';
 *
 * const { publicUrl } = await new DriveClient().files.getByPath('/Photos/2026/sea.jpg');
 * if (publicUrl) console.log(imageUrl(publicUrl, { width: 640, format: 'webp' }));
 * ```
 */
export function imageUrl(publicUrl: string, transform: ImageTransform): string {
  const url = new URL(publicUrl);
  for (const [name, value] of Object.entries(transformFields(transform)))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Widths of screens, as they are common for pictures that fill them. */
const screenWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840];

/**
 * Returns the value of the attribute `srcset` of an image: its URL for each width, so that a browser chooses one.
 *
 * @example
 * ```ts
 * import { DriveClient, srcSet } from '@drive/sdk';
 *
 * const { publicUrl } = await new DriveClient().files.getByPath('/Photos/2026/sea.jpg');
 * if (publicUrl) console.log(`<img src="${publicUrl}" srcset="${srcSet(publicUrl, { widths: [384, 640, 1200] })}">`);
 * ```
 */
export function srcSet(
  publicUrl: string,
  {
    widths = screenWidths,
    ...transform
  }: { readonly widths?: readonly number[] } & Omit<ImageTransform, 'width' | 'height'> = {},
): string {
  return widths.map((width) => `${imageUrl(publicUrl, { ...transform, width })} ${width}w`).join(', ');
}
