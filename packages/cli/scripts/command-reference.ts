import type { Command, Option } from 'commander';

const INTRODUCTION = `# drive-cli

<!-- The part below "Commands" is made by \`pnpm run generate\` from the commands themselves; a test compares. -->
`;

/** Start of the generated part of the page. */
const BEGIN = '## Commands\n';

/** The reference: every command with its flags, help and examples. */
function describeCommands(program: Command): string {
  const global = program.createHelp().visibleOptions(program);
  const commands = leavesOf(program);
  const index = commands.map(({ path, command }) => `| [\`${path}\`](#${anchor(path)}) | ${cell(command.summary())} |`);
  return [
    BEGIN,
    ['| command | |', '| --- | --- |', ...index, ''].join('\n'),
    '### Flags of every command\n',
    optionTable(global),
    ...commands.map(describeCommand),
  ].join('\n');
}

export interface Leaf {
  /** Without the name of the program. */
  readonly path: string;
  readonly command: Command;
}

/** All commands that do something, in the order of the help. */
export function leavesOf(command: Command, before = ''): Leaf[] {
  return command.commands.flatMap((sub) => {
    const path = `${before}${sub.name()}`;
    const isLeaf = sub.commands.length === 0 || sub.registeredArguments.length > 0;
    return [...(isLeaf ? [{ path, command: sub }] : []), ...leavesOf(sub, `${path} `)];
  });
}

/** The text below the flags in the help: paragraphs and examples. */
export function readHelp(command: Command): {
  readonly paragraphs: readonly string[];
  readonly examples: readonly string[];
} {
  let after = '';
  command.configureOutput({ writeOut: (text) => (after += text) });
  command.outputHelp();
  const wanted = after.slice(command.helpInformation().length);
  const [said = '', shown = ''] = wanted.split(/^Examples?:$/m);
  const paragraphs = said
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const examples = shown.split('\n').flatMap((line) => /^ {2}\$ (.*)$/.exec(line)?.[1] ?? []);
  return { paragraphs, examples };
}

function describeCommand({ path, command }: Leaf): string {
  const help = command.createHelp();
  const { paragraphs, examples } = readHelp(command);
  const names = command.registeredArguments.filter(({ description }) => description !== '');
  const argumentLines = names.map(
    (argument) => `| \`${help.argumentTerm(argument)}\` | ${cell(help.argumentDescription(argument))} |`,
  );
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  return [
    `### ${path}\n`,
    `\`${help.commandUsage(command)}\`\n`,
    `${command.description()}\n`,
    ...(argumentLines.length === 0 ? [] : [['| argument | |', '| --- | --- |', ...argumentLines, ''].join('\n')]),
    ...(options.length === 0 ? [] : [optionTable(options)]),
    ...paragraphs.map((paragraph) => `${prose(paragraph)}\n`),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`]),
  ].join('\n');
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map((option) => {
    const fallback = typeof option.defaultValue === 'string' || typeof option.defaultValue === 'number';
    const choices =
      option.argChoices === undefined ? '' : ` (${option.argChoices.map((one) => `\`${one}\``).join(', ')})`;
    const standard = fallback ? ` (default: \`${String(option.defaultValue)}\`)` : '';
    return `| \`${option.flags}\` | ${cell(option.description)}${choices}${standard} |`;
  });
  return ['| flag | |', '| --- | --- |', ...rows, ''].join('\n');
}

const anchor = (path: string): string => path.replaceAll(' ', '-');
/** Escapes characters with a meaning in Markdown. */
const prose = (text: string): string => text.replaceAll(/([*[\]<>])/g, String.raw`\$1`);
const cell = (text: string): string => prose(text).replaceAll('|', String.raw`\|`);

/** The page with its generated part replaced; the part before it is written by hand. */
export function renderPage(current: string, program: Command): string {
  const at = current.indexOf(BEGIN);
  const before = at === -1 ? `${INTRODUCTION}\n` : current.slice(0, at);
  return before + describeCommands(program);
}
