import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@drive/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadMasterSecret } from './master-secret.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-secret-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('the master secret', () => {
  it('is created once, readable by the server’s own user only, and kept', () => {
    const secret = loadMasterSecret(directory, systemRandom);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(loadMasterSecret(directory, systemRandom)).toBe(secret);
    expect(readdirSync(directory)).toEqual(['secret.key']);
  });

  it('of another process that was faster is used', () => {
    const late = {
      ...systemRandom,
      token: (length: number) => {
        writeFileSync(join(directory, 'secret.key'), 'x'.repeat(43));
        return systemRandom.token(length);
      },
    };
    expect(loadMasterSecret(directory, late)).toBe('x'.repeat(43));
    expect(readFileSync(join(directory, 'secret.key'), 'utf8')).toBe('x'.repeat(43));
  });

  it('that is damaged is not replaced', () => {
    writeFileSync(join(directory, 'secret.key'), '');
    chmodSync(join(directory, 'secret.key'), 0o600);
    expect(() => loadMasterSecret(directory, systemRandom)).toThrow('is damaged');
    expect(readFileSync(join(directory, 'secret.key'), 'utf8')).toBe('');
  });
});
