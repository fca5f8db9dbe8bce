import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leavesOf, readHelp } from '../scripts/command-reference.ts';
import { createManPages } from '../scripts/man-pages.ts';
import { createDocumentedProgram } from '../test/documented-program.ts';
import { jsonShapes } from '../test/json-shapes.ts';
import { callsIn } from '../test/shell-words.ts';
import { createProgram } from './program.ts';
import { allCommands } from './shell/command-path.ts';

const leaves = leavesOf(await createDocumentedProgram());
const commands = leaves.map(({ path, command }) => ({ path, command, examples: readHelp(command).examples }));

class Understood extends Error {}

/** Throws Understood if the arguments are valid, and commander's error otherwise. */
async function parse(argv: readonly string[]): Promise<void> {
  const program = await createProgram({
    version: '0.0.0',
    prepare() {
      throw new Understood();
    },
    finished() {},
  });
  for (const command of allCommands(program))
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  await program.parseAsync(argv, { from: 'user' });
}

describe.each(commands)('$path', ({ path, command, examples }) => {
  it('has a one-line summary and a description', () => {
    expect(command.summary()).not.toBe('');
    expect(command.description()).toMatch(/\.$/);
  });

  it('has examples that can be parsed', async () => {
    // xargs adds the paths.
    const calls = examples.flatMap(callsIn).map((argv) => (argv.at(-1) === '--' ? [...argv, '/a'] : argv));
    expect(calls.some((argv) => argv.join(' ').startsWith(path))).toBe(true);
    for (const argv of calls) await expect(parse(argv)).rejects.toThrow(Understood);
  });

  it('documents its --json output', () => {
    expect(Object.keys(jsonShapes)).toContain(path);
  });
});

it('documents JSON only for existing commands', () => {
  expect(Object.keys(jsonShapes).filter((path) => !leaves.some((leaf) => leaf.path === path))).toEqual([]);
});

it('has a manual page for each command, no line of which is an instruction by chance', async () => {
  const pages = createManPages(await createDocumentedProgram(), '1.2.3');
  expect(pages.get('drive-cli.1')).toContain('.TH "DRIVE\\-CLI" 1 "" "drive\\-cli 1.2.3" "Drive"');
  for (const { path, command, examples } of commands) {
    const page = pages.get(`drive-cli-${path.split(' ', 1)[0]}.1`) ?? '';
    for (const { long = '', hidden } of command.options)
      if (!hidden) expect(page).toContain(long.replaceAll('-', '\\-'));
    expect(examples.every((example) => page.includes(example.replaceAll('\\', '\\e').replaceAll('-', '\\-')))).toBe(
      true,
    );
  }
  const instructions = /^\.(TH|SH|SS|TP|PP|B|nf|fi)( |$)/;
  for (const page of pages.values())
    for (const line of page.split('\n')) if (/^[.']/.test(line)) expect(line).toMatch(instructions);
});

it('matches the generated documentation: pnpm run generate', { timeout: 60_000 }, () => {
  const script = join(import.meta.dirname, '../scripts/generate-docs.ts');
  expect(execFileSync(process.execPath, ['--conditions=@drive/source', script, '--check'], { encoding: 'utf8' })).toBe(
    '',
  );
});
