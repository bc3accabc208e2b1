"""Assembly of a query and a passage into one sequence with exact-match segment ids. The runtime does the same."""
import functools
import unicodedata

from tokenizer import CLS, SEP

MAX_TOKENS = 256
QUERY_MAX = 64
# Forms after the final "s" is dropped stand here too ("doe", "thi"), and "[UNK]", so that two unknown words never match.
STOPWORDS = sorted("""a an the of in on at by for to from with about into between during and or but nor so if than then as
is are was were be been being am do does doe did can could will would should may might have has have had
what which who whom whose how why when where i me my you your he she her his it its we our they their them
this thi that these those there not no s t re ve ll [UNK]""".split())
_STOP = frozenset(STOPWORDS)


def match_key(word):
    """The form under which a word is compared, or None where it never matches."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        key = word[:-1]
    else:
        key = word
    if word in _STOP or key in _STOP or not any(unicodedata.category(c)[0] in "LN" for c in word):
        return None
    return key


class PairAssembler:
    def __init__(self, tokenizer):
        self.vocab, self.starts = tokenizer.vocab, tokenizer.starts
        self._key = functools.lru_cache(maxsize=None)(self._key_of_pieces)

    def _key_of_pieces(self, pieces):
        return match_key("".join(self.vocab[p].removeprefix("##") if i else self.vocab[p] for i, p in enumerate(pieces)))

    def keys(self, ids):
        """For every token the match key of its word."""
        out, start = [], 0
        for end in range(1, len(ids) + 1):
            if end == len(ids) or self.starts[ids[end]]:
                out.extend([self._key(tuple(ids[start:end]))] * (end - start))
                start = end
        return out

    def __call__(self, query, passage, max_tokens=MAX_TOKENS, query_max=QUERY_MAX):
        """Ids and segment ids of two id lists without special tokens."""
        q = list(query[:query_max])
        d = list(passage[:max_tokens - 3 - len(q)])
        q_keys, d_keys = self.keys(q), self.keys(d)
        in_q, in_d = set(q_keys) - {None}, set(d_keys) - {None}
        types = [0] + [2 if k in in_d else 0 for k in q_keys] + [0] + [3 if k in in_q else 1 for k in d_keys] + [1]
        return [CLS] + q + [SEP] + d + [SEP], types
