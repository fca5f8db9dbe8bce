export { imageSource, png, pngChunk, type PngOptions } from './pictures.ts';
