"""The server's own routes in a visitor's browser: what `aliquot export-site` puts beside Pyodide."""
