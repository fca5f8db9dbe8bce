import { expect, it } from 'vitest';
import { runCrashLoop } from './crash-loop.ts';
import { runWebhookCrashLoop } from './crash-webhooks.ts';

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

it(
  'tells every webhook what happened and nothing else when it is killed five times in the middle of it',
  { timeout: 120_000 },
  async () => {
    const report = await runWebhookCrashLoop(5);
    expect(report.events).toBeGreaterThanOrEqual(35);
    expect(report.attempts).toBeGreaterThan(report.deliveries);
    expect(report.receptions).toBeGreaterThanOrEqual(report.attempts);
  },
);
