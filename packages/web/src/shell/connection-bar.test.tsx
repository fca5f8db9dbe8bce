import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import { rateLimit } from '../api/rate-limit.ts';
import { ConnectionBar } from './connection-bar.tsx';

test('a wait for the rate limit is told from one second on, with the seconds that are left', async () => {
  await renderApp(<ConnectionBar />);
  act(() => rateLimit.wait(400));
  expect(screen.getByRole('status').textContent).toBe('');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  act(() => rateLimit.wait(3000));
  expect(screen.getByRole('status').textContent).toBe('The server is busy. It goes on in 3 s.');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('status').textContent).toBe('The server is busy. It goes on in 2 s.');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole('status').textContent).toBe('');
});
