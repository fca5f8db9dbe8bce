import dns from 'node:dns';
import http from 'node:http';
import { onTestFinished, vi } from 'vitest';

/** Until the end of the test, connections to a name take longer than the agent of Node waits. Returns the spy on the look-ups. */
export function connectSlowly() {
  const { globalAgent } = http;
  http.globalAgent = new http.Agent({ timeout: 1 });
  const { lookup } = dns;
  const slow = vi.spyOn(dns, 'lookup').mockImplementation((...args: Parameters<typeof lookup>) => {
    // Timers of the same length run in the order in which they were started: that of the agent is the earlier one.
    setTimeout(() => lookup(...args), 1);
  });
  onTestFinished(() => {
    http.globalAgent = globalAgent;
    slow.mockRestore();
  });
  return slow;
}
