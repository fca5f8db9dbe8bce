import { crc32, deflateSync } from 'node:zlib';

/** A landscape: the sky from above to below, the sun, and hills from the farthest to the nearest, as #rrggbb. */
export interface Landscape {
  readonly name: string;
  readonly sky: readonly [string, string];
  readonly sun: string;
  readonly hills: readonly string[];
}

export const landscapes: readonly Landscape[] = [
  { name: 'dawn', sky: ['#1d2b53', '#ff9a8b'], sun: '#ffe3c2', hills: ['#8f5f8a', '#5b4473', '#2c2747'] },
  { name: 'dunes', sky: ['#7cc6e8', '#fdf1d3'], sun: '#ffffff', hills: ['#f2c57c', '#dd9a4f', '#b4703a'] },
  { name: 'fjord', sky: ['#9cc9dc', '#e8f3f5'], sun: '#ffffff', hills: ['#7fa6b5', '#4f7f93', '#1f4c5f'] },
  { name: 'forest', sky: ['#bfe3c0', '#f6fbe8'], sun: '#fffbe0', hills: ['#8fc29a', '#4f9168', '#1d5a43'] },
  { name: 'glacier', sky: ['#5b86b5', '#e0eafc'], sun: '#ffffff', hills: ['#c9dcef', '#9dbbd9', '#6f93ba'] },
  { name: 'lighthouse', sky: ['#232526', '#e96443'], sun: '#ffd9a0', hills: ['#7a3b3f', '#4b2a35', '#221820'] },
];

type Color = readonly [number, number, number];

/** Draws it as a PNG of 8 bits per channel. */
export function paintPng({ sky, sun, hills }: Landscape, width: number, height: number): Buffer {
  const [above, below] = [toColor(sky[0]), toColor(sky[1])];
  const light = toColor(sun);
  const ridges = hills.map((hill, index) => ({ color: toColor(hill), heightAt: ridgeOf(index, width, height) }));
  const radius = height / 10;
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y += 1) {
    // The first byte of a row is its filter: none.
    at += 1;
    const air = mix(above, below, y / height);
    for (let x = 0; x < width; x += 1, at += 3) {
      const distance = Math.hypot(x - width * 0.72, y - height * 0.34);
      let color = mix(air, light, coverage(radius - distance));
      for (const ridge of ridges) color = mix(color, ridge.color, coverage(y - ridge.heightAt(x)));
      rows.set(color, at);
    }
  }
  return encodePng(rows, width, height);
}

/** The upper edge of a hill; each is lower than those behind it. */
function ridgeOf(index: number, width: number, height: number): (x: number) => number {
  const base = height * (0.5 + index * 0.16);
  return (x) => {
    const position = (x / width) * Math.PI * 2;
    return base - height * (0.08 * Math.sin(position + index * 2.1) + 0.03 * Math.sin(position * 2.7 + index * 4.3));
  };
}

/** The part of a pixel that a shape covers, by the distance of the pixel from its edge. */
const coverage = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5));

const mix = (from: Color, to: Color, part: number): Color =>
  part === 0
    ? from
    : [
        Math.round(from[0] + (to[0] - from[0]) * part),
        Math.round(from[1] + (to[1] - from[1]) * part),
        Math.round(from[2] + (to[2] - from[2]) * part),
      ];

function toColor(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function encodePng(rows: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, three channels.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
