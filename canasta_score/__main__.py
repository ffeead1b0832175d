"""`python -m canasta_score` is `canasta-score`."""

from canasta_score.cli.app import main

if __name__ == "__main__":
    main()
