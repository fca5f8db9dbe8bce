// Rules that the linter lacks: names, lengths of files and functions, files per folder, the owner of each table, the rule of access,
// the source of the time, and the place of Unicode normalization.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { root } from '../launcher/toolchain.mjs';

const MOST_LINES = 400;
const MOST_FILES = 25;
const MOST_LINES_OF_FUNCTION = 100;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const SAYS_NOTHING = /^(utils?|helpers?|common|misc|manager)$|-(utils?|helpers?|manager)$/;
/** Calls that write the table they name. */
const WRITES =
  /(?:\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)|\b(?:deleteRows|defineKeptCounts|createLinkStore|createReceivedStore))\(\s*['"`]([a-z_]+)/g;
/** Statements written as SQL. */
const WRITES_SQL =
  /\b(?:(?:insert(?:\s+or\s+\w+)?|replace|merge)\s+into|delete\s+from|update)\s+"?([a-z_]+)\b"?(?=\s*(?:\(|set\b|as\b|select\b|values\b|where\b|using\b|overriding\b|[`'"]))/gi;
const QUERIES = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bdeleteRows\(|\bsql(?:<[^>]*>)?`/;
const IS_STORE = /^packages\/server\/src\/(?!modules\/)|-(?:store|row)\.ts$/;
/** Migrations may write any table. */
const MIGRATES = /\/platform\/db\/migrations\//;
const IS_TEST = /\.(test|contract)\.tsx?$/;
const IS_COUNTED = /(?<!\.(?:gen|test|contract))\.(?:tsx?|mjs)$/;
const TELLS_THE_TIME = /^packages\/(internal\/base\/src\/clock|server\/src\/(main|programs\/.*))\.ts$/;

const OPENS_SQLITE = /^packages\/internal\/database\/src\/sqlite-connection\.ts$/;
/** The only readers of blobs that do not refuse a damaged one. */
const OPENS_BLOBS = /\/(internal\/blobs\/src|programs\/backup|app\/doctor|app\/moving)\//;
/** The entry points, which write before there is a world and after it has ended. */
const HOLDS_STREAMS = /^packages\/cli\/src\/(process-world|run-process|main|binary)\.ts$/;
const WRITES_DIRECTLY = /\b(?:process\s*\.\s*(?:stdout|stderr)|console\s*\.)|['"](?:node:)?(?:console|process|tty)['"]/;
const GUARDS_STREAMS = /^packages\/cli\/src\/run\.ts$/;
const SENDS_MAIL = /^packages\/server\/src\/(platform\/(mail|ports)\/|programs\/(open-ports|mail)\.ts$)/;
/** The only loops that write responses: they wait for the client, and let other requests in. */
const WRITES_RESPONSES = /^packages\/internal\/node-http\/src\/(send-pieces|send-text)\.ts$/;
const WRITES_RESPONSE =
  /\b(?:response|outgoing|res)\s*\.\s*write\(|\.pipe(?:To)?\(\s*(?:\w+\.)*(?:response|outgoing|res)\b|\bpipeline\([^;]*\b(?:response|outgoing|res)\b|\bnew ReadableStream\b/;
const STARTS_THREADS = /^packages\/internal\/program\/src\/thread\.ts$/;

/**
 * The session's cookies are for all paths of the server, that of single sign-on for its own paths; every other cookie
 * belongs to a link and is scoped to its paths.
 */
const SETS_COOKIES =
  /\/(modules\/links\/link-cookies|modules\/accounts\/sign-in\/browser-sessions|modules\/identity\/oidc\/attempts)\.ts$/;
/** A name of the API as the content or the label of an element. */
const SHOWS_RAW_NAME =
  /^\s*\{\w+[?!]?\.(?:name|fileName)\b[^()\n]*\}$|\b(?:alt|aria-label)=\{\w+[?!]?\.(?:name|fileName)\b[^()\n]*\}/m;
/**
 * Classes and properties of style for the left or the right side, which are wrong in languages that are written from right to
 * left. What is centered by the left half, or has coordinates of the pointer, is the same in both.
 */
const NAMES_A_SIDE =
  /(?<![\w-])(?:-?m[lr]-|p[lr]-|text-(?:left|right)(?![\w-])|border-[lr](?=[\s"'`-])|rounded-(?:[lr]|[tb][lr])(?=[\s"'`-])|-?(?:left|right)-(?!1\/2)[\d[])|(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|text-align: ?(?:left|right)\b)|(?<=[{;]\s*)(?:left|right): ?[-\d.]/;
const HAS_COORDINATES = /\/files\/list\/rubber-band\.ts$/;
const IS_OWNER = /^(?:owner_?id|ownerRowId)$/i;
/** Where a query may compare the owner of a row with a user who asks: it looks up what the user was given. */
const LOOKS_UP_ROLES = /\/modules\/access\/roles\/role-store\.ts$/;
const COMPARES_CALLER =
  /owner_id\b['"`)}]*\s*(?:,\s*'(?:=|!=|<>)'\s*,|=|<>)\s*(?:\$\{\s*)?(?:\w+\.)*(?:userId|user_id|viewerId|callerId|askerId)\b/;
const NORMALIZES = /^packages\/contract\/src\/schemas\/primitives\.ts$/;
const BOUNDED = /^packages\/(contract|server)\//;

const problems = [];
const report = (path, text) => problems.push(`${path}: ${text}`);

/** table -> the folder below packages/server/src that owns it, from the comment beside each table of the schema */
const owners = new Map();
const schema = readFileSync(`${root}/packages/server/src/platform/db/schema.ts`, 'utf8');
for (const [, table, owner] of schema.matchAll(/^ {2}([a-z_]+): [A-Za-z]+; \/\/ (\S+)$/gm)) {
  owners.set(table, /^(?:platform|internal)\//.test(owner) ? `${owner}/` : `modules/${owner}/`);
}
if (owners.size === 0) report('platform/db/schema.ts', 'no table names its owner');

const files = globSync('packages/{*,internal/*}/{src,test,bench,scripts}/**/*.{ts,tsx}', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
);
for (const path of files) {
  const name = basename(path).replace(/\.tsx?$/, '');
  const stem = name.split('.')[0];
  if (!KEBAB_CASE.test(name)) report(path, 'file names are kebab-case');
  if (SAYS_NOTHING.test(stem)) report(path, `"${stem}" does not say what lives there`);
  if (!/^packages\/(internal\/)?[^/]+\/src\//.test(path) || IS_TEST.test(path) || path.endsWith('.gen.ts')) continue;

  const text = readFileSync(`${root}/${path}`, 'utf8');
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES) report(path, `${lines} lines, at most ${MOST_LINES}`);
  if (path.startsWith('packages/cli/src/')) {
    if (!HOLDS_STREAMS.test(path) && WRITES_DIRECTLY.test(text))
      report(path, 'writes to a stream of the process: the streams of the world are guarded (output/terminal.ts)');
    if (GUARDS_STREAMS.test(path) && text.split('guardTerminal(unguarded.').length !== 3)
      report(path, 'both streams of the world are to be guarded by guardTerminal()');
  }
  if (/^packages\/(web|react)\/|pages?\/|css\.ts$/.test(path) && !HAS_COORDINATES.test(path) && NAMES_A_SIDE.test(text))
    report(path, `${NAMES_A_SIDE.exec(text)?.[0]}: name the start or the end, for languages from right to left`);
  if (path.startsWith('packages/web/src/') && SHOWS_RAW_NAME.test(text))
    report(path, 'shows a name as it is: shownName() leaves out marks that turn the text');
  if (BOUNDED.test(path) && !NORMALIZES.test(path) && /\.normalize\(/.test(text))
    report(path, '.normalize(): normalizeText() of the contract takes linear time');
  const isServer = path.startsWith('packages/server/src/');
  if (!isServer && !path.startsWith('packages/internal/')) continue;

  if (!TELLS_THE_TIME.test(path) && /\bnew Date\(\s*\)/.test(text)) report(path, 'new Date(): ask the Clock port');
  if (!OPENS_SQLITE.test(path) && /\bnew Sqlite\(/.test(text))
    report(path, 'new Sqlite(): openRawSqlite() works in a single binary, too');
  if (!OPENS_BLOBS.test(path) && /\bblobs\.open\(/.test(text))
    report(path, 'blobs.open(): openFileBlob() notices a damaged blob and names it in the log');
  if (!WRITES_RESPONSES.test(path) && WRITES_RESPONSE.test(text))
    report(path, 'writes a response by itself: sendPieces() or sendText() lets other requests in between two pieces');
  if (!STARTS_THREADS.test(path) && /\bnew Worker\(/.test(text))
    report(path, 'new Worker(): startThread() works in a single binary, too');
  if (!isServer) continue;

  if (!SENDS_MAIL.test(path) && /\bMailer\b|\bmailer[.,:]|\brenderEmail\b/.test(text))
    report(path, 'sends mail by itself: Mails (platform/mail) holds the limits on mail');
  if (/\breq\s*\.\s*quer(?:y|ies)\(/.test(text))
    report(path, 'reads the query of a page itself: pageQuery() bounds what a page knows');
  if (
    !SETS_COOKIES.test(path) &&
    /hono\/cookie|(?:\b(?:setHeader|appendHeader|append|set|header)\(\s*)['"]set-cookie['"]|['"]set-cookie['"]\s*:/i.test(
      text,
    )
  )
    report(path, 'sets a cookie: createLinkCookies() scopes it to the paths of its link');
  for (const comparison of ownerComparisons(path, text))
    report(path, `${comparison}: mayDo() of @drive/access is the only place that compares an owner with a caller`);
  if (MIGRATES.test(path)) continue;
  if (!LOOKS_UP_ROLES.test(path) && COMPARES_CALLER.test(text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')))
    report(
      path,
      'compares owner_id with a caller in SQL: look the item up with what the user was given, and ask mayDo()',
    );
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  if (!IS_STORE.test(path) && QUERIES.test(code)) report(path, 'SQL outside a store: move it to a <thing>-store.ts');
  for (const [, table] of code.matchAll(WRITES)) {
    const owner = owners.get(table);
    if (owner === undefined) report(path, `writes ${table}, which schema.ts gives no owner`);
    else if (!path.startsWith(`packages/server/src/${owner}`)) report(path, `writes ${table}, which is ${owner}'s`);
  }
  for (const [, table] of code.matchAll(WRITES_SQL)) {
    const owner = owners.get(table);
    if (owner !== undefined && !path.startsWith(`packages/server/src/${owner}`))
      report(path, `writes ${table} in SQL, which is ${owner}'s`);
  }
}

for (const path of globSync('packages/{web,react}/src/**/*.css', { cwd: root })) {
  const found = NAMES_A_SIDE.exec(readFileSync(`${root}/${path}`, 'utf8'))?.[0];
  if (found !== undefined) report(path, `${found}: name the start or the end, for languages from right to left`);
}

const folders = Map.groupBy(
  globSync('{packages,tools,examples}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /(?:^|[/\\])(?:node_modules|dist)(?:[/\\]|$)/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => IS_COUNTED.test(path)),
  (path) => dirname(path),
);
for (const [folder, { length }] of folders) {
  if (length > MOST_FILES) report(folder, `${length} source files, at most ${MOST_FILES}: split the folder by concept`);
}

const tools = globSync('tools/**/*.{ts,mjs}', { cwd: root, exclude: (name) => /node_modules|^dist$/.test(name) });
for (const path of [...files, ...tools.map((path) => path.replaceAll('\\', '/'))]) {
  if (
    !/^packages\/(internal\/)?[^/]+\/src\/|^tools\//.test(path) ||
    /\.(test|contract|model|long)\.|\.gen\.ts$/.test(path)
  )
    continue;
  for (const { name, lines } of longFunctions(path, readFileSync(`${root}/${path}`, 'utf8'), MOST_LINES_OF_FUNCTION)) {
    report(path, `${name} has ${lines} lines, at most ${MOST_LINES_OF_FUNCTION}`);
  }
}

if (files.length < 30) report('packages', `only ${files.length} sources were found`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.length} files; ${owners.size} tables, each written by its owner only`);

/** Functions with more than `most` lines. A class may be longer: each of its methods is a function. */
function* longFunctions(path, text, most) {
  if (text.split('\n').length <= most) return;
  const found = [];
  const measure = (node) => {
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines > most) found.push({ name: node.id?.name ?? nameBefore(text.slice(0, node.start)), lines });
  };
  const { program } = parseSync(path, text);
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  yield* found;
}

/** Comparisons of an owner with anything but a literal and undefined. */
function ownerComparisons(path, text) {
  if (!/owner_?id|ownerRowId/i.test(text)) return [];
  const found = [];
  new Visitor({
    BinaryExpression: ({ operator, left, right, start, end }) => {
      if (!/^[!=]==?$/.test(operator)) return;
      const isGiven = [left, right].every((side) => side.type !== 'Literal' && nameOf(side) !== 'undefined');
      if (isGiven && [left, right].some((side) => IS_OWNER.test(nameOf(side) ?? '')))
        found.push(text.slice(start, end));
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** The last name of an identifier or a chain of members. */
function nameOf(node) {
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? node.property.name : undefined;
}

/** The name that a function expression is assigned to, or that of the method or of the caller. */
function nameBefore(before) {
  return /([\w#]+)[^\w#]*$/.exec(before.slice(-80).replace(/\basync\s*$/, ''))?.[1] ?? 'a callback';
}
