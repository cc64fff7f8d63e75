"""The pages a person sees in a browser: one module for each, with its template and its own ES modules."""
