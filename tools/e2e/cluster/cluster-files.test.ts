import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingNames, variableOf } from '../../../packages/server/src/settings.ts';
import { freshMachine, run, runServer } from '../programs.ts';
import { deployFile } from '../proxies/deploy-files.ts';
import { parseSettings } from './trial-settings.ts';

const folder = join(import.meta.dirname, '../../../deploy/cluster');
const known = settingNames.map(variableOf) as readonly string[];
/** Seconds for requests under way and the work behind them. */
const stopSeconds = 40;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}
type Model = new (manifest: Manifest) => { validate(): void };
interface Deployment extends Manifest {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: unknown };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly ports: readonly unknown[];
          readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
          readonly readinessProbe: { readonly httpGet: unknown };
          readonly livenessProbe: { readonly httpGet: unknown };
        }[];
      };
    };
    readonly selector: { readonly matchLabels: unknown };
  };
}
interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      { readonly build?: string; readonly stop_grace_period?: string; readonly volumes: readonly string[] }
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const example = parseSettings(deployFile('cluster/drive.env.example'));
/** Replaces the placeholder of the examples, which a server refuses. */
const madeSecret = { DRIVE_SECRET: 's'.repeat(43) };

describe('deploy/cluster', () => {
  it('has settings that a server accepts', async () => {
    expect(Object.keys(example).filter((name) => !known.includes(name))).toEqual([]);
    const { code, stdout, stderr } = await runServer({ ...freshMachine().env, ...example, ...madeSecret }, 'config');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('DRIVE_STORAGE_URL=s3://drive/files\n');
  });

  it('has a valid Compose file with three servers, each with data of its own and time to stop', () => {
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }) as {
      lintFiles(paths: string[], isRecursive: boolean): readonly { readonly messages: readonly Message[] }[];
    };
    const messages = linter.lintFiles([join(folder, 'compose.yaml')], false).flatMap((file) => file.messages);
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);

    const compose = parse(deployFile('cluster/compose.yaml'), { strict: true, merge: true }) as ComposeFile;
    const servers = Object.values(compose.services).filter(({ build }) => build !== undefined);
    expect(new Set(servers.map(({ volumes }) => volumes[0])).size).toBe(3);
    for (const { build = '', stop_grace_period: grace = '', volumes } of servers) {
      expect(existsSync(join(folder, build, 'Dockerfile'))).toBe(true);
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(stopSeconds + Number(example['DRIVE_DRAIN_SECONDS']));
      expect(Object.keys(compose.volumes)).toContain(volumes[0]?.split(':')[0]);
      expect(volumes[0]?.split(':')[1]).toBe('/data');
    }
  });

  it('has a script that makes the files of the Compose file, with secrets that fit together', async () => {
    const copy = join(freshMachine().home, 'cluster');
    cpSync(folder, copy, { recursive: true });
    const prepare = () => run('sh', [join(copy, 'prepare'), 'drive.test'], { env: { PATH: process.env.PATH ?? '' } });
    expect(await prepare()).toMatchObject({ code: 0, stderr: '' });
    const read = (name: string): string => readFileSync(join(copy, name), 'utf8');
    const [, password = ''] = /^POSTGRES_PASSWORD=(.+)$/m.exec(read('postgres.env')) ?? [];
    const { identities } = JSON.parse(read('s3.json')) as { identities: { credentials: { secretKey: string }[] }[] };
    const settings = parseSettings(read('drive.env'));
    expect(settings).toMatchObject({
      DRIVE_DATABASE_URL: `postgres://drive:${password}@postgres/drive`,
      DRIVE_S3_SECRET_ACCESS_KEY: identities[0]?.credentials[0]?.secretKey,
      DRIVE_BASE_URL: 'https://drive.test',
    });
    expect(Object.keys(settings)).toEqual(Object.keys(example));
    expect(settings['DRIVE_SECRET']).not.toBe(example['DRIVE_SECRET']);
    expect(read('nginx.trial.conf')).not.toMatch(/10\.0\.0|example\.com/);
    const named = [...deployFile('cluster/compose.yaml').matchAll(/(?:'\.\/|env_file: )([\w./]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !existsSync(join(copy, name)))).toEqual([]);
    // What was made is kept: its secrets are those of a database by now.
    expect(await prepare()).toMatchObject({ code: 1, stderr: expect.stringContaining('drive.env exists') });
  });

  it('has Kubernetes manifests with known settings, the probes of the server and time to stop', async () => {
    const manifests = parseAllDocuments(deployFile('cluster/kubernetes.yaml'), { strict: true }).map((each) => {
      expect(each.errors).toEqual([]);
      return each.toJS() as Manifest;
    });
    for (const manifest of manifests) {
      const module = ['kubernetes-models', manifest.apiVersion].join('/');
      const models = (await import(/* @vite-ignore */ module)) as Readonly<Record<string, Model>>;
      const Kind = models[manifest.kind];
      // Throws the path of what the schema of Kubernetes does not allow.
      if (Kind !== undefined) new Kind(manifest).validate();
      expect([manifest.kind, Kind]).toEqual([manifest.kind, expect.anything()]);
    }
    const settings: Record<string, string> = {};
    for (const { data, stringData } of manifests) Object.assign(settings, data, stringData);
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
    expect(await runServer({ ...freshMachine().env, ...settings }, 'config')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DRIVE_SECRET must not be the placeholder'),
    });
    expect(await runServer({ ...freshMachine().env, ...settings, ...madeSecret }, 'config')).toMatchObject({
      code: 0,
      stderr: '',
    });

    const { spec } = manifests.find(({ kind }) => kind === 'Deployment') as Deployment;
    const [container] = spec.template.spec.containers;
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    expect(container?.ports).toEqual([{ name: 'http', containerPort: 8080 }]);
    expect(container?.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(container?.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      stopSeconds + Number(settings['DRIVE_DRAIN_SECONDS']),
    );
    const sources = container?.envFrom.flatMap((each) => Object.values(each).map(({ name }) => name));
    expect(sources).toEqual(manifests.slice(0, 2).map(({ metadata }) => metadata.name));
    expect(manifests.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Service', 'PodDisruptionBudget', 'Ingress']),
    );
    const ingresses = manifests.filter(({ kind }) => kind === 'Ingress');
    // As nginx.conf: only what is sent may wait for long.
    expect(
      ingresses.map(({ metadata: { name, annotations } }) => [
        name,
        annotations?.['nginx.ingress.kubernetes.io/proxy-read-timeout'],
      ]),
    ).toEqual([
      ['drive', '75'],
      ['drive-transfers', '1200'],
    ]);
  });
});

/** The declarations of dclint have imports that TypeScript does not resolve in Node's way. */
interface Message {
  readonly type: string;
}
