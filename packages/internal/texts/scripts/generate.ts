// Writes the list of languages, the types of their texts, and the catalogs of the server from languages/*.json; with --check
// it only says what is out of date. Fails if a text is missing, superfluous or wrong.
//   node --conditions=@drive/source packages/internal/texts/scripts/generate.ts [--check]
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileSection, findProblems, readLanguage, readLanguageCodes, typesOf } from '../src/build/index.ts';

const sources = join(import.meta.dirname, '../src');
const note = (code: string): string => `// Generated from languages/${code}.json by \`pnpm run generate\`.`;

const codes = readLanguageCodes();
const files = new Map(codes.map((code) => [code, readLanguage(code)]));
const english = readLanguage('en');
const problems = [...files].flatMap(([code, file]) => findProblems(code, file, english));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const identifier = (code: string): string => code.replaceAll('-', '');
const written = new Map<string, string>();
written.set('texts.gen.ts', typesOf(english));
written.set(
  'languages.gen.ts',
  `// Generated from the names in languages/ by \`pnpm run generate\`.
/** Every language, with its own name and the direction of its text. */
export const languages = {
${[...files].map(([code, { language }]) => `  ${JSON.stringify(code)}: ${JSON.stringify(language)},`).join('\n')}
} as const;
`,
);
for (const [code, { pages, mails, scripts, messages }] of files) {
  const catalog = {
    texts: compileSection({ ...mails, ...pages }),
    scripts: compileSection(scripts),
    messages: compileSection(messages),
  };
  written.set(
    `server/catalogs/${code.toLowerCase()}.gen.ts`,
    `${note(code)}
import type { Catalog } from '../catalog.ts';

export const ${identifier(code)}: Catalog = ${JSON.stringify(catalog, undefined, 1)};
`,
  );
}
written.set(
  'server/catalogs.gen.ts',
  `// Generated from the names in languages/ by \`pnpm run generate\`.
${codes.map((code) => `import { ${identifier(code)} } from './catalogs/${code.toLowerCase()}.gen.ts';`).join('\n')}

export const catalogs = {
${codes.map((code) => `  ${JSON.stringify(code)}: ${identifier(code)},`).join('\n')}
};
`,
);

const isCurrent = (name: string, text: string): boolean =>
  existsSync(join(sources, name)) && readFileSync(join(sources, name), 'utf8') === text;
const outdated = [
  ...[...written].flatMap(([name, text]) => (isCurrent(name, text) ? [] : [name])),
  ...globSync('**/*.gen.ts', { cwd: sources }).filter((name) => !written.has(name.replaceAll('\\', '/'))),
];
if (process.argv.includes('--check')) {
  for (const name of outdated)
    console.error(`packages/internal/texts/src/${name} is out of date: run "pnpm run generate"`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else
  for (const name of outdated) {
    const path = join(sources, name);
    const text = written.get(name);
    mkdirSync(dirname(path), { recursive: true });
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }
