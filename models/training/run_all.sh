#!/bin/sh
# All stages of reranker and embedder in order; the reader has programs of its own (trunk/). TRAIN_DATA names the folder with training/, eval/ and corpus-sources/; TRAIN_WORK the work folder; ORT_FROM a
# package.json beside which onnxruntime-node is installed. Every stage goes on from its last checkpoint when started again.
set -e
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}
$PYTHON vocab.py config/base.json
$PYTHON encode_corpus.py config/base.json
$PYTHON static_vectors.py config/base.json
$PYTHON groups.py config/groups.json
$PYTHON pretrain.py config/pretrain.json
$PYTHON train_embedder.py config/embedder.json
$PYTHON train_embedder.py config/embedder_graded.json
$PYTHON train_embedder.py config/embedder_wide.json
$PYTHON train_embedder.py config/embedder_fine.json
# These take one process each, so the two models go on side by side.
(
  $PYTHON train_words.py config/words.json
  $PYTHON train_embedder.py config/embedder_joined.json
) &
embedder=$!
$PYTHON train_reranker.py config/reranker_first.json
$PYTHON train_reranker.py config/reranker_wide.json
$PYTHON train_reranker.py config/reranker_fine.json
wait $embedder
# From here on the reranker learns from passages with a known question before four of five of them, the nearest by the embedder as it is (asked.py).
$PYTHON train_reranker.py config/reranker_asked.json
$PYTHON train_reranker.py config/reranker_last.json
both() {
  $PYTHON train_embedder.py config/embedder_$1.json &
  embedder=$!
  $PYTHON train_reranker.py config/reranker_$2.json
  wait $embedder
}
both more told
# Once more, with all but a twelfth of the questions; then with more public pairs; then with the questions of the last days, the last time with near misses told apart.
both whole shares
both public public
both again again
both everyday everyday
both apart apart
# The middle of the last two is shipped.
for model in embedder reranker; do
  $PYTHON mean.py $model.pt ${model}_everyday.pt ${model}_apart.pt
done
ship() {
  $PYTHON export.py config/export_$1.json
  $PYTHON golden.py config/export_$1.json
}
ship embedder
ship reranker
# The scale of the relevance is set on questions asked as the service asks them, with the models just exported and the reader as it is (trunk/).
bun ../../scripts/build-index.ts
questions=$(mktemp)
features=$(mktemp)
$PYTHON fit_scale.py config/export_reranker.json "$questions" 300
bun ../../scripts/match-features.ts "$questions" "$features"
$PYTHON fit_scale.py config/export_reranker.json "$questions" "$features"
rm "$questions" "$features"
ship reranker
