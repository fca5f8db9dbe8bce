/** The shells that completion is there for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The completion script of each shell, loaded by each session. All of them call `drive-cli __complete`. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# drive-cli completion for bash
_drive_cli() {
    local how value goes_on=
    COMPREPLY=()
    {
        read -r how || return 0
        while IFS=$'\\t' read -r value _; do
            COMPREPLY+=("$value")
            [[ $value == */ ]] && goes_on=1
        done
    } < <("\${COMP_WORDS[0]}" __complete bash "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
    case $how in
        files) compopt -o default ;;
        folders) compopt -o dirnames ;;
        paths)
            compopt -o filenames -o noquote
            [[ -n $goes_on ]] && compopt -o nospace
            ;;
    esac
    return 0
}
complete -F _drive_cli drive-cli
`,
  zsh: `#compdef drive-cli
# drive-cli completion for zsh
_drive_cli() {
    local how line value
    local -a values shown
    local -a answer
    answer=("\${(@f)$("\${words[1]}" __complete zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
    how=\${answer[1]}
    case $how in
        files) _files; return ;;
        folders) _files -/; return ;;
    esac
    for line in "\${(@)answer[2,-1]}"; do
        [[ -n $line ]] || continue
        value=\${line%%$'\\t'*}
        values+=("$value")
        shown+=("\${value}\${\${line#*$'\\t'}:+  -- \${line#*$'\\t'}}")
    done
    (( \${#values} )) || return 1
    if [[ $how == paths ]]; then
        # A value that ends with a slash goes on.
        local -a folders files
        folders=(\${(M)values:#*/})
        files=(\${values:#*/})
        (( \${#folders} )) && compadd -S '' -q -f -a folders
        (( \${#files} )) && compadd -a files
        return 0
    else
        compadd -l -d shown -a values
    fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
    _drive_cli "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _drive_cli drive-cli
fi
`,
  fish: `# drive-cli completion for fish
function __drive_cli_complete
    set -l current (commandline -ct)
    # Escapes and quotes are the shell's. One that is still open is none that it can read: it is taken away.
    set -l plain (string unescape -- $current)
    or set plain (string replace -r '^["\\']' '' -- $current)
    set -l words (commandline -opc) "$plain"
    set -l answer ($words[1] __complete fish -- $words[2..-1] 2>/dev/null </dev/null)
    switch "$answer[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
        case '*'
            test (count $answer) -gt 1; and printf '%s\\n' $answer[2..-1]
    end
end
complete -c drive-cli -f -a '(__drive_cli_complete)'
`,
  powershell: `# drive-cli completion for PowerShell
Register-ArgumentCompleter -Native -CommandName drive-cli -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    $before = @($words | Select-Object -Skip 1)
    if ($wordToComplete -ne '' -and $before.Count -gt 0) { $before = @($before | Select-Object -SkipLast 1) }
    $current = $wordToComplete.Trim("'", '"')
    # Windows PowerShell drops empty arguments; what stands for one is cut off again.
    $answer = @(& $words[0] __complete powershell -- @before $(if ($current -eq '') { '""' } else { $current }) 2>$null)
    if ($answer.Count -eq 0) { return }
    $how = $answer[0]
    if ($how -eq 'files' -or $how -eq 'folders') {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        return
    }
    foreach ($line in ($answer | Select-Object -Skip 1)) {
        $value, $description = $line -split "\`t", 2
        if (-not $description) { $description = $value }
        $text = if ($value -match "[\\s'\`"$;(){}&|,]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
        $type = if ($how -eq 'paths') { 'ProviderItem' } else { 'ParameterValue' }
        [System.Management.Automation.CompletionResult]::new($text, $value, $type, $description)
    }
}
`,
};
