import Vips from 'wasm-vips';
import type { RenderedImage } from '../src/index.ts';

type Library = Awaited<ReturnType<typeof Vips>>;
export type Picture = InstanceType<Library['Image']>;

/** Creates images of every type, and reads thumbnails. */
export interface Painter {
  readonly library: Library;
  /** An image with a red left and a blue right half. */
  flag(width: number, height: number): Picture;
  /** Encodes the picture as the type of the suffix. */
  encode(picture: Picture, suffix: string, options?: Record<string, unknown>): Buffer;
  /** The color at a position of the thumbnail, as a word that lossy codecs preserve. */
  colorAt(thumbnail: RenderedImage, x: number, y: number): 'red' | 'blue' | 'clear' | 'other';
  close(): void;
}

export async function startPainter(): Promise<Painter> {
  const library = await Vips({ dynamicLibraries: ['vips-heif.wasm'] });
  const plain = (width: number, height: number, color: number[]): Picture =>
    library.Image.black(width, height, { bands: color.length }).add(color).cast('uchar');
  return {
    library,
    flag: (width, height) =>
      plain(width / 2, height, [255, 0, 0])
        .join(plain(width / 2, height, [0, 0, 255]), 'horizontal')
        .copy({ interpretation: 'srgb' }),
    encode: (picture, suffix, options = {}) => Buffer.from(picture.writeToBuffer(suffix, options)),
    colorAt: ({ bytes }, x, y) => {
      const [red = 0, green = 0, blue = 0, alpha = 255] = library.Image.newFromBuffer(bytes).getpoint(x, y);
      if (alpha < 40) return 'clear';
      if (green < 100 && red > 150 && blue < 100) return 'red';
      return green < 100 && blue > 150 && red < 100 ? 'blue' : 'other';
    },
    close: () => library.shutdown(),
  };
}
