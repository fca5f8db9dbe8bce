import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test authority, and a certificate for the names: `authority.pem`, `leaf.pem`, `leaf.key`. */
export function makeCertificates(directory: string, names: readonly string[]): void {
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=Proof',
    '-days',
    '2',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  );
  writeFileSync(join(directory, 'names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`);
  openssl('req', ...newKey, '-subj', '/CN=receivers', '-keyout', 'leaf.key', '-out', 'leaf.csr');
  const signed = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'leaf.csr', ...signed, '-days', '2', '-out', 'leaf.pem');
}
