import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// Workspace packages are loaded from their TypeScript sources: no test needs a build.
const conditions = ['@drive/source', 'module', 'node', 'development|production'];

/** What runs a second time on Postgres: everything that reaches the database. */
const databaseFolders = ['app', 'modules', 'platform/db', 'platform/jobs', 'platform/events'];
const rateStoreTest = 'src/platform/http/rate-store.test.ts';
/** And what of it is about SQLite alone. */
const sqliteTests = ['data-directory-lock', 'group-commit', 'log-keeper', 'power-loss', 'sqlite', 'sqlite-log'];

function project(name: string, root: string, include: string[]) {
  return { name, root, include, environment: 'node' as const };
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@drive/source'] } },
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What a test waits for comes, or the test's own time runs out.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './tools/scripts/tests-line-reporter.mjs'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**', 'packages/internal/*/src/**'],
      exclude: ['**/*.test.*', '**/*.gen.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      { extends: true, test: project('contract', 'packages/contract', ['src/**/*.test.ts']) },
      { extends: true, test: project('sdk', 'packages/sdk', ['src/**/*.test.ts']) },
      { extends: true, test: project('internal', 'packages/internal', ['*/{src,test}/**/*.test.ts']) },
      { extends: true, test: project('cli', 'packages/cli', ['src/**/*.test.ts']) },
      {
        extends: true,
        test: {
          ...project('server', 'packages/server', ['src/**/*.test.{ts,tsx}']),
          provide: { databaseKind: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...project('server-postgres', 'packages/server', [
            ...databaseFolders.map((folder) => `src/${folder}/**/*.test.{ts,tsx}`),
            rateStoreTest,
          ]),
          exclude: [
            ...sqliteTests.map((name) => `src/platform/db/${name}.test.ts`),
            // What a browser sees does not depend on the database.
            '**/*.browser.test.ts',
          ],
          // Provides databaseKind and postgresUrl.
          globalSetup: [join(import.meta.dirname, 'packages/server/test/postgres.global-setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          ...project('e2e', 'tools/e2e', ['**/*.test.ts']),
          // What is asked of single binaries alone, which tools/scripts/check-binaries.mjs makes; or of proxies, to which it is all one.
          exclude: [
            ...configDefaults.exclude,
            process.env['DRIVE_E2E_SERVER'] === undefined ? 'binary/**' : 'proxies/**',
          ],
        },
      },
    ],
  },
});
