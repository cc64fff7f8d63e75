"""The pages: what a person sees who comes with a browser. Each has a module here, a template and its own ES modules."""

from fastapi import APIRouter

from aliquot.web.pages import daily, home, learn, static

router = APIRouter(include_in_schema=False)
"""Every page."""
for page in (static, home, daily, learn):
    router.include_router(page.router)
