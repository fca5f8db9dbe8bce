import { expect, test } from 'vitest';
import { Lanes, type Grant, type Lane } from './lanes.ts';

const swift = { isDelivered: true, durationMs: 1 };
const slow = { isDelivered: true, durationMs: 5000 };
const failed = { isDelivered: false, durationMs: 1 };

let rowIds = 0;
function newLane(lanes: Lanes, host: string, results: (typeof swift)[] = []): Lane {
  const lane = lanes.get((rowIds += 1));
  lane.host = host;
  for (const result of results) lanes.learn(lane, result);
  return lane;
}
const proven = Array.from({ length: 6 }, () => swift);
function takeAll(lanes: Lanes): Grant[] {
  const grants: Grant[] = [];
  for (let grant = lanes.take(); grant !== undefined; grant = lanes.take()) grants.push(grant);
  return grants;
}
const placesOf = (grants: readonly Grant[]): number => grants.reduce((sum, { places }) => sum + places, 0);

test('one that is not known yet makes one attempt, one that succeeds soon 32 at a time', () => {
  const lanes = new Lanes();
  const lane = newLane(lanes, 'a');
  const given = [1, 2, 4, 8, 16, 32, 32].map((expected) => {
    lanes.wait(lane);
    const grant = lanes.take();
    expect(lanes.take()).toBeUndefined();
    if (grant === undefined) throw new Error('no places');
    lanes.giveBack(grant, grant.places);
    lanes.learn(lane, swift);
    return [grant.places, expected];
  });
  for (const [places, expected] of given) expect(places).toBe(expected);
});

test('one host has 32 places, shared out between those that wait for it', () => {
  const lanes = new Lanes();
  for (let count = 0; count < 8; count += 1) lanes.wait(newLane(lanes, 'a', proven));
  const grants = takeAll(lanes);
  expect(placesOf(grants)).toBe(32);
  expect(grants.map(({ places }) => places)).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
  lanes.wait(newLane(lanes, 'b', proven));
  expect(placesOf(takeAll(lanes))).toBe(32);
});

test('those that wait for a full host have their turn, in the order in which they came', () => {
  const lanes = new Lanes();
  const waiting = Array.from({ length: 100 }, () => newLane(lanes, 'a'));
  for (const lane of waiting) lanes.wait(lane);
  const served: Lane[] = [];
  for (let grants = takeAll(lanes); grants.length > 0; grants = takeAll(lanes)) {
    expect(placesOf(grants)).toBeLessThanOrEqual(32);
    served.push(...grants.map(({ lane }) => lane));
    for (const grant of grants) lanes.giveBack(grant, grant.places);
  }
  expect(served).toEqual(waiting);
});

test.each([
  ['fail', failed],
  ['take long', slow],
])('those that %s leave half of everything, and half of a host, to the others', (_, result) => {
  const lanes = new Lanes();
  for (let host = 0; host < 100; host += 1)
    for (let count = 0; count < 40; count += 1) lanes.wait(newLane(lanes, `bad ${host}`, [...proven, result]));
  expect(placesOf(takeAll(lanes))).toBe(256);
  const good = newLane(lanes, 'bad 0', proven);
  const better = newLane(lanes, 'good', proven);
  lanes.wait(good);
  lanes.wait(better);
  const grants = takeAll(lanes);
  expect(grants.map(({ lane }) => lane)).toEqual([good, better]);
  expect(grants[0]?.places).toBeGreaterThanOrEqual(16);
  expect(grants[1]?.places).toBeGreaterThanOrEqual(16);
});

test('places that come free among those that fail are given to those of them that wait', () => {
  const lanes = new Lanes();
  for (let count = 0; count < 300; count += 1) lanes.wait(newLane(lanes, `bad ${count}`, [failed]));
  const first = takeAll(lanes);
  expect(first).toHaveLength(256);
  for (const grant of first.slice(0, 10)) lanes.giveBack(grant, 1);
  expect(takeAll(lanes)).toHaveLength(10);
});

test('a few that may have many leave places for who comes next', () => {
  const lanes = new Lanes();
  for (let count = 0; count < 30; count += 1) lanes.wait(newLane(lanes, `greedy ${count}`, proven));
  expect(placesOf(takeAll(lanes))).toBeLessThan(512);
  const next = newLane(lanes, 'next', proven);
  lanes.wait(next);
  expect(lanes.take()?.lane).toBe(next);
});

test('a turn is a quarter of a second of attempts, and sixteen at most', () => {
  const turnAfter = (durationMs: number): number | undefined => {
    const lanes = new Lanes();
    lanes.wait(newLane(lanes, 'a', [{ isDelivered: false, durationMs }]));
    return lanes.take()?.attempts;
  };
  expect([0, 10, 50, 200, 900, 9000].map(turnAfter)).toEqual([16, 16, 5, 1, 1, 1]);
});

test('nobody is given a turn for ever: those who wait come first', () => {
  const lanes = new Lanes();
  const [busy, other] = [newLane(lanes, 'a', proven), newLane(lanes, 'a', proven)];
  lanes.wait(busy);
  const grant = lanes.take();
  lanes.wait(other);
  if (grant === undefined) throw new Error('no places');
  lanes.giveBack(grant, grant.places);
  lanes.wait(busy);
  expect(lanes.take()?.lane).toBe(other);
});
