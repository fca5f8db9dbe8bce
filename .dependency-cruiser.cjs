// The picture in ARCHITECTURE.md as rules: an import that is not allowed here does not exist.
const SERVER = '^packages/server/src/';
const MODULE = `${SERVER}modules/`;

/** Allowed imports between modules, through index.ts. Events travel in the other direction. */
const CALLS = {
  access: ['accounts'],
  'account-deletion': ['drives', 'members', 'identity', 'accounts'],
  admin: ['reports', 'files', 'accounts'],
  feedback: ['links', 'accounts'],
  collections: ['visitor-uploads', 'uploads', 'links', 'files', 'notifications', 'accounts'],
  'visitor-uploads': ['uploads', 'notifications', 'accounts'],
  grants: ['uploads', 'files', 'accounts'],
  proofings: ['downloads', 'links', 'files', 'accounts'],
  pastes: ['guests', 'links', 'files', 'accounts'],
  anonymous: ['guests', 'uploads', 'shares', 'files', 'accounts'],
  guests: ['uploads', 'accounts'],
  uploads: ['files', 'accounts'],
  shares: ['visitor-uploads', 'uploads', 'feedback', 'reports', 'links', 'files', 'notifications', 'accounts'],
  downloads: ['files', 'shares', 'links', 'accounts'],
  delivery: ['downloads', 'files'],
  archives: ['files', 'shares', 'links', 'downloads', 'accounts'],
  exports: ['archives', 'files', 'accounts'],
  webdav: ['uploads', 'downloads', 'files', 'accounts'],
  files: ['access', 'accounts'],
  members: ['access', 'files', 'notifications', 'accounts'],
  drives: ['access', 'files', 'accounts'],
  notifications: ['files', 'accounts'],
  'api-keys': ['accounts'],
  identity: ['accounts'],
  live: ['accounts'],
  webhooks: ['live', 'accounts'],
  changes: ['live', 'files'],
  activity: ['files'],
  'web-app': ['accounts'],
};

/**
 * What a package of the engine may import; the other packages in packages/internal import none of each other. Those that
 * may import the contract are kits of the server (ADR 111).
 */
const ENGINE = {
  base: [],
  program: [],
  metrics: ['base'],
  s3: ['base'],
  blobs: ['base', 'program', 's3'],
  database: ['base', 'program', 'group-commit'],
  jobs: ['base', 'metrics', 'database'],
  'node-http': ['base'],
  'rate-limits': ['base', 'database', 'jobs'],
  branding: ['base'],
  access: ['base', 'contract'],
  mail: ['base', 'branding', 'contract', 'design-tokens'],
  'http-api': [
    'access',
    'base',
    'blobs',
    'branding',
    'contract',
    'database',
    'jobs',
    'metrics',
    'node-http',
    'rate-limits',
  ],
  pages: ['access', 'base', 'branding', 'contract', 'design-tokens', 'http-api', 'program', 'texts'],
  'api-docs': ['access', 'http-api', 'pages'],
  'client-downloads': ['access', 'base', 'http-api', 'pages', 'program'],
  'webdav-protocol': ['access', 'base', 'contract', 'node-http'],
  captcha: ['access', 'base', 'contract', 'database', 'guarded-fetch', 'pages'],
  nodes: ['base', 'database'],
  'setting-values': ['clamd', 'contract', 'node-http'],
  'upload-protocol': ['access', 'base', 'contract', 'http-api', 'node-http'],
  'webhook-sender': ['base', 'guarded-fetch'],
  'backup-format': ['base', 'blobs'],
  'mcp-tools': ['sdk'],
  thumbnails: ['base', 'blobs', 'program'],
  passwords: ['base', 'program'],
};

/** Packages that are not of the engine. */
const outside = new Set(['contract', 'sdk']);

/** Tests are exempt: they use the complete server, and their imports form cycles without harm. */
const TESTS = ['\\.(test|contract)\\.tsx?$', '^packages/(internal/)?[^/]+/test/'];

/** Packages of this workspace, by the folder their sources resolve to. */
function packages(...names) {
  return `^packages/(${names.join('|')})/`;
}

const moduleRules = Object.entries(CALLS).map(([name, callees]) => ({
  name: `module-${name}`,
  comment: `${name} may call ${callees.join(', ')}; anything else tells it by an event`,
  severity: 'error',
  from: { path: `${MODULE}${name}/` },
  to: { path: `${MODULE}[^/]+/`, pathNot: `${MODULE}(${[name, ...callees].join('|')})/` },
}));

