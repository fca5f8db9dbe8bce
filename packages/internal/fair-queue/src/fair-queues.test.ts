import { expect, test } from 'vitest';
import { FairQueues, type Allocation, type Queue } from './index.ts';

const newQueues = (): FairQueues<number> =>
  new FairQueues({ maxSlots: 512, maxSlotsPerHost: 32, maxSlotsPerQueue: 32 });

const fast = { isSuccess: true, durationMs: 1 };
const slow = { isSuccess: true, durationMs: 5000 };
const failed = { isSuccess: false, durationMs: 1 };

let keys = 0;
function newQueue(queues: FairQueues<number>, host: string, results: (typeof fast)[] = []): Queue<number> {
  const queue = queues.get((keys += 1));
  queue.host = host;
  for (const result of results) queues.recordResult(queue, result);
  return queue;
}
const proven = Array.from({ length: 6 }, () => fast);
function allocateAll(queues: FairQueues<number>): Allocation<number>[] {
  const allocations: Allocation<number>[] = [];
  for (let allocation = queues.allocate(); allocation !== undefined; allocation = queues.allocate())
    allocations.push(allocation);
  return allocations;
}
const slotsOf = (allocations: readonly Allocation<number>[]): number =>
  allocations.reduce((sum, { slots }) => sum + slots, 0);

test('a new queue gets one slot, and a queue that succeeds soon gets 32', () => {
  const queues = newQueues();
  const queue = newQueue(queues, 'a');
  const given = [1, 2, 4, 8, 16, 32, 32].map((expected) => {
    queues.enqueue(queue);
    const allocation = queues.allocate();
    expect(queues.allocate()).toBeUndefined();
    if (allocation === undefined) throw new Error('no slots');
    queues.release(allocation, allocation.slots);
    queues.recordResult(queue, fast);
    return [allocation.slots, expected];
  });
  for (const [slots, expected] of given) expect(slots).toBe(expected);
});

test('the 32 slots of a host are shared between the queues that wait for it', () => {
  const queues = newQueues();
  for (let count = 0; count < 8; count += 1) queues.enqueue(newQueue(queues, 'a', proven));
  const allocations = allocateAll(queues);
  expect(slotsOf(allocations)).toBe(32);
  expect(allocations.map(({ slots }) => slots)).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
  queues.enqueue(newQueue(queues, 'b', proven));
  expect(slotsOf(allocateAll(queues))).toBe(32);
});

test('queues that wait for a full host are served in order of arrival', () => {
  const queues = newQueues();
  const waiting = Array.from({ length: 100 }, () => newQueue(queues, 'a'));
  for (const queue of waiting) queues.enqueue(queue);
  const served: Queue<number>[] = [];
  for (let allocations = allocateAll(queues); allocations.length > 0; allocations = allocateAll(queues)) {
    expect(slotsOf(allocations)).toBeLessThanOrEqual(32);
    served.push(...allocations.map(({ queue }) => queue));
    for (const allocation of allocations) queues.release(allocation, allocation.slots);
  }
  expect(served).toEqual(waiting);
});

test.each([
  ['fail', failed],
  ['take long', slow],
])('queues that %s leave half of all slots, and half of the slots of a host, to the others', (_, result) => {
  const queues = newQueues();
  for (let host = 0; host < 100; host += 1)
    for (let count = 0; count < 40; count += 1) queues.enqueue(newQueue(queues, `bad ${host}`, [...proven, result]));
  expect(slotsOf(allocateAll(queues))).toBe(256);
  const good = newQueue(queues, 'bad 0', proven);
  const better = newQueue(queues, 'good', proven);
  queues.enqueue(good);
  queues.enqueue(better);
  const allocations = allocateAll(queues);
  expect(allocations.map(({ queue }) => queue)).toEqual([good, better]);
  expect(allocations[0]?.slots).toBeGreaterThanOrEqual(16);
  expect(allocations[1]?.slots).toBeGreaterThanOrEqual(16);
});

test('slots released by failing queues go to failing queues that wait', () => {
  const queues = newQueues();
  for (let count = 0; count < 300; count += 1) queues.enqueue(newQueue(queues, `bad ${count}`, [failed]));
  const first = allocateAll(queues);
  expect(first).toHaveLength(256);
  for (const allocation of first.slice(0, 10)) queues.release(allocation, 1);
  expect(allocateAll(queues)).toHaveLength(10);
});

test('a few queues with large windows leave slots for the next queue', () => {
  const queues = newQueues();
  for (let count = 0; count < 30; count += 1) queues.enqueue(newQueue(queues, `greedy ${count}`, proven));
  expect(slotsOf(allocateAll(queues))).toBeLessThan(512);
  const next = newQueue(queues, 'next', proven);
  queues.enqueue(next);
  expect(queues.allocate()?.queue).toBe(next);
});

test('a slot covers a quarter of a second of attempts, and at most 16 attempts', () => {
  const turnAfter = (durationMs: number): number | undefined => {
    const queues = newQueues();
    queues.enqueue(newQueue(queues, 'a', [{ isSuccess: false, durationMs }]));
    return queues.allocate()?.attempts;
  };
  expect([0, 10, 50, 200, 900, 9000].map(turnAfter)).toEqual([16, 16, 5, 1, 1, 1]);
});

test('a queue that was served waits behind the others', () => {
  const queues = newQueues();
  const [busy, other] = [newQueue(queues, 'a', proven), newQueue(queues, 'a', proven)];
  queues.enqueue(busy);
  const allocation = queues.allocate();
  queues.enqueue(other);
  if (allocation === undefined) throw new Error('no slots');
  queues.release(allocation, allocation.slots);
  queues.enqueue(busy);
  expect(queues.allocate()?.queue).toBe(other);
});
