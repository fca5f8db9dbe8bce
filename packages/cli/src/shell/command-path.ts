import type { Command } from 'commander';

/** `shares rm`: without the name of the program. */
export function commandPath(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at?.parent != null; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}

/** The program and all its commands, at any depth. */
export const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];
