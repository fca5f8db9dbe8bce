import { expect, it } from 'vitest';
import { imageUrl, srcSet } from './image-urls.ts';

const publicUrl = 'https://drive.example/base/files/public/token/the%20sea.jpg?v=0f1e2d3c4b5a';

it('imageUrl adds the fields of a transform to the URL, and keeps what is there', () => {
  expect(imageUrl(publicUrl, { width: 640, height: 480, fit: 'cover', format: 'webp', quality: 60 })).toBe(
    `${publicUrl}&w=640&h=480&fit=cover&format=webp&q=60`,
  );
  expect(imageUrl(imageUrl(publicUrl, { width: 640 }), { width: 64, format: undefined })).toBe(`${publicUrl}&w=64`);
  expect(imageUrl(publicUrl, {})).toBe(publicUrl);
});

it('srcSet names each width, those of common screens unless others are given', () => {
  expect(srcSet(publicUrl, { widths: [64, 128], format: 'avif' })).toBe(
    `${publicUrl}&w=64&format=avif 64w, ${publicUrl}&w=128&format=avif 128w`,
  );
  expect(srcSet(publicUrl).split(', ')).toHaveLength(8);
});
