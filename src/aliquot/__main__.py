"""`python -m aliquot` is the command `aliquot`."""

from aliquot.cli import main

if __name__ == "__main__":
    main()
