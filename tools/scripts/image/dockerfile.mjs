// A Dockerfile as its stages and what each of them does, for those who look it over and who do as it says.
import { DockerfileParser } from 'dockerfile-ast';

/**
 * Answers the stages in their order: {name, image, steps, config}. A step is a COPY or a RUN with the directory, the user and
 * the environment of that moment; `config` is what an image of the stage would tell whoever runs it.
 */
export function readDockerfile(text) {
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      stages.push(beginStage(instruction, stages));
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${keyword} comes before the first FROM`);
    const take = takers[keyword];
    if (take === undefined) throw new Error(`${keyword} is no instruction that is understood here`);
    take(stage, instruction);
  }
  return stages;
}

function beginStage(from, earlier) {
  const image = from.getImage();
  const base = earlier.find(({ name }) => name === image);
  const config = base?.config ?? { env: {}, labels: {}, directory: '/', user: 'root', volumes: [], ports: [] };
  return { name: from.getBuildStage() ?? String(earlier.length), image, steps: [], config: structuredClone(config) };
}

const takers = {
  COPY(stage, instruction) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    addStep(stage, instruction, { kind: 'copy', from: words.slice(0, -1), to: words.at(-1) });
  },
  RUN(stage, instruction) {
    addStep(stage, instruction, { kind: 'run', command: commandOf(instruction) });
  },
  WORKDIR(stage, instruction) {
    stage.config.directory = instruction.getArgumentsContent();
  },
  USER(stage, instruction) {
    stage.config.user = instruction.getArgumentsContent();
  },
  ENV(stage, instruction) {
    Object.assign(stage.config.env, propertiesOf(instruction));
  },
  LABEL(stage, instruction) {
    Object.assign(stage.config.labels, propertiesOf(instruction));
  },
  VOLUME(stage, instruction) {
    stage.config.volumes.push(...listOf(instruction));
  },
  EXPOSE(stage, instruction) {
    stage.config.ports.push(...listOf(instruction));
  },
  STOPSIGNAL(stage, instruction) {
    stage.config.stopSignal = instruction.getArgumentsContent();
  },
  HEALTHCHECK(stage, instruction) {
    const [, command] = /\bCMD\s+(\[.*\])$/.exec(instruction.getArgumentsContent()) ?? [];
    stage.config.healthCheck = { command: command && JSON.parse(command), flags: flagsOf(instruction) };
  },
  ENTRYPOINT(stage, instruction) {
    stage.config.entrypoint = listOf(instruction);
  },
  CMD(stage, instruction) {
    stage.config.command = listOf(instruction);
  },
};

function addStep(stage, instruction, step) {
  const { directory, user, env } = stage.config;
  stage.steps.push({
    ...step,
    flags: flagsOf(instruction),
    line: instruction.getRange().start.line + 1,
    directory,
    user,
    env: { ...env },
  });
}

/** Each with all its values, because --mount may be said more than once. */
function flagsOf(instruction) {
  const flags = {};
  for (const flag of instruction.getFlags()) (flags[flag.getName()] ??= []).push(flag.getValue());
  return flags;
}

/** What the shell gets: without the flags, and in one line. */
function commandOf(instruction) {
  const lines = instruction.getTextContent().split('\n');
  const whole = lines.map((line) => line.replace(/\\\s*$/, ' ')).join('');
  return whole
    .replace(/^\s*RUN\s+/i, '')
    .replace(/^(--\S+\s+)+/, '')
    .trim();
}

const listOf = (instruction) => JSON.parse(toJsonList(instruction.getArgumentsContent()));
const toJsonList = (content) => (content.startsWith('[') ? content : JSON.stringify(content.split(/\s+/)));

const propertiesOf = (instruction) =>
  Object.fromEntries(instruction.getProperties().map((property) => [property.getName(), property.getValue()]));
