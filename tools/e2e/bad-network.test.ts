import { expect, it } from 'vitest';
import { sendThroughBadNetwork } from './bad-network.ts';

it('uploads and downloads complete through a network that cuts every connection', { timeout: 120_000 }, async () => {
  const { cuts, sha256 } = await sendThroughBadNetwork({ mib: 24, cutMib: 3, mibPerSecond: 200 });
  expect(cuts).toBeGreaterThan(10);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});
