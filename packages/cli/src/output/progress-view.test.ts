import { expect, it } from 'vitest';
import { drawProgress, type ProgressView } from './progress-view.ts';
import { textWidth } from './text-width.ts';

const MiB = 1024 * 1024;
const single: ProgressView = {
  doneFiles: 0,
  totalFiles: 1,
  doneBytes: 450 * MiB,
  totalBytes: 1000 * MiB,
  bytesPerSecond: 50 * MiB,
  transfers: [{ name: 'film.mp4', doneBytes: 450 * MiB, totalBytes: 1000 * MiB }],
};

it('shows a single file with percentage, bytes, speed and time left', () => {
  const [line, ...others] = drawProgress(single, 120);
  expect(others).toEqual([]);
  expect(line).toMatch(/^film\.mp4 +━{6}─{8} {3}45 % {2}450 of 1000 MiB {2}50\.0 MiB\/s {2}11 s left$/);
});

it('shows the large files and the total below them', () => {
  const transfers = [
    { name: 'tiny.txt', doneBytes: 0, totalBytes: 10 },
    { name: 'film.mp4', doneBytes: 50 * MiB, totalBytes: 100 * MiB },
  ];
  const lines = drawProgress({ ...single, totalFiles: 12, doneFiles: 3, transfers }, 120);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('film.mp4');
  expect(lines[1]).toMatch(/^3 of 12 files .*11 s left$/);
});

it('never exceeds the width of the terminal', () => {
  const name = '写真 with a name that goes on and on and on and on.jpeg';
  for (const totalFiles of [1, 30]) {
    for (let columns = 21; columns < 160; columns++) {
      const view = { ...single, totalFiles, transfers: [{ name, doneBytes: 5 * MiB, totalBytes: 10 * MiB }] };
      for (const line of drawProgress(view, columns)) expect(textWidth(line)).toBeLessThan(columns);
    }
  }
});

it('shows no speed and time before the first bytes', () => {
  expect(drawProgress({ ...single, doneBytes: 0, bytesPerSecond: 0 }, 120)[0]).toMatch(/0 %  0 B of 1000 MiB$/);
});
