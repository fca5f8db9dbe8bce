import { posix } from 'node:path';

interface Exported {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
}

const entries = [
  ['@drive/sdk', 'index.d.ts'],
  ['@drive/sdk/node', 'node/index.d.ts'],
  ['@drive/sdk/server', 'server/index.d.ts'],
  ['@drive/sdk/webhooks', 'webhooks/index.d.ts'],
] as const;

/** Everything that a program can import, as the compiler declares it; a change of the face is a change of this text. */
export function createApiReport(declarations: ReadonlyMap<string, string>): string {
  const parts = [
    '# What @drive/sdk shows',
    'Generated; compared by the tests. After a change that is meant: `pnpm exec vitest run --project sdk api-report -u`.',
  ];
  for (const [entry, file] of entries) {
    const texts = exportsOf(file, declarations).map(({ name, file: from }) => declarationOf(name, from, declarations));
    parts.push(`## ${entry}`, `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\``);
  }
  return `${parts.join('\n\n')}\n`;
}

export function exportsOf(file: string, declarations: ReadonlyMap<string, string>): Exported[] {
  const text = declarations.get(file) ?? '';
  const exported: Exported[] = [];
  for (const [, names = '', from = ''] of text.matchAll(/export (?:type )?\{([^}]*)\} from ['"]([^'"]*)['"]/g)) {
    const declared = posix.join(posix.dirname(file), from).replace(/\.ts$/, '.d.ts');
    for (const name of names.split(',').map((each) => each.replace(/^\s*type /, '').trim()))
      if (name !== '') exported.push({ name, file: declared });
  }
  return exported.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function declarationOf(name: string, file: string, declarations: ReadonlyMap<string, string>): string {
  const statements = (declarations.get(file) ?? '').split(
    /\n(?=(?:export|declare|interface|type|import|class|const)\b)/,
  );
  const own = new RegExp(`^export (?:declare )?(?:abstract )?(?:class|interface|type|function|const) ${name}\\b`);
  const found = statements.filter((statement) => own.test(statement));
  if (found.length === 0) throw new Error(`${file} does not declare ${name}`);
  return found
    .join('\n')
    .replaceAll(/^ +#private;\n/gm, '')
    .replaceAll(/\n\s*export \{\};\s*$/g, '')
    .trim();
}

/** Everything that a program can import, with its comments: a page for readers without an editor. */
export function createApiReference(declarations: ReadonlyMap<string, string>): string {
  const parts = ['# Reference of @drive/sdk'];
  for (const [entry, file] of entries) {
    parts.push(`## ${entry}`);
    for (const { name, file: from } of exportsOf(file, declarations)) {
      const { comment, body } = commentedDeclaration(name, declarations.get(from) ?? '');
      const lines = comment
        .replace(/^\s*\/\*\*/, '')
        .replace(/\*\/\s*$/, '')
        .replaceAll(/^ *\* ?/gm, '');
      const text = lines
        .replace('@example', '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .replaceAll(/\{@link (\S+?)\}/g, '`$1`')
        .trim();
      const declaration = body.slice(body.indexOf(comment) + comment.length).replaceAll(/^ +#private;\n/gm, '');
      parts.push(`### ${name}`, text, `\`\`\`ts\n${declaration.trim()}\n\`\`\``);
    }
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** An exported declaration with its comment. */
export function commentedDeclaration(name: string, text: string): { readonly comment: string; readonly body: string } {
  const declaration = new RegExp(
    String.raw`((?:/\*\*(?:(?!\*/)[\s\S])*\*/\s*)?)export (?:declare )?(?:abstract )?(?:class|interface|type|function|const) ${name}\b[\s\S]*?(?=\n(?:/\*\*|export|declare|interface|type|import)|$)`,
  );
  const [body = '', comment = ''] = declaration.exec(text) ?? [];
  return { comment, body };
}
