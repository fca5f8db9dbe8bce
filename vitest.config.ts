import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { languageTexts } from './packages/web/build/language-texts.ts';
import { lucideIcons } from './packages/web/build/lucide-icons.ts';

// Workspace packages are loaded from their TypeScript sources: no test needs a build.
const conditions = ['@drive/source', 'module', 'node', 'development|production'];

/** Everything that reaches the database runs a second time on Postgres … */
const databaseFolders = ['app', 'modules', 'platform/blobs', 'platform/db', 'platform/events', 'programs/copies'];
/** … except for suites about bytes, pages, headers and pictures, which are the same on every database, … */
const sameOnPostgres = [
  'app/{architecture,automated-visits,compressed-answers,coverage,named-tests,security-headers,unwritable-disk}',
  'modules/{accounts/pages,delivery,downloads,guests,mcp}/**/*',
  'modules/anonymous/upload-page-form',
  'modules/service/{api-docs,install,metrics,well-known}',
  'modules/shares/{transfers/hostile-downloads,visitor/hostile-addresses}',
  'modules/uploads/{bytes/{declared-facts,put-upload},sessions/content-types,tus/{tus,tus-client,tus-refusals}}',
  'modules/webdav/{bounded-answers,folder-index,oc-checksums,property-bytes,webdav}',
  'modules/webhooks/hostile-{answers,targets,webhooks}',
];
/** … and for tests of SQLite alone. */
const sqliteTests = ['power-loss', 'sqlite', 'wal', 'wal-checkpointer'];

const browserTests = '**/*.browser.test.ts';
/** Tests on a real object storage. */
const s3Tests = '**/*.s3.test.ts';
/** Suites that run a second time on it, if there is one … */
const hasCeph = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'radosgw')));
const s3Suites = hasCeph
  ? [
      'modules/uploads/**/*',
      'modules/downloads/**/*',
      'modules/archives/**/*',
      'modules/files/contents/{thumbnail,dropped}*',
      'modules/files/copies/*',
      'app/doors*',
    ]
  : [];
/** … except for tests of files on a disk. */
const diskTests = ['damaged-blobs', 'offload'];
/** Suites that run again on three servers that answer in turn, on Postgres and an object storage. */
const threeServersSuites = hasCeph
  ? [
      'cli/src/{main,{commands/{download,files,shares,sync,upload},download}/**/*}',
      'sdk/src/{resources,upload}/**/*',
      'server/src/modules/{webhooks,archives,changes}/**/*',
      'server/src/modules/files/contents/thumbnail*',
      'server/src/modules/files/copies/*',
      'server/src/modules/{collections,pastes,proofings,shares}/pages/**/*',
      'server/src/modules/shares/transfers/{share-tickets,download-retries}',
    ]
  : [];
/** Suites that `npm run verify` runs: model tests, races, hostile input, and others that take long. */
const longTests = ['long', 'model', 'races', 'storm']
  .map((kind) => `**/*{.,-}${kind}.test.ts`)
  .concat('**/hostile-*.test.ts');
const notLong = '!(hostile-*|*[.-]@(long|model|races|storm)|held-changes|feed-limits|event-stream|webhook-scheduler)';
const mainPath = 'main-path.test.ts';
/** Suites that three servers run on Postgres are not run by one server too; cookies, mails and the log know no database. */
const notOnPostgres = threeServersSuites
  .filter((suite) => suite.startsWith('server/'))
  .map((suite) => `${suite.replace('server/', '').replace(/\*$/, '')}${notLong}.test.{ts,tsx}`)
  .concat(
    'src/app/*.long.test.ts',
    sameOnPostgres.map((suite) => `src/${suite}.test.{ts,tsx}`),
  );
/**
 * Not run again on the single binaries: faults of disks, networks and other servers, object storages, moves of data, old releases
 * and metrics meet the same code in them, and `npm start` does not use them.
 */
const notOnBinaries = [
  '{proxies,cluster,moving,power-loss,disk-faults,torture}/**',
  '{bad-network,webhook-network,crash-loop,collect-crash,disk-faults,sync-kills,failover,recover-to-moment}.test.ts',
  '{object-storage,monitoring,upgrade-from-63ba3cf2}.test.ts',
  'launcher.test.ts',
];

const postgresSetup = join(import.meta.dirname, 'packages/internal/database/test/postgres.global-setup.ts');

function project(name: string, root: string, include: string[], exclude: string[] = []) {
  return { name, root, include, exclude: [...configDefaults.exclude, ...exclude], environment: 'node' as const };
}

