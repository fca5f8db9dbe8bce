// Checks the Dockerfile and its context; builds and runs the image if Docker is available.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { NODE_VERSION, root } from '../launcher/toolchain.mjs';
import { stageResults } from './stage-results.mjs';

const results = stageResults();
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text).getInstructions();
/** The arguments of every instruction of one kind, in order. */
const valuesOf = (keyword) =>
  instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '');

await results.attempt('Dockerfile: valid', () =>
  refuse(
    validate(text).map(
      ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
    ),
  ),
);
await results.attempt('Dockerfile: builds on the pinned Node and ships from scratch', () => {
  const [build, ...others] = valuesOf('FROM');
  const problems = [];
  if (!build.startsWith(`node:${NODE_VERSION}-`))
    problems.push(`the first stage is ${build}, not node:${NODE_VERSION}`);
  if (others.at(-1) !== 'scratch') problems.push(`the last stage is ${others.at(-1)}, not scratch`);
  return refuse(problems);
});
await results.attempt('Dockerfile: runs without a shell as an ordinary user, with a health check and a volume', () => {
  const expected = {
    USER: /^[1-9]\d*:[1-9]\d*$/,
    VOLUME: /^\["\/data"\]$/,
    STOPSIGNAL: /^SIGTERM$/,
    HEALTHCHECK: /CMD \["/,
    ENTRYPOINT: /^\["/,
    CMD: /^\["serve"\]$/,
  };
  return refuse(
    Object.entries(expected).flatMap(([keyword, pattern]) =>
      pattern.test(valuesOf(keyword).at(-1) ?? '') ? [] : [`${keyword} is ${valuesOf(keyword).at(-1)}`],
    ),
  );
});
await results.attempt('Dockerfile: holds no secret and pipes nothing into a shell', () =>
  refuse([
    ...valuesOf('ENV').filter((value) => /pass|secret|token|key|credential/i.test(value)),
    ...valuesOf('RUN').filter((value) => /\b(curl|wget)\b[^|&;]*\|/.test(value)),
  ]),
);
await results.attempt('.dockerignore: lets the sources through and nothing else', () => {
  const ignore = dockerignore({ ignorecase: false }).add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const isSkipped = (name) => ['.git', 'node_modules', 'dist', '.tscache'].includes(name);
  const context = globSync('**/*.*', { cwd: root, exclude: isSkipped }).filter((path) => !ignore.ignores(path));
  const needed = [
    'package.json',
    'pnpm-lock.yaml',
    'docs/sdk.md',
    'packages/server/src/main.ts',
    'tools/launcher/launcher.mjs',
    // The server bundles some of the packages and hands out others.
    ...globSync('packages/{*,internal/*}/package.json', { cwd: root }),
  ];
  return refuse([
    ...context.filter((path) => /(^|\/)\.|(^|\/)(drive|dev)-data\/|\.(db|pem|key|tar|log)$/.test(path)),
    ...needed.filter((path) => !context.includes(path)).map((path) => `${path} is kept out`),
  ]);
});
await results.attempt('the image: builds, and its program answers', () => {
  if (spawnSync('docker', ['version']).status !== 0) return 'Docker is not at hand';
  docker('build', '--tag', 'drive-check', '.');
  docker('run', '--rm', '--read-only', 'drive-check', '--version');
  return undefined;
});
results.finish();

function refuse(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function docker(...args) {
  const { status } = spawnSync('docker', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`docker ${args[0]} ended with ${status}`);
}
