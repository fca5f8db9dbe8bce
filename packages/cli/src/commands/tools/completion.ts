import { type Command, Argument } from 'commander';
import { completionScripts, type Shell, shells } from '../../completion/scripts.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Print a script with which your shell completes commands, flags, profiles, local files and remote paths.',
    )
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
bash: add the first line below to ~/.bashrc. zsh: write the file into a directory of $fpath, or add
source <(drive-cli completion zsh) to ~/.zshrc. PowerShell: add the last line to your $PROFILE. Remote paths are looked up as
you type, for at most 1.5 s, and cached for 15 s.

Examples:
  $ eval "$(drive-cli completion bash)"
  $ drive-cli completion zsh > ~/.zfunc/_drive-cli
  $ drive-cli completion fish > ~/.config/fish/completions/drive-cli.fish
  $ drive-cli completion powershell | Out-String | Invoke-Expression`,
    )
    .action(run(printCompletion));
}

const printCompletion: Action<[shell: Shell]> = async ({ output }, shell) => {
  const script = completionScripts[shell];
  await output.result({ shell, script }, script.trimEnd());
};