/** Files share a worker and its loaded modules, which halves the CPU time. They keep no state in modules. */
const sharesWorkers = { isolate: false };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@drive/source'] } },
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // The limit of a waiting test is its own timeout.
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', './tools/scripts/tests/tests-line-reporter.mjs'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**', 'packages/internal/*/src/**'],
      exclude: ['**/*.test.*', '**/*.gen.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    // tools/scripts/check.mjs assigns projects to `npm test` and `npm run verify`.
    projects: [
      { extends: true, test: { ...project('contract', 'packages/contract', ['src/**/*.test.ts']), ...sharesWorkers } },
      {
        extends: true,
        test: {
          ...project('sdk', 'packages/sdk', ['src/**/*.test.ts'], [browserTests, ...longTests]),
          ...sharesWorkers,
        },
      },
      {
        extends: true,
        test: {
          ...project('internal', 'packages/internal', ['*/{src,test}/**/*.test.ts'], [s3Tests, ...longTests]),
          ...sharesWorkers,
          provide: { databaseKind: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...project('cli', 'packages/cli', ['src/**/*.test.ts'], [browserTests, ...longTests]),
          ...sharesWorkers,
        },
      },
      {
        extends: true,
        test: {
          ...project('server', 'packages/server', ['src/**/*.test.{ts,tsx}'], [browserTests, s3Tests, ...longTests]),
          ...sharesWorkers,
          provide: { databaseKind: 'sqlite' },
        },
      },
      {
        extends: true,
        plugins: [lucideIcons(), languageTexts()],
        test: {
          ...project('web', 'packages/web', ['src/**/*.test.{ts,tsx}'], longTests),
          ...sharesWorkers,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/app/' } },
          setupFiles: [join(import.meta.dirname, 'packages/web/test/components/setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          ...project('react', 'packages/react', ['src/**/*.test.{ts,tsx}'], [browserTests]),
          ...sharesWorkers,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          setupFiles: [join(import.meta.dirname, 'packages/react/test/setup.ts')],
        },
      },
      {
        extends: true,
        test: { ...project('long', 'packages', longTests, [browserTests]), provide: { databaseKind: 'sqlite' } },
      },
      {
        extends: true,
        test: {
          ...project(
            'server-postgres',
            'packages/server',
            databaseFolders.map((folder) => `src/${folder}/**/*.test.{ts,tsx}`),
            // Browser tests do not depend on the database.
            [browserTests, s3Tests, 'src/platform/db/data-directory-lock.test.ts', ...notOnPostgres],
          ),
          ...sharesWorkers,
          // Provides databaseKind and postgresUrl.
          globalSetup: [postgresSetup],
        },
      },
      {
        extends: true,
        test: {
          ...project(
            'internal-postgres',
            'packages/internal',
            ['{database,jobs,nodes,rate-limits}/src/**/*.test.ts'],
            sqliteTests.map((name) => `database/src/${name}.test.ts`),
          ),
          globalSetup: [postgresSetup],
        },
      },
      {
        extends: true,
        test: {
          ...project('browser', '.', [`packages/${browserTests}`]),
          globalSetup: [join(import.meta.dirname, 'packages/web/test/build.global-setup.ts')],
          provide: { databaseKind: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...project(
            's3',
            'packages',
            [s3Tests, ...s3Suites.map((suite) => `server/src/${suite}.test.ts`)],
            [...longTests, ...diskTests.map((name) => `**/${name}.test.ts`)],
          ),
          ...sharesWorkers,
          globalSetup: [join(import.meta.dirname, 'tools/e2e/ceph.global-setup.ts')],
          provide: { databaseKind: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...project(
            'three-servers',
            'packages',
            threeServersSuites.map((suite) => `${suite}.test.{ts,tsx}`),
            [browserTests, s3Tests, ...longTests],
          ),
          ...sharesWorkers,
          globalSetup: [postgresSetup, join(import.meta.dirname, 'tools/e2e/ceph.global-setup.ts')],
          provide: { serverCount: 3 },
        },
      },
      { extends: true, test: project('main-path', 'tools/e2e', [mainPath]) },
      {
        extends: true,
        test: project(
          'e2e',
          'tools/e2e',
          ['**/*.test.ts'],
          process.env['DRIVE_E2E_SERVER'] === undefined ? [mainPath, 'binary/**'] : notOnBinaries,
        ),
      },
    ],
  },
});
