import { readdirSync, readFileSync } from 'node:fs';
import { callers } from './callers.ts';

/** Entry of `x-codeSamples`, which most renderers of OpenAPI show. */
interface CodeSample {
  /** Names the highlighting of a renderer. */
  readonly lang: 'TypeScript' | 'Shell';
  readonly label: 'SDK' | 'CLI';
  readonly source: string;
}

/**
 * Adds `x-codeSamples` to every operation: the example of its method in the SDK, which the tests of the SDK compile, and
 * the examples of its command in the documentation of the CLI. Throws if a method or command does not exist.
 */
export function addCodeSamples(document: Record<string, unknown>): void {
  const methods = readMethodExamples(new URL('../../sdk/src/', import.meta.url));
  const commands = readCommandExamples(new URL('../../../docs/cli.md', import.meta.url));
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { sdk, cli } = callers[operation.operationId as keyof typeof callers];
    const samples: CodeSample[] = [{ lang: 'TypeScript', label: 'SDK', source: requireExample(methods, sdk) }];
    if (cli !== undefined) samples.push({ lang: 'Shell', label: 'CLI', source: requireExample(commands, cli) });
    Object.assign(operation, { 'x-codeSamples': samples });
  }
}

function requireExample(examples: ReadonlyMap<string, string>, name: string): string {
  const example = examples.get(name);
  if (example === undefined) throw new Error(`callers.ts names ${name}, which has no documented example`);
  return example;
}

/** Examples in the comments of methods, by `Class.method`. */
function readMethodExamples(folder: URL): Map<string, string> {
  const examples = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    let className = '';
    for (const [, comment = '', classNamed, method] of text.matchAll(
      /\/\*\*((?:(?!\*\/).)*)\*\/\n(?:export (?:abstract )?class (\w+)|  (?:async )?\*?(\w+)[(<])/gs,
    )) {
      if (classNamed !== undefined) className = classNamed;
      const [, example] = /```ts\n(.*?)```/s.exec(comment) ?? [];
      if (method !== undefined && example !== undefined)
        examples.set(`${className}.${method}`, example.replaceAll(/^ *\* ?/gm, '').trimEnd());
    }
  }
  return examples;
}

/** The blocks of examples in the reference of the commands, by command. */
function readCommandExamples(page: URL): Map<string, string> {
  const sections = readFileSync(page, 'utf8').split(/^### /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [, example] = /```sh\n(.*?)```/s.exec(section) ?? [];
      return example === undefined ? [] : [[section.slice(0, section.indexOf('\n')), example.trimEnd()]];
    }),
  );
}
