// What a Dockerfile of ours keeps to, besides being one.
import { validate } from 'dockerfile-utils';

const MOST_SECONDS_TO_START = 600;
const SECRET = /pass|secret|token|key|credential/i;

/** Everything that is wrong, a line each. */
export function problemsOf(text, stages, { nodeVersion }) {
  const problems = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${messageOf(message)}`);
  const check = (holds, what) => holds || problems.push(what);
  const last = stages.at(-1);
  const { config } = last;

  for (const { name, image, steps } of stages) {
    const isOwn = image === 'scratch' || stages.some((stage) => stage.name === image);
    check(isOwn || /:[\w.-]+$/.test(image), `stage ${name}: ${image} has no tag`);
    check(!/:(latest|stable|lts|current)$/.test(image), `stage ${name}: ${image} is another image every day`);
    check(
      !image.startsWith('node:') || image.startsWith(`node:${nodeVersion}-`),
      `stage ${name}: Node is ${nodeVersion}`,
    );
    for (const { kind, line, command = '', from = [] } of steps) {
      check(!/\bsudo\b|\bchmod\s+(-R\s+)?0?777\b/.test(command), `line ${line}: gives away rights`);
      check(!/\b(curl|wget)\b[^|&;]*\|/.test(command), `line ${line}: runs what it fetches`);
      check(kind !== 'copy' || from.every((path) => !/^https?:/.test(path)), `line ${line}: copies from the network`);
    }
  }
  check(stages.length > 1 && last.image === 'scratch', 'the last stage has more in it than it needs');
  check(/^[1-9]\d*:[1-9]\d*$/.test(config.user), `the program runs as ${config.user}: name an ordinary user by number`);
  check(
    config.entrypoint?.[0]?.startsWith('/'),
    'ENTRYPOINT is a list that begins with a path, so that signals arrive',
  );
  check(config.healthCheck?.command !== undefined, 'HEALTHCHECK has a command, as a list: there is no shell');
  check(secondsOf(config.healthCheck?.flags['start-period']) <= MOST_SECONDS_TO_START, 'the start period is too long');
  check(config.volumes.includes(config.env.DRIVE_DATA_DIR), 'the data directory is a volume');
  check(config.ports.includes(config.env.DRIVE_PORT), 'the port is exposed');
  for (const name of stages.flatMap((stage) => Object.keys(stage.config.env)))
    check(!SECRET.test(name), `${name} would be in the image for everybody to read`);
  return problems;
}

/** A message may be marked up. */
const messageOf = (message) => (typeof message === 'string' ? message : message.value);

function secondsOf([text] = ['0s']) {
  const [, amount, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  return Number(amount) * (unit === 'm' ? 60 : 1);
}
