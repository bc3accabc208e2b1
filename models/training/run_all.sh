#!/bin/sh
# All stages in order. TRAIN_DATA names the folder with training/, eval/ and corpus-sources/; TRAIN_WORK the work folder; ORT_FROM a
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
$PYTHON train_reranker.py config/reranker_imitate.json
$PYTHON train_reranker.py config/reranker_rank.json
$PYTHON train_reranker.py config/reranker_own.json
$PYTHON train_reranker.py config/reranker_topic.json
$PYTHON train_reranker.py config/reranker_public.json
$PYTHON train_reranker.py config/reranker_graded.json
$PYTHON fit_scale.py config/export_reranker.json
for kind in reranker embedder; do
  $PYTHON export.py config/export_$kind.json
  $PYTHON golden.py config/export_$kind.json
done
