import type { Command, Option } from 'commander';
import { commandPath } from '../shell/command-path.ts';
import { argumentKinds, flagKinds, type ValueKind } from './value-kinds.ts';

export interface Candidate {
  readonly value: string;
  /** One line, or empty. */
  readonly description: string;
}

/** The completions at the cursor. */
export interface Completion {
  readonly kind: ValueKind | 'given';
  /** With `given`, all candidates. */
  readonly candidates: readonly Candidate[];
  /** The completed part of the word: `--to=` before a value. */
  readonly prefix: string;
  /** The rest of the word. */
  readonly partial: string;
  /** Arguments before the word. */
  readonly operands?: readonly string[];
}

/**
 * Finds the kind of the word at the cursor. `before` are the words after the program's name, `current` is the one at
 * the cursor.
 */
export function complete(program: Command, before: readonly string[], current: string): Completion {
  const { command, operands, awaiting, flagsEnded } = follow(program, before);
  if (awaiting !== undefined) return valueOf(awaiting, '', current);
  if (!flagsEnded && current.startsWith('--') && current.includes('=')) {
    const equals = current.indexOf('=');
    const flag = findFlag(command, current.slice(0, equals));
    return flag?.required === true || flag?.optional === true
      ? valueOf(flag, current.slice(0, equals + 1), current.slice(equals + 1))
      : given([], current);
  }
  if (!flagsEnded && current.startsWith('-') && current !== '-') return given(flagsOf(command), current);
  if (command.name() === 'help') return given(operands.length === 0 ? commandsOf(program) : [], current);
  if (command.commands.length > 0 && operands.length === 0) {
    const subcommands = given(commandsOf(command), current);
    const isBegun = current !== '' && subcommands.candidates.length > 0;
    if (command.registeredArguments.length === 0 || isBegun) return subcommands;
  }
  const argument = command.registeredArguments[Math.min(operands.length, command.registeredArguments.length - 1)];
  if (argument === undefined || (operands.length >= command.registeredArguments.length && !argument.variadic))
    return given([], current);
  if (argument.argChoices !== undefined) return given(asCandidates(argument.argChoices), current);
  const kinds = argumentKinds[commandPath(command)] ?? [];
  const kind = kinds[Math.min(operands.length, kinds.length - 1)] ?? 'anything';
  return { kind, candidates: [], prefix: '', partial: current, operands };
}

interface Followed {
  readonly command: Command;
  readonly operands: readonly string[];
  /** The flag whose value comes next. */
  readonly awaiting: Option | undefined;
  /** After `--`. */
  readonly flagsEnded: boolean;
}

function follow(program: Command, words: readonly string[]): Followed {
  let command = program;
  const operands: string[] = [];
  let awaiting: Option | undefined;
  let flagsEnded = false;
  for (const word of words) {
    if (awaiting !== undefined) awaiting = undefined;
    else if (flagsEnded || !word.startsWith('-') || word === '-') {
      const subcommand = operands.length === 0 ? findCommand(command, word) : undefined;
      if (subcommand === undefined) operands.push(word);
      else command = subcommand;
    } else if (word === '--') flagsEnded = true;
    else if (!word.includes('=')) {
      // If one word has several short flags, only the last can take a value.
      const flag = findFlag(command, word.startsWith('--') ? word : `-${word.at(-1)}`);
      if (flag?.required === true) awaiting = flag;
    }
  }
  return { command, operands, awaiting, flagsEnded };
}

function valueOf(flag: Option, prefix: string, partial: string): Completion {
  if (flag.argChoices !== undefined) return { ...given(asCandidates(flag.argChoices), partial), prefix };
  return { kind: flagKinds[flag.long ?? ''] ?? 'anything', candidates: [], prefix, partial };
}

const given = (candidates: readonly Candidate[], partial: string): Completion => ({
  kind: 'given',
  candidates: candidates.filter(({ value }) => value.startsWith(partial)),
  prefix: '',
  partial,
});

const asCandidates = (choices: readonly string[]): Candidate[] => choices.map((value) => ({ value, description: '' }));

const commandsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((sub) => ({ value: sub.name(), description: sub.summary() || sub.description() }));

function flagsOf(command: Command): Candidate[] {
  return flagsFor(command).flatMap(({ long, description }) =>
    long === undefined || long === null ? [] : [{ value: long, description }],
  );
}

/** Flags of a command, then the global ones. */
function flagsFor(command: Command): Option[] {
  const help = command.createHelp();
  help.showGlobalOptions = true;
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

const findFlag = (command: Command, name: string): Option | undefined =>
  flagsFor(command).find(({ long, short }) => long === name || short === name);

const findCommand = (command: Command, name: string): Command | undefined =>
  command.commands.find((sub) => sub.name() === name || sub.aliases().includes(name)) ??
  (name === 'help'
    ? command
        .createHelp()
        .visibleCommands(command)
        .find((sub) => sub.name() === 'help')
    : undefined);
