"""The completion scripts of the shells. All ask the program itself what can come next, and lay out what it says.

A script calls the program as it was typed, with the whole words of the line behind it, the word that is begun in one
variable of the environment, and another that says that TAB was pressed. Each line of the answer is a word, a tab and
what the word means; a line without a word asks for files that a pattern fits. A word that ends in = gets no space.

`completions/` holds these scripts as files; a test holds that they are the same.
"""

from canasta_score.cli.app import COMPLETE_VARIABLE, CURRENT_WORD_VARIABLE
from canasta_score.cli.terminal import PROGRAM

_SCRIPT_HEADER = f"# Completion of {PROGRAM} for SHELL, as `{PROGRAM} --show-completion SHELL` prints it."
_REQUEST_ASSIGNMENTS = f"{COMPLETE_VARIABLE}=complete_words {CURRENT_WORD_VARIABLE}="

_BASH_TEMPLATE = r"""@HEAD@
# Works with and without bash-completion, from bash 3.2 on.

_canasta_score() {
    # bash cuts words at = and : too; here they are whole again, up to the cursor, and without quotes.
    local rest=${COMP_LINE:0:COMP_POINT} words=() word i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $rest == [[:space:]]* || i -eq 0 ]]; then
            rest=${rest#"${rest%%[![:space:]]*}"}
            words+=("")
        fi
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        words[${#words[@]} - 1]+=${word//[\\\"\']/}
    done
    local last=$((${#words[@]} - 1))
    local begun=${words[last]} typed=${2//[\\\"\']/} program=${words[0]/#\~\//$HOME/}
    local kept=${begun%"$typed"} # what bash has cut off before the word it completes, and keeps as it is

    COMPREPLY=()
    local line label space=" "
    while IFS= read -r line; do
        word=${line%%$'\t'*} label=${line#*$'\t'}
        if [[ -z $word ]]; then
            space="" COMPREPLY=("${COMPREPLY[@]% }") # bash itself adds a space behind the names of files
            _canasta_score_files "$begun" "$kept" "$label"
        elif [[ $word != "$kept" ]]; then
            word=${word#"$kept"}
            [[ $word != *[[:space:]]* ]] || printf -v word %q "$word"
            [[ $word == *= ]] || word+=$space
            COMPREPLY+=("$word")
        fi
    done < <(@ASKING@"$begun" "$program" "${words[@]:1:last-1}" 2>/dev/null)
}

_canasta_score_files() {
    local begun=$1 kept=$2 pattern=$3 file
    [[ $begun != --*=* ]] || { kept=${kept#"${begun%%=*}="} begun=${begun#*=}; }
    begun=${begun/#\~\//$HOME/}
    while IFS= read -r file; do
        if [[ ${file##*/} == .* && ${begun##*/} != .* ]]; then
            continue # hidden ones, such as the lock beside every ledger, are offered where a dot is typed
        elif [[ -d $file || $file == $pattern ]]; then
            COMPREPLY+=("${file#"$kept"}")
        fi
    done < <(compgen -f -- "$begun")
    # Names of files get their slashes and quotes from bash itself; bash 3.2 knows no compopt, but a trick.
    compopt -o filenames +o nospace 2>/dev/null || compgen -f /non-existing-folder/ >/dev/null || true
}

complete -o nospace -F _canasta_score @PROGRAM@
"""

_ZSH_TEMPLATE = r"""#compdef @PROGRAM@
@HEAD@
# Works from a folder of fpath, under the name _@PROGRAM@, and when it is sourced behind compinit.

_canasta-score() {
    local answer line word label files
    local -a whole open
    answer=$(@ASKING@${(Q)PREFIX} ${~${(Q)words[1]}} "${(@Q)words[2,CURRENT-1]}" 2>/dev/null)
    for line in ${(f)answer}; do
        word=${line%%$'\t'*} label=${line#*$'\t'}
        case $word in
            '') files=$label ;;
            *=) open+=("${word//:/\\:}:$label") ;;
            *) whole+=("${word//:/\\:}:$label") ;;
        esac
    done

    local either='m:{[:lower:][:upper:]_-}={[:upper:][:lower:]-_}' ret=1
    (( $#open + $#whole )) && _describe -V 'word' open -S '' -M $either -- whole -M $either && ret=0
    if [[ -n $files ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        _path_files -g $files && ret=0
        [[ $files == '*' ]] || _path_files -/ && ret=0
    fi
    return ret
}

if [[ $funcstack[1] == _canasta-score ]]; then
    _canasta-score "$@"
else
    compdef _canasta-score @PROGRAM@
fi
"""

_FISH_TEMPLATE = r"""@HEAD@

function __canasta_score_offers
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l begun (commandline --current-token --cut-at-cursor)
    set -l program (string replace --regex -- '^~/' "$HOME/" $words[1])
    set -l plain (string unescape -- $begun; or string trim --left --chars '"\'' -- $begun)
    for line in (env @TAB@=complete_words @BEGUN@="$plain" $program $words[2..-1] 2>/dev/null)
        set -l parts (string split --max 1 \t -- $line)
        if test -n "$parts[1]"
            echo -- $line
        else
            __canasta_score_files $begun $parts[2]
        end
    end
end

function __canasta_score_files --argument-names begun pattern
    set -l option (string match --regex -- '^--[^=]*=' $begun)
    set -l path (string replace --regex -- '^--[^=]*=' '' $begun)
    if string match --quiet --regex -- '^[\'"]' $path
        set path (string sub --start 2 -- $path)
    else
        set path (string unescape -- $path)
    end
    for file in (__fish_complete_path $path '')
        set file (string split --max 1 \t -- $file)[1]
        if string match --quiet -- '*/' $file; or string match --quiet -- $pattern $file
            echo -- "$option$file"
        end
    end
end

complete --command @PROGRAM@ --no-files --keep-order --arguments '(__canasta_score_offers)'
"""

_POWERSHELL_TEMPLATE = r"""@HEAD@

Register-ArgumentCompleter -Native -CommandName @PROGRAM@ -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
        else { $_.Extent.Text }
    })
    $program = $words[0]
    $behind = @($words | Select-Object -Skip 1)
    try {
        $env:@TAB@ = 'complete_words'
        $env:@BEGUN@ = $wordToComplete
        & $program @behind 2>$null | ForEach-Object {
            $word, $label = $_ -split "`t", 2
            if ($word) {
                if (-not $label) { $label = $word }
                [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $label)
            }
        }
    }
    finally {
        Remove-Item -ErrorAction Ignore Env:@TAB@, Env:@BEGUN@
    }
}
"""


def _fill_template(script: str, shell: str) -> str:
    """Give a script with the names of the program in it."""
    for mark, text in {
        "@HEAD@": _SCRIPT_HEADER.replace("SHELL", shell),
        "@ASKING@": _REQUEST_ASSIGNMENTS,
        "@PROGRAM@": PROGRAM,
        "@TAB@": COMPLETE_VARIABLE,
        "@BEGUN@": CURRENT_WORD_VARIABLE,
    }.items():
        script = script.replace(mark, text)
    return script


COMPLETION_SCRIPTS = {
    shell: _fill_template(script, shell)
    for shell, script in {
        "bash": _BASH_TEMPLATE,
        "zsh": _ZSH_TEMPLATE,
        "fish": _FISH_TEMPLATE,
        "powershell": _POWERSHELL_TEMPLATE,
    }.items()
}
