import { describe, expect, it } from 'vitest';
import { proveOnNetwork, whyNotHere } from './webhook-network.ts';

describe('on a separate network, with a name server that changes its answers', () => {
  it('events reach public addresses only', { timeout: 240_000 }, async (context) => {
    const why = whyNotHere();
    if (why !== undefined) context.skip(why);
    const report = await proveOnNetwork();

    const made = ['93.184.216.34', 'good.test', 'unknown.test', 'hanging.test', 'failing.test'];
    for (const [host, answer] of Object.entries(report.registrations))
      expect([host, answer]).toEqual([host, made.includes(host) ? 'made' : 'webhook_url_blocked']);

    expect(report.delivered.toSorted((a, b) => a.host.localeCompare(b.host))).toEqual([
      { host: 'both.test', from: expect.any(String) as string, isSigned: true },
      { host: 'good.test', from: '8.8.4.1', isSigned: true },
      { host: 'six.test', from: '2606:4700:4::1', isSigned: true },
    ]);

    const { deliveries, delivered, attempts, blocked, otherErrors, answersToInternal } = report.rebinding;
    expect({ deliveries, otherErrors }).toEqual({ deliveries: 16, otherErrors: [] });
    expect(delivered).toBeGreaterThan(0);
    expect(blocked).toBeGreaterThan(0);
    expect(attempts).toBe(delivered + blocked);
    expect(answersToInternal).toBeGreaterThanOrEqual(blocked);

    expect(report.tests).toEqual({
      'redirecting.test': 'answered 302: redirects are not followed',
      'wrong.test': "the receiver's certificate is for another host name",
      'unknown.test': 'the host name has no address',
      'failing.test': 'the name servers of the host name failed',
      'nobody.test': 'could not connect: no connection in time',
      'silent.test': 'could not connect: no connection in time',
      'hanging.test': 'could not connect: no connection in time',
      'slow.test': 'no answer in time',
    });
    for (const [host, ms] of Object.entries(report.gaveUpAfterMs))
      expect(ms).toBeGreaterThanOrEqual(host === 'slow.test' ? 10_000 : 4900);

    const { good, goodV6, slow, redirecting, silent, ...others } = report.connections;
    // At most one connection per attempt.
    expect(good).toBeLessThanOrEqual(delivered + 3);
    expect([slow, redirecting, silent]).toEqual([1, 1, 1]);
    expect(goodV6).toBeGreaterThan(0);
    expect(new Set(Object.values(others))).toEqual(new Set([0]));
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(['lan', 'metadata', 'shared', 'proxy', 'loopback', 'loopbackV6', 'interface']),
    );

    expect(report.allowed).toEqual({
      'https://lan.test/': 'delivered',
      'http://lan.test/': 'delivered',
      'https://mixed.test/': 'delivered',
      'https://metadata.test/': 'webhook_url_blocked',
      'https://loopback.test/': 'webhook_url_blocked',
      'http://good.test/': 'validation_failed',
      'http://mixed.test/': 'validation_failed',
    });
  });
});
