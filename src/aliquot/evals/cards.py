"""The dataset card and the Croissant metadata of a suite."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aliquot
from aliquot.evals.item import Item
from aliquot.evals.prompts import PROMPT_VERSION
from aliquot.evals.suites import Suite

_FIELDS = {
    "id": ("sc:Text", "Suite, seed, recipe and number of the item."),
    "kind": ("sc:Text", "The kind of question."),
    "game": ("sc:Text", "The game's id; aliquot.game reads it."),
    "position": ("sc:Text", "The position."),
    "prompt": ("sc:Text", "The whole question."),
    "form": ("sc:Text", "The form of an answer."),
    "gold": ("sc:Text", "A right answer."),
    "chance": ("sc:Float", "The probability that a blind guess is right."),
    "style": ("sc:Text", "The wording of the prompt."),
    "lists_moves": ("sc:Boolean", "Whether the prompt lists the legal moves."),
}
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES = {".jsonl": "application/jsonlines", ".parquet": "application/x-parquet"}


def dataset_card(suite: Suite, about: dict[str, Any], items: list[Item]) -> str:
    """Return the card of a set in Markdown, with the front matter that dataset hubs read."""
    groups = Counter(item.id.split("/")[2] for item in items)
    chance = dict.fromkeys(groups, 0.0)
    for item in items:
        chance[item.id.split("/")[2]] += item.chance
    rows = "\n".join(f"| `{name}` | {count} | {chance[name] / count:.3f} |" for name, count in groups.items())
    return f"""---
license: mit
language: [en]
task_categories: [question-answering, text-generation]
tags: [reasoning, games, number-theory, verifiable]
pretty_name: Aliquot suite {suite.name}
size_categories: [n<1K]
---

# Aliquot suite {suite.name}, seed {about["seed"]}

{len(items):,} questions about divisor games, from easy to hard. Every answer is exact, and where there is a proof the
item carries it as a certificate that `aliquot verify` checks. Replies are judged by `aliquot.evals.judge`: exactly one
answer, in the stated form.

| | |
|---|---|
| made by | `aliquot suite {suite.name} --seed {about["seed"]}`, version {aliquot.__version__} |
| items, as JSON Lines | sha256 `{about["sha256"]}` |
| version of items, of prompts | {about["version"]}, {PROMPT_VERSION} |
| published seed | {suite.seed}; any other seed gives another set of the same difficulty |

| recipe | items | chance of a blind guess |
|---|---|---|
{rows}

## Limits

The games have theories: a player who knows them answers many items at once. The suite measures reasoning about these
games, not intelligence. The published set may be in training data; use a seed of your own to measure a model.
Small ranges have few positions, so some easy items, chains above all, are in every set.
"""


def croissant(suite: Suite, about: dict[str, Any], paths: Sequence[Path]) -> str:
    """Return the Croissant metadata of a set in one or more files, as JSON-LD; records are read from the first."""
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"items/{name}",
            "name": name,
            "description": text,
            "dataType": kind,
            "source": {
                "fileObject": {"@id": paths[0].name},
                "extract": {"column": name},
            },
        }
        for name, (kind, text) in _FIELDS.items()
    ]
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"aliquot-{suite.name}",
        "description": f"Questions about divisor games with exact, certified answers; seed {about['seed']}.",
        "citeAs": f"The Aliquot authors: Aliquot, suite {suite.name}, {suite.date[:4]}.",
        "datePublished": suite.date,
        "version": f"{about['version']}.0.0",
        "license": "https://spdx.org/licenses/MIT.html",
        "url": f"urn:aliquot:suite:{suite.name}:{about['seed']}",
        "creator": {"@type": "sc:Organization", "name": "The Aliquot authors"},
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path.name,
                "name": path.name,
                "contentUrl": path.name,
                "encodingFormat": _TYPES[path.suffix],
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            }
            for path in paths
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "items",
                "name": "items",
                "key": {"@id": "items/id"},
                "field": fields,
            }
        ],
    }
    return json.dumps(document, indent=2) + "\n"
