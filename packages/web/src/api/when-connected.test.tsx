import { ConnectionError } from '@drive/sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { notices, type Notice } from '../ui/notices.ts';
import { connection } from './connection.ts';
import { whenConnected } from './when-connected.ts';

afterEach(() => void vi.restoreAllMocks());

test('one notice tells of all changes that wait, until the last one is made', async () => {
  const shown: Notice[] = [];
  vi.spyOn(notices, 'add').mockImplementation((notice) => void shown.push(notice));
  vi.spyOn(connection, 'report').mockImplementation(() => {});
  const backs: (() => void)[] = [];
  vi.spyOn(connection, 'back').mockImplementation(() => new Promise((resolve) => backs.push(resolve)));
  const change = (result: string) =>
    vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new ConnectionError('network_error', 'away'))
      .mockResolvedValue(result);
  const made = Promise.all(['a', 'b'].map((each) => whenConnected(change(each), 'waits')));
  await vi.waitFor(() => expect(backs).toHaveLength(2));
  expect(shown.map(({ text }) => text)).toEqual(['waits']);
  let isOver = false;
  void shown[0]?.until?.then(() => (isOver = true));
  backs[0]?.();
  await Promise.resolve();
  expect(isOver).toBe(false);
  backs[1]?.();
  expect(await made).toEqual(['a', 'b']);
  await vi.waitFor(() => expect(isOver).toBe(true));

  const later = whenConnected(change('c'), 'waits again');
  await vi.waitFor(() => expect(backs).toHaveLength(3));
  backs[2]?.();
  expect([await later, shown.length]).toEqual(['c', 2]);
});
