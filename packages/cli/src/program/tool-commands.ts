import { Argument, Option, type Command } from 'commander';
import { shells } from '../completion/scripts.ts';
import type { Lazily } from './lazily.ts';

/** Other commands. */
export function addToolCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Tools:');
  program
    .command('open')
    .summary('Open the server or a share link in the browser')
    .description(
      'Open the page of a shared item (by path or id) or a share link of this server in the browser. Without an argument, open the server.',
    )
    .argument('[share]', 'shared item (path or id), share link, or token')
    .option('-n, --no-browser', 'Only print the URL')
    .addHelpText(
      'after',
      `
If there is no browser or the link belongs to another server, the URL is only printed.

Examples:
  $ drive-cli open
  $ drive-cli open /Photos/2026
  $ drive-cli open /report.pdf --no-browser`,
    )
    .action(lazily(async () => (await import('../commands/open.ts')).open));
  program
    .command('api')
    .summary('Call the API directly')
    .description('Call the API with your key and print the response.')
    .argument('<path>', 'path, for example /api/me; /api may be omitted: me')
    .addOption(new Option('-X, --method <method>', 'HTTP method (default: GET, or POST with fields or a body)'))
    .option('-f, --raw-field <name=value...>', 'String field of the body, or of the query for GET', collect)
    .option(
      '-F, --field <name=value...>',
      'Like -f, but true, false, null and numbers are typed, and @FILE is the content of a file (@- for standard input)',
      collect,
    )
    .option('-H, --header <name:value...>', 'Request header', collect)
    .option('--input <file>', 'File to send as the body, - for standard input')
    .option('-i, --include', 'Print the status and headers of the response')
    .option('--paginate', 'Fetch all pages of a list and print them as one')
    .addHelpText(
      'after',
      `
Brackets make arrays (-F 'ids[]=a' -F 'ids[]=b') and nested fields (-f 'a[b]=c'). The response is printed unchanged, on a
terminal with indentation. Error responses are printed too, and set the exit code. Pass secrets by a file or standard input:
other users can see the arguments of a command.

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
    .summary('Diagnose the configuration')
    .description(
      'Show the configuration and its sources, and check that the server answers and accepts the key. Changes nothing.',
    )
    .addHelpText('after', '\nExamples:\n  $ drive-cli doctor\n  $ drive-cli doctor --profile work --json')
    .action(lazily(async () => (await import('../commands/doctor.ts')).doctor));
  program
    .command('completion')
    .summary('Print a shell completion script')
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
    .action(lazily(async () => (await import('../commands/completion.ts')).printCompletion));
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
