# Completion of canasta-score for bash, as `canasta-score --show-completion bash` prints it.
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
    done < <(_CANASTA_SCORE_COMPLETE=complete_words _CANASTA_SCORE_BEGUN="$begun" "$program" "${words[@]:1:last-1}" 2>/dev/null)
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

complete -o nospace -F _canasta_score canasta-score
