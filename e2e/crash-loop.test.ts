import { expect, it } from 'vitest';
import { runCrashLoop } from './crash-loop.ts';

it(
  'loses nothing it acknowledged when it is killed ten times in the middle of uploads and changes of trees',
  { timeout: 120_000 },
  async () => {
    const report = await runCrashLoop(10);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.resumed).toBeGreaterThan(0);
    expect(report.treeChanges).toBeGreaterThan(0);
  },
);
