import { expect, test } from 'vitest';
import { fileOf as itemOf } from '../../test/components/things.ts';
import { OwnThumbnails, type ThumbnailPorts } from './own-thumbnails.ts';

const image = new Blob(['image']);
const fileOf = (name: string, bytes = 3): File => new File(['x'.repeat(bytes)], name);

/** Ports that note what happens, and the promise that everything is done. */
function world(changes: Partial<ThumbnailPorts> = {}) {
  const events: string[] = [];
  let finish = (): void => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const thumbnails = new OwnThumbnails({
    files: {
      get: async (id: string) => itemOf(id, { id, size: 3, previewUrl: null, changeTag: `tag of ${id}` }),
      setThumbnail: async (id: string, _: Blob, { ifMatch }: { ifMatch?: string } = {}) => {
        events.push(`set ${id} if ${ifMatch}`);
      },
    } as unknown as ThumbnailPorts['files'],
    draw: async () => image,
    wait: async (ms) => void events.push(`wait ${ms}`),
    refresh: async () => {
      events.push('refresh');
      finish();
    },
    ...changes,
  });
  return { events, thumbnails, end };
}

test('thumbnails are set one after the other, for the content that was uploaded, and then shown', async () => {
  const { events, thumbnails, end } = world();
  thumbnails.add('a', fileOf('a.pdf'));
  thumbnails.add('b', fileOf('b.mp4'));
  await end;
  expect(events).toEqual(['set a if tag of a', 'wait 6000', 'set b if tag of b', 'refresh']);
});

test('a file that cannot be drawn, or has another content by now, keeps none, and the next one gets its own', async () => {
  const { events, thumbnails, end } = world({
    draw: async ({ name }) => {
      if (name === 'broken.mp4') throw new Error('broken');
      return image;
    },
  });
  thumbnails.add('a', fileOf('broken.mp4'));
  thumbnails.add('b', fileOf('replaced.mp4', 4));
  thumbnails.add('c', fileOf('c.mp4'));
  await end;
  expect(events).toEqual(['wait 6000', 'wait 6000', 'set c if tag of c', 'refresh']);
});
