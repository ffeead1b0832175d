# Completion of canasta-score for fish, as `canasta-score --show-completion fish` prints it.

function __canasta_score_offers
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l begun (commandline --current-token --cut-at-cursor)
    set -l program (string replace --regex -- '^~/' "$HOME/" $words[1])
    set -l plain (string unescape -- $begun; or string trim --left --chars '"\'' -- $begun)
    for line in (env _CANASTA_SCORE_COMPLETE=complete_words _CANASTA_SCORE_BEGUN="$plain" $program $words[2..-1] 2>/dev/null)
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
    # A name that begins with a hyphen would be an option: for fish, which looks for it, and for the program.
    set -l here ./
    if string match --quiet --regex -- '^[/~.]' $path
        set here ''
    end
    for file in (__fish_complete_path $here$path '')
        set file (string split --max 1 \t -- $file)[1]
        if test -n "$here"; and not string match --quiet -- './-*' $file
            set file (string replace -- ./ '' $file)
        end
        if string match --quiet -- '*/' $file; or string match --quiet -- $pattern $file
            echo -- "$option$file"
        end
    end
end

complete --command canasta-score --no-files --keep-order --arguments '(__canasta_score_offers)'