const engineRules = Object.entries(ENGINE).map(([name, below]) => ({
  name: `engine-${name}`,
  comment: `${name} may import ${below.join(', ') || 'no other package'}`,
  severity: 'error',
  from: { path: `^packages/internal/${name}/` },
  to: {
    path: '^packages/',
    pathNot: `^packages/(internal/(${[name, ...below].join('|')})|${below.filter((each) => outside.has(each)).join('|') || 'none'})/`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/(internal/)?[^/]+/src/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be found is one that the other rules cannot judge',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },

    {
      name: 'contract-stands-alone',
      comment: 'contract -> zod, nothing else',
      severity: 'error',
      from: { path: '^packages/contract/src/' },
      to: { pathNot: ['^packages/contract/src/', '/node_modules/zod/'] },
    },
    {
      name: 'sdk-imports-contract-only',
      severity: 'error',
      from: { path: '^packages/sdk/src/' },
      to: { path: '^packages/(?!sdk/|contract/)' },
    },
    {
      name: 'sdk-has-no-schemas-inside',
      comment:
        'What the SDK ships holds types generated from the contract and its media types, so that its users do not load zod',
      severity: 'error',
      from: { path: '^packages/sdk/src/' },
      to: {
        path: [packages('contract'), '/node_modules/zod/'],
        pathNot: '^packages/contract/src/content-types(\\.gen)?\\.ts$',
      },
    },
    {
      name: 'cli-imports-sdk-only',
      comment: 'And the tools for assistants, which are written against the SDK',
      severity: 'error',
      from: { path: '^packages/cli/src/' },
      to: { path: '^packages/(?!cli/|sdk/|internal/mcp-tools/)' },
    },
    {
      name: 'react-imports-sdk-only',
      severity: 'error',
      from: { path: '^packages/react/src/' },
      to: { path: '^packages/(?!react/|sdk/)' },
    },
    {
      name: 'web-imports-sdk-and-contract-only',
      comment:
        'The app reaches the server through the SDK, and checks forms with the schemas of the contract; it shows texts of the languages, and its build reads the design tokens',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/(?!web/|sdk/|contract/|internal/(?:design-tokens|texts)/)' },
    },
    {
      name: 'web-imports-contract-in-one-file',
      comment: 'zod must be told not to use eval before a schema of the contract is created; the listed file has none',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: '^packages/web/src/api/contract\\.ts$' },
      to: { path: '^packages/contract/', pathNot: '^packages/contract/src/(sorts|text-direction)\\.ts$' },
    },
    {
      name: 'server-imports-contract-and-internal-only',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: '\\.client\\.ts$' },
      to: { path: '^packages/(?!server/|contract/|internal/)' },
    },
    {
      name: 'client-scripts-import-the-uploader-of-the-sdk-and-texts-only',
      severity: 'error',
      from: { path: '^packages/server/.*\\.client\\.ts$' },
      to: {
        path: '^packages/',
        // Texts are formatted as in pages.
        pathNot: [
          '\\.client\\.ts$',
          '^packages/sdk/src/(network|upload/[a-z-]+)\\.ts$',
          '^packages/internal/texts/src/(format|texts\\.gen)\\.ts$',
        ],
      },
    },
    {
      name: 'internal-packages-stand-alone',
      comment: 'A package in packages/internal knows nothing of Drive and of the other internal packages',
      severity: 'error',
      from: { path: '^packages/internal/([^/]+)/', pathNot: `^packages/internal/(${Object.keys(ENGINE).join('|')})/` },
      to: { path: '^packages/', pathNot: '^packages/internal/$1/' },
    },
    ...engineRules,

    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: `${SERVER}platform/` },
      to: { path: SERVER, pathNot: `${SERVER}platform/` },
    },
    {
      name: 'http-above-the-platform',
      comment: 'Nothing in the platform knows requests',
      severity: 'error',
      from: { path: `${SERVER}platform/`, pathNot: `${SERVER}platform/http/` },
      to: {
        path: [`${SERVER}platform/http/`, '^packages/internal/http-api/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'drivers-stay-in-the-engine',
      comment: 'In the server, only the lock of the data directory and what copies databases speak to a driver',
      severity: 'error',
      from: { path: SERVER, pathNot: `${SERVER}(platform/db|programs/copies)/` },
      to: { path: '/node_modules/(better-sqlite3|pg|@types/better-sqlite3|@types/pg)/' },
    },
    {
      name: 'one-way-to-the-database',
      comment: 'The server reaches the engine, the schema and the migrations through platform/db/index.ts',
      severity: 'error',
      from: { path: SERVER, pathNot: `${SERVER}platform/db/` },
      to: {
        path: ['^packages/internal/database/', `${SERVER}platform/db/`],
        pathNot: `${SERVER}platform/db/index\\.ts$`,
      },
    },
    {
      name: 'modules-by-their-face',
      comment: 'Another module is what its index.ts shows',
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/` },
      to: { path: `${MODULE}[^/]+/`, pathNot: [`${MODULE}$1/`, `${MODULE}[^/]+/index\\.ts$`] },
    },
    {
      name: 'modules-do-not-look-up',
      comment: 'A module knows the platform, the page layout and the modules below it, not what puts them together',
      severity: 'error',
      from: { path: MODULE },
      to: { path: SERVER, pathNot: [MODULE, `${SERVER}(platform|pages)/`] },
    },
    {
      name: 'pages-know-no-module',
      severity: 'error',
      from: { path: `${SERVER}pages/` },
      to: { path: SERVER, pathNot: `${SERVER}(platform|pages)/` },
    },
    {
      name: 'module-without-calls',
      comment: 'A module that the list above does not name calls no other module',
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/`, pathNot: `${MODULE}(${Object.keys(CALLS).join('|')})/` },
      to: { path: `${MODULE}[^/]+/`, pathNot: `${MODULE}$1/` },
    },
    ...moduleRules,
    {
      name: 'only-app-knows-all-modules',
      severity: 'error',
      from: { path: SERVER, pathNot: [MODULE, `${SERVER}app\\.tsx?$`, `${SERVER}app/`] },
      to: { path: MODULE },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|\\.tscache)/', ...TESTS] },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@drive/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
