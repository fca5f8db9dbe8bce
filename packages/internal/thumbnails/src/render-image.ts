import type Vips from 'wasm-vips';
import type { ImageType } from './image-types.ts';
import type { RenderedImage, Rendition } from './images-port.ts';

export type VipsLibrary = Awaited<ReturnType<typeof Vips>>;
type Picture = InstanceType<VipsLibrary['Image']>;

/** Of a side that is not given: what WebP can have. */
const maxSide = 16_383;
/** Of the codecs' own scales for speed against size; higher ones take twice the time for a tenth less bytes. */
const webpEffort = 2;
const avifEffort = 0;

const white = [255, 255, 255];
const clear = [0, 0, 0, 0];

export interface RenderTask {
  readonly source: Uint8Array;
  readonly type: ImageType;
  readonly maxPixels: number;
  readonly rendition: Rendition;
}

/** Renders one image. undefined: it has too many pixels. Throws if it is broken. */
export function renderImage(vips: VipsLibrary, task: RenderTask): RenderedImage | undefined {
  // The library's memory is not collected.
  const owned: Picture[] = [];
  const own = (picture: Picture): Picture => {
    owned.push(picture);
    return picture;
  };
  try {
    return new Renderer(vips, own).render(task);
  } finally {
    for (const picture of owned) picture.delete();
  }
}

class Renderer {
  readonly #vips: VipsLibrary;
  readonly #own: (picture: Picture) => Picture;

  constructor(vips: VipsLibrary, own: (picture: Picture) => Picture) {
    this.#vips = vips;
    this.#own = own;
  }

  render({ type, source, maxPixels, rendition }: RenderTask): RenderedImage | undefined {
    // Reads the header only.
    const whole = this.#own(this.#vips.Image.newFromBuffer(source));
    if (whole.width * whole.height > maxPixels) return undefined;
    const { width, height } = rendition;
    const fit = width === undefined || height === undefined ? 'inside' : rendition.fit;
    const box = { ...rendition, fit, width: width ?? maxSide, height: height ?? maxSide };
    const resized = this.#own(this.#resize(source, type, whole, box));
    const picture = fit === 'contain' ? this.#addBars(resized, box) : resized;
    return { bytes: this.#encode(picture, rendition), width: picture.width, height: picture.height };
  }

  /** Upright, in sRGB. */
  #resize(source: Uint8Array, type: ImageType, whole: Picture, box: Box): Picture {
    const options = {
      height: box.height,
      size: box.fit === 'inside' ? 'down' : 'both',
      ...(box.fit === 'cover' ? { crop: 'centre' } : {}),
      ...(hasOtherColors(whole) ? { output_profile: 'srgb' } : {}),
    } as const;
    if (type !== 'jpeg') return this.#vips.Image.thumbnailBuffer(source, box.width, options);
    // Twice as fast as the scale that the library itself would choose.
    const shrink = jpegShrinkOf(whole, box);
    const loaded = this.#own(this.#vips.Image.jpegloadBuffer(source, { shrink, access: 'sequential' }));
    return loaded.thumbnailImage(box.width, options);
  }

  #addBars(resized: Picture, { width, height, format }: Box): Picture {
    const picture = this.#own(resized.colourspace('srgb'));
    const isClear = format === 'plain' ? picture.hasAlpha() : format !== 'jpeg';
    const drawn = isClear && !picture.hasAlpha() ? this.#own(picture.bandjoin(255)) : picture;
    const background = drawn.hasAlpha() ? clear : white;
    return this.#own(drawn.gravity('centre', width, height, { extend: 'background', background }));
  }

  #encode(picture: Picture, { format, quality }: Rendition): Uint8Array {
    const isPng = format === 'png' || (format === 'plain' && picture.hasAlpha());
    if (format === 'webp') return picture.writeToBuffer('.webp', { Q: quality, effort: webpEffort, keep: 'none' });
    if (format === 'avif') return picture.writeToBuffer('.avif', { Q: quality, effort: avifEffort, keep: 'none' });
    if (isPng) return picture.writeToBuffer('.png', { bitdepth: 8, keep: 'none' });
    const opaque = picture.hasAlpha() ? this.#own(picture.flatten({ background: white })) : picture;
    return opaque.writeToBuffer('.jpg', { Q: quality, keep: 'none' });
  }
}

type Box = Rendition & { readonly width: number; readonly height: number };

/** The decoder's own scale, which leaves at least a half to the resampling, so that no edge is jagged. */
function jpegShrinkOf(whole: Picture, { fit, width, height }: Box): number {
  const isTurned = whole.getTypeof('orientation') !== 0 && whole.getInt('orientation') > 4;
  const ratios = isTurned ? [whole.height / width, whole.width / height] : [whole.width / width, whole.height / height];
  const ratio = fit === 'cover' ? Math.min(...ratios) : Math.max(...ratios);
  return [8, 4, 2].find((shrink) => ratio >= shrink * 1.5) ?? 1;
}

/** Whether an embedded profile is that of another space than sRGB, as of most phones. */
function hasOtherColors(whole: Picture): boolean {
  if (whole.getTypeof('icc-profile-data') === 0) return false;
  const profile = Buffer.from(whole.getBlob('icc-profile-data'));
  // The description of a profile is ASCII in older ones and UTF-16 in newer ones.
  return !profile.includes('sRGB') && !profile.includes('\0s\0R\0G\0B', 'latin1');
}
