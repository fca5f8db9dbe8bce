import { completionScripts, type Shell } from '../completion/scripts.ts';
import type { Command } from './context.ts';

export const printCompletion: Command<[shell: Shell]> = async ({ output }, shell) => {
  const script = completionScripts[shell];
  await output.result({ shell, script }, script.trimEnd());
};
