import type { Images } from '../../src/platform/thumbnails/index.ts';

/** For tests without thumbnails. */
export const noImages: Images = {
  makeThumbnail: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};
