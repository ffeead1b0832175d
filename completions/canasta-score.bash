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

    local quote=${COMP_WORDS[COMP_CWORD]:0:1} # that of a word that is begun in quotes
    [[ $quote == [\"\'] ]] || quote=

    COMPREPLY=()
    local line label
    while IFS= read -r line; do
        word=${line%%$'\t'*} label=${line#*$'\t'} label=${label%$'\r'}
        if [[ -z $word ]]; then
            _canasta_score_files "$begun" "$kept" "$label"
        elif [[ $word == *= ]]; then
            _canasta_score_offer "$word" "$kept" ""
        else
            _canasta_score_offer "$word" "$kept" " "
        fi
    done < <(_CANASTA_SCORE_COMPLETE=complete_words _CANASTA_SCORE_BEGUN="$begun" "$program" "${words[@]:1:last-1}" 2>/dev/null)
    # Behind a single quote nothing is special, and bash closes the quote itself; bash 3.2 knows no compopt.
    [[ $quote != \' ]] || compopt -o filenames +o nospace 2>/dev/null || true
}

# Offer a word, quoted so that nothing in it is run: bash would leave backquotes as they are.
_canasta_score_offer() {
    local word=$1 kept=$2 end=$3
    [[ $word != "$kept" ]] || return 0
    word=${word#"$kept"}
    case $quote in
        \') end= ;;
        \") end= word=${word//\\/\\\\} word=${word//\$/\\\$} word=${word//\"/\\\"} word=${word//\`/\\\`} ;;
        *) [[ $word != *[^[:alnum:]_./=:,@%+-]* ]] || printf -v word %q "$word" ;;
    esac
    COMPREPLY+=("$word$end")
}

_canasta_score_files() {
    local begun=$1 kept=$2 pattern=$3 file
    [[ $begun != --*=* ]] || { kept=${kept#"${begun%%=*}="} begun=${begun#*=}; }
    begun=${begun/#\~\//$HOME/}
    while IFS= read -r file; do
        [[ $file != -* || $1 == --*=* ]] || file=./$file # or it would be an option
        if [[ ${file##*/} == .* && ${begun##*/} != .* ]]; then
            continue # hidden ones, such as the lock beside every ledger, are offered where a dot is typed
        elif [[ -d $file ]]; then
            [[ $quote == \' ]] || file+=/
            _canasta_score_offer "$file" "$kept" ""
        elif [[ $file == $pattern ]]; then
            _canasta_score_offer "$file" "$kept" " "
        fi
    done < <(compgen -f -- "$begun")
}

complete -o nospace -F _canasta_score canasta-score
