import type { Command, Option } from 'commander';
import { leavesOf, readHelp, type Leaf } from './command-reference.ts';

/** Manual pages by file name: of the program, and of each of its commands with what is below it. */
export function createManPages(program: Command, version: string): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const names = program.commands.map((command) => `drive-cli-${command.name()}`);
  pages.set('drive-cli.1', describeProgram(program, version));
  for (const command of program.commands) {
    const name = `drive-cli-${command.name()}`;
    const leaves = leavesOf(program).filter(
      ({ path }) => path === command.name() || path.startsWith(`${command.name()} `),
    );
    pages.set(`${name}.1`, describeCommand(name, command, leaves, version));
  }
  if (pages.size !== names.length + 1) throw new Error('two commands have one manual page');
  return pages;
}

function describeProgram(program: Command, version: string): string {
  const commands = program.commands.flatMap((command) => [
    '.TP',
    bold(`drive-cli-${command.name()}`) + '(1)',
    text(command.summary()),
  ]);
  return page([
    heading('drive-cli', version),
    ...section('NAME', `drive-cli \\- ${text(program.description())}`),
    ...section('SYNOPSIS', '.B drive\\-cli', text('[options] command [arguments]')),
    ...section('COMMANDS', ...commands),
    ...section('OPTIONS', ...options(program.createHelp().visibleOptions(program))),
  ]);
}

function describeCommand(name: string, command: Command, leaves: readonly Leaf[], version: string): string {
  const isGroup = command.commands.length > 0;
  return page([
    heading(name, version),
    ...section('NAME', `${text(name)} \\- ${text(command.summary())}`),
    ...(isGroup ? section('DESCRIPTION', text(command.description())) : []),
    ...leaves.flatMap((leaf) => describeLeaf(leaf, isGroup)),
    ...section('SEE ALSO', `${bold('drive-cli')}(1), which explains the options of every command`),
  ]);
}

function describeLeaf({ path, command }: Leaf, isInGroup: boolean): string[] {
  const help = command.createHelp();
  const { paragraphs, examples } = readHelp(command);
  const titled = (title: string, ...lines: string[]): string[] =>
    isInGroup ? ['.SS ' + quoted(title), ...lines] : section(title, ...lines);
  const arguments_ = command.registeredArguments
    .filter(({ description }) => description !== '')
    .flatMap((argument) => ['.TP', bold(help.argumentTerm(argument)), text(help.argumentDescription(argument))]);
  const own = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const body = [text(command.description()), ...paragraphs.flatMap((paragraph) => ['.PP', ...lines(paragraph)])];
  return [
    ...(isInGroup ? section(path.toUpperCase()) : []),
    ...titled('SYNOPSIS', bold(help.commandUsage(command))),
    ...titled('DESCRIPTION', ...body),
    ...(arguments_.length + own.length === 0 ? [] : titled('OPTIONS', ...arguments_, ...options(own))),
    ...(examples.length === 0 ? [] : titled('EXAMPLES', '.nf', ...examples.map(text), '.fi')),
  ];
}

const options = (all: readonly Option[]): string[] =>
  all.flatMap((option) => {
    const { flags, description, argChoices, defaultValue } = option;
    const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
    const isShown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
    return ['.TP', bold(flags), text(`${description}${choices}${isShown ? ` (default: ${defaultValue})` : ''}`)];
  });

const heading = (name: string, version: string): string =>
  `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`drive-cli ${version}`)} "Drive"`;
const section = (title: string, ...lines: readonly string[]): string[] => [`.SH ${quoted(title)}`, ...lines];
const lines = (paragraph: string): string[] => paragraph.split('\n').map((line) => text(line.trim()));
const bold = (words: string): string => `\\fB${text(words)}\\fR`;
const page = (all: readonly string[]): string => `${all.join('\n')}\n`;
const quoted = (words: string): string => `"${text(words).replaceAll('"', '\\(dq')}"`;

/** A line of text: no character of it is an instruction. */
function text(words: string): string {
  const escaped = words.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
