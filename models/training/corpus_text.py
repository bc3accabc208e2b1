"""The running text for the vocabulary and for pre-training: lines with a weight."""
import glob
import re

from common import data, open_text, read_ndjson

_NON_COMMERCIAL = re.compile(r"(?i)\bnc\b|non-?commercial")


def domain_records(config):
    """Titles and abstracts of the field itself. Articles under non-commercial terms are left out."""
    for record in read_ndjson(data(config, "corpus-sources", "records.ndjson.gz")):
        terms = f"{record.get('license') or ''} {record.get('source_license') or ''}"
        if record.get("title") and not _NON_COMMERCIAL.search(terms):
            yield record


def texts(config):
    """Yields (text, weight). Domain abstracts count more, so that their words become whole pieces."""
    for path in sorted(glob.glob(data(config, "training", "text", "*.txt.gz"))):
        with open_text(path) as f:
            for line in f:
                if line.strip():
                    yield line.strip(), 1
    for record in domain_records(config):
        yield f"{record['title']}. {record.get('abstract') or ''}", config["domain_weight"]
