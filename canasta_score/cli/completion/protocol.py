"""What the program and its completion scripts agree on. Installed scripts rest on these names: they never change."""

COMPLETE_VARIABLE = "_CANASTA_SCORE_COMPLETE"  # set by a script when TAB was pressed
CURRENT_WORD_VARIABLE = "_CANASTA_SCORE_BEGUN"  # the word before the cursor
INSTALL_OPTION = "--install-completion"
SHOW_SCRIPT_OPTION = "--show-completion"  # named in every script, which shows that it is ours
SCRIPT_FILES = {
    "bash": "canasta-score.bash",
    "zsh": "_canasta-score",
    "fish": "canasta-score.fish",
    "powershell": "canasta-score.ps1",
}
