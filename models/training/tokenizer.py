"""BERT-style uncased tokenizer: normalise, split, greedy WordPiece. Mirrors what tokenizer.json describes."""
import functools
import json
import re
import sys
import unicodedata

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PAD, UNK, CLS, SEP, MASK = range(5)
MAX_WORD_CHARS = 100

# As the runtime's library does it, ideographs outside the basic plane are not set apart.
_CJK = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF)]
# The white space of ECMAScript's \s; U+FEFF is a format character and is dropped before this is asked.
_SPACE = set("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}


def _is_cjk(cp):
    return cp >= 0x3400 and any(a <= cp <= b for a, b in _CJK)


def _clean_char(ch):
    """What one character becomes in the cleaning step."""
    cp = ord(ch)
    if ch in "\t\n\r":
        return " "
    if cp == 0 or cp == 0xFFFD or unicodedata.category(ch) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    if ch in _SPACE:
        return " "
    return f" {ch} " if _is_cjk(cp) else ch


class _CleanTable(dict):
    def __missing__(self, cp):
        value = self[cp] = _clean_char(chr(cp))
        return value


_CLEAN = _CleanTable()


def normalise(text):
    text = text.translate(_CLEAN).lower()
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")


@functools.lru_cache(maxsize=None)
def is_punctuation(ch):
    cp = ord(ch)
    return 33 <= cp <= 47 or 58 <= cp <= 64 or 91 <= cp <= 96 or 123 <= cp <= 126 or unicodedata.category(ch).startswith("P")


def _splitter():
    marks = "".join(re.escape(chr(c)) for c in range(sys.maxunicode + 1) if is_punctuation(chr(c)))
    spaces = "".join(re.escape(c) for c in sorted(_SPACE))
    return re.compile(f"[^{spaces}{marks}]+|[{marks}]")


_SPLIT = _splitter()


def split_words(text):
    return _SPLIT.findall(normalise(text))


class Tokenizer:
    def __init__(self, vocab):
        self.vocab = vocab
        self.index = {piece: i for i, piece in enumerate(vocab)}
        self.starts = [not p.startswith("##") for p in vocab]
        self._cache = {}

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf-8") as f:
            return cls([line.rstrip("\n") for line in f])

    def word_ids(self, word):
        ids = self._cache.get(word)
        if ids is None:
            ids = self._cache[word] = self._wordpiece(word)
        return ids

    def _wordpiece(self, word):
        if len(word) > MAX_WORD_CHARS:
            return [UNK]
        ids, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                found = self.index.get(piece)
                if found is not None:
                    break
                end -= 1
            else:
                return [UNK]
            ids.append(found)
            start = end
        return ids

    def encode(self, text):
        """Ids without special tokens."""
        return [i for w in split_words(text) for i in self.word_ids(w)]


def tokenizer_json(vocab):
    """`added_tokens` stays empty on purpose: a literal "[SEP]" in a text is ordinary characters, never a control token."""
    def token(name, kind):
        return {"SpecialToken": {"id": name, "type_id": kind}}

    def sequence(name, kind):
        return {"Sequence": {"id": name, "type_id": kind}}

    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token("[CLS]", 0), sequence("A", 0), token("[SEP]", 0)],
            "pair": [token("[CLS]", 0), sequence("A", 0), token("[SEP]", 0), sequence("B", 1), token("[SEP]", 1)],
            "special_tokens": {s: {"id": s, "ids": [i], "tokens": [s]} for s, i in (("[CLS]", CLS), ("[SEP]", SEP))},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": MAX_WORD_CHARS,
                  "vocab": {p: i for i, p in enumerate(vocab)}},
    }


def tokenizer_config(max_tokens):
    return {"tokenizer_class": "BertTokenizer", "model_max_length": max_tokens, "do_lower_case": True, "strip_accents": None,
            "tokenize_chinese_chars": True, "clean_up_tokenization_spaces": True, "pad_token": "[PAD]", "unk_token": "[UNK]",
            "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}


def write_tokenizer(folder, vocab, max_tokens):
    for name, value in (("tokenizer.json", tokenizer_json(vocab)), ("tokenizer_config.json", tokenizer_config(max_tokens))):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
            json.dump(value, f, ensure_ascii=False, indent=None if name == "tokenizer.json" else 2)
            f.write("\n")
