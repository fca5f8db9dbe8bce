import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDirectory } from '../../test/fake-world.ts';
import { completionScripts, type Shell } from './scripts.ts';
import { quoteForBash } from './words.ts';

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Records its completion requests, returns prepared responses, and otherwise prints its arguments. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
if [ "$1" = __complete ]; then
  printf '<%s>' "$@" >> "$here/asked"; printf '\\n' >> "$here/asked"
  cat "$here/answer"
  exit
fi
printf 'ARGUMENTS:'; printf '<%s>' "$@"; printf ':END\\n'
`;

interface Interactive {
  /** Runs with the script at `$DRIVE_SCRIPT`. */
  readonly argv: readonly string[];
  readonly rc: string;
  readonly rcFile: string;
}

const interactive: Readonly<Record<Exclude<Shell, 'powershell'>, Interactive>> = {
  bash: { argv: ['bash', '--noprofile', '--rcfile', 'rc', '-i'], rcFile: 'rc', rc: "PS1='READY> '\n. ./script\n" },
  zsh: {
    argv: ['zsh', '-d', '-i'],
    rcFile: '.zshrc',
    rc: "PS1='READY> '\nunsetopt beep\nautoload -Uz compinit; compinit -u -D\n. ./script\n",
  },
  fish: {
    argv: [
      'fish',
      '-i',
      '--init-command',
      'function fish_prompt; echo -n "READY> "; end; function fish_greeting; end; source script',
    ],
    rcFile: 'unused',
    rc: '',
  },
};

/** The format of the response: for bash within its quotes. */
const asAnswered = (shell: Shell, path: string): string => (shell === 'bash' ? quoteForBash(path, undefined) : path);

/** Types a line with the tab key in it, and returns the arguments of the resulting call. */
async function type(shell: keyof typeof interactive, line: string, answer: string) {
  const home = createTestDirectory();
  const { argv, rc, rcFile } = interactive[shell];
  writeFileSync(join(home, 'script'), completionScripts[shell]);
  writeFileSync(join(home, rcFile), rc);
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/drive-cli'), PROGRAM);
  chmodSync(join(home, 'bin/drive-cli'), 0o755);
  writeFileSync(join(home, 'bin/answer'), answer);
  writeFileSync(join(home, 'local file.txt'), '');
  const quoted = argv.map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qfec', quoted, '/dev/null'], {
    cwd: home,
    env: {
      HOME: home,
      ZDOTDIR: home,
      TERM: 'xterm',
      HISTFILE: '/dev/null',
      LC_ALL: 'C.UTF-8',
      PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    },
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let shown = '';
  const received = await new Promise<string>((resolve, reject) => {
    let typed = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (!typed && shown.includes('READY> ')) {
        typed = true;
        child.stdin.write(`${line}\r`);
      }
      const [, received] = /ARGUMENTS:(.*):END/.exec(shown) ?? [];
      if (received !== undefined) resolve(received);
    });
    child.once('close', () => reject(new Error(`the shell ended: ${shown}`)));
  });
  const asked = existsSync(join(home, 'bin/asked')) ? readFileSync(join(home, 'bin/asked'), 'utf8').trimEnd() : '';
  return { received, asked: asked.split('\n').at(-1) };
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', { timeout: 60_000 }, (shell) => {
  const runs = has(shell) && has('script');
  if (!runs) console.warn(`${shell} was not tried: it, or script, is not installed.`);

  it.skipIf(!runs)('completes a command and its subcommands', async () => {
    const { received, asked } = await type(shell, 'drive-cli upl\tx', 'list\nupload\tupload files\n');
    expect(received).toBe('<upload><x>');
    expect(asked).toBe(shell === 'bash' ? '<__complete><bash><drive-cli upl>' : `<__complete><${shell}><--><upl>`);
  });

  it.skipIf(!runs)('completes a path on the server, quotes it, and continues in a folder', async () => {
    const { received, asked } = await type(
      shell,
      'drive-cli ls /My\t',
      `paths\n${asAnswered(shell, '/My "odd" $folder/')}\t\n`,
    );
    expect(received).toBe('<ls></My "odd" $folder/>');
    expect(asked).toBe(
      shell === 'bash' ? '<__complete><bash><drive-cli ls /My>' : `<__complete><${shell}><--><ls></My>`,
    );
    expect((await type(shell, 'drive-cli ls /My\tx', 'paths\n/My/\t\n')).received).toBe('<ls></My/x>');
    expect((await type(shell, 'drive-cli ls /a\tx', 'paths\n/a.txt\t\n')).received).toBe('<ls></a.txt><x>');
  });

  it.skipIf(!runs)('completes quoted and empty words', async () => {
    const { received, asked } = await type(
      shell,
      String.raw`drive-cli ls /My\ F` + '\t',
      `paths\n${asAnswered(shell, '/My Folder/')}\t\n`,
    );
    expect(received).toBe('<ls></My Folder/>');
    if (shell !== 'bash') expect(asked).toBe(`<__complete><${shell}><--><ls></My F>`);
    const empty = await type(shell, 'drive-cli ls \t', 'paths\n/only.txt\t\n');
    expect(empty.received).toBe('<ls></only.txt>');
    expect(empty.asked).toBe(
      shell === 'bash' ? '<__complete><bash><drive-cli ls >' : `<__complete><${shell}><--><ls><>`,
    );
  });

  it.skipIf(!runs)('completes local files by the shell', async () => {
    const { received } = await type(shell, 'drive-cli upload loc\t', 'files\n');
    expect(received).toBe('<upload><local file.txt>');
  });

  it.skipIf(!runs)('leaves the line unchanged if there is no proposal', async () => {
    expect((await type(shell, 'drive-cli ls /x\t', 'paths\n')).received).toBe('<ls></x>');
  });
});

it.skipIf(!has('pwsh'))('powershell can parse its script (skipped if pwsh is not installed)', () => {
  const home = createTestDirectory();
  writeFileSync(join(home, 'script.ps1'), completionScripts.powershell);
  const check = `$errors = $null; [void][System.Management.Automation.Language.Parser]::ParseFile('${home}/script.ps1', [ref]$null, [ref]$errors); $errors.Count`;
  expect(execFileSync('pwsh', ['-NoProfile', '-Command', check], { encoding: 'utf8' }).trim()).toBe('0');
});
