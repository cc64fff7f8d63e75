"""The pages: what a person sees who comes with a browser. Each has a module here, a template and its own ES modules."""

from fastapi import APIRouter

from aliquot.web.site import daily, explore, game, home, learn, new, review, rules, static, worksheet

router = APIRouter(include_in_schema=False)
"""Every page."""
for page in (static, home, game, new, daily, learn, explore, review, rules, worksheet):
    router.include_router(page.router)
