# Completion of canasta-score for powershell, as `canasta-score --show-completion powershell` prints it.

Register-ArgumentCompleter -Native -CommandName canasta-score -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
        else { $_.Extent.Text }
    })
    $program = $words[0]
    $behind = @($words | Select-Object -Skip 1)
    try {
        $env:_CANASTA_SCORE_COMPLETE = 'complete_words'
        $env:_CANASTA_SCORE_BEGUN = $wordToComplete -replace '^["'']', ''
        & $program @behind 2>$null | ForEach-Object {
            $word, $label = $_ -split "`t", 2
            if ($word) {
                if (-not $label) { $label = $word }
                $text = $word # quoted so that nothing in it is run
                if ($word -notmatch '^[\w./\\=+:-]+$') {
                    $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
                }
                [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $label)
            }
        }
    }
    finally {
        Remove-Item -ErrorAction Ignore Env:_CANASTA_SCORE_COMPLETE, Env:_CANASTA_SCORE_BEGUN
    }
}
