import { Argument, Option, type Command } from 'commander';
import { shells } from '../completion/scripts.ts';
import type { Lazily } from './lazily.ts';

/** What helps with everything else. */
export function addToolCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Tools:');
  program
    .command('open')
    .summary('open the server, or what is shared, in the browser')
    .description(
      'Open the page of a share in the browser: what is shared by its path or id, or a share link of this server. Without an argument it opens the server.',
    )
    .argument('[share]', 'what is shared (path or id), its link, or its token')
    .option('-n, --no-browser', 'only print the address')
    .addHelpText(
      'after',
      `
If there is no browser to open, or the link belongs to another server, the address is only printed.

Examples:
  $ drive-cli open
  $ drive-cli open /Photos/2026
  $ drive-cli open /report.pdf --no-browser`,
    )
    .action(lazily(async () => (await import('../commands/open.ts')).open));
  program
    .command('api')
    .summary('call the API as it is')
    .description('Call the API as it is, signed in as you are, and print the answer.')
    .argument('<path>', 'path below the address of the server, as /api/me; /api may be left out: me')
    .addOption(new Option('-X, --method <method>', 'default: GET, or POST with fields or a body'))
    .option('-f, --raw-field <name=value...>', 'add a text to the body; of a GET, to the query', collect)
    .option(
      '-F, --field <name=value...>',
      'as -f, but true, false, null and numbers are what they look like, and @FILE is the text of a file (@- of standard input)',
      collect,
    )
    .option('-H, --header <name:value...>', 'add a header', collect)
    .option('--input <file>', 'send a file as the body, - for standard input')
    .option('-i, --include', 'print the status and the headers of the answer first')
    .option('--paginate', 'ask for all pages of a list, and print them as one')
    .addHelpText(
      'after',
      `
Lists are made by brackets (-F 'ids[]=a' -F 'ids[]=b'), and what lies deeper too (-f 'a[b]=c'). The answer comes as the
server writes it, on a terminal with line breaks. A refusal is printed as well, and tells by its exit code what it was. What
is secret should come from a file or from standard input: others can see the arguments of a command.

Examples:
  $ drive-cli api me
  $ drive-cli api files -X GET -f q=report --paginate | jq -r '.files[].name'
  $ drive-cli api files/folders -f name=Reports
  $ drive-cli api files/visibility -X PATCH --input change.json
  $ drive-cli api healthz -i`,
    )
    .action(lazily(async () => (await import('../commands/api.ts')).api));
  program
    .command('doctor')
    .summary('find out what is wrong')
    .description(
      'Show what is configured and where it comes from, and whether the server answers and takes the key. Changes nothing.',
    )
    .addHelpText('after', '\nExamples:\n  $ drive-cli doctor\n  $ drive-cli doctor --profile work --json')
    .action(lazily(async () => (await import('../commands/doctor.ts')).doctor));
  program
    .command('completion')
    .summary('print what completes commands in your shell')
    .description(
      'Print a script that makes your shell complete commands, flags, profiles, and files both here and on the server.',
    )
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
bash: add the first line below to ~/.bashrc. zsh: put the file where $fpath has it, or add
source <(drive-cli completion zsh) to ~/.zshrc. PowerShell: add the last line to your $PROFILE. Paths on the server are
asked for as you type, for at most 1.5 s, and kept for 15 s.

Examples:
  $ eval "$(drive-cli completion bash)"
  $ drive-cli completion zsh > ~/.zfunc/_drive-cli
  $ drive-cli completion fish > ~/.config/fish/completions/drive-cli.fish
  $ drive-cli completion powershell | Out-String | Invoke-Expression`,
    )
    .action(lazily(async () => (await import('../commands/completion.ts')).printCompletion));
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
