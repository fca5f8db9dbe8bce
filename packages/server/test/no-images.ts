import type { Images } from '../src/platform/thumbnails/index.ts';

/** Where nobody cares for thumbnails. */
export const noImages: Images = {
  makeThumbnail: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};
