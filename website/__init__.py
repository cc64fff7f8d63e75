"""The docs as a site: `python -m website` collects the pages, has Zensical build them, and checks what came out."""
