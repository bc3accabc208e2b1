# syntax=docker/dockerfile:1
# Tags move. A release is built of digests that whoever releases has looked up: docs/operators.md,
# "Containers", has the one command.
ARG BUN_IMAGE=oven/bun:1.4.5-debian
# cc, not base: the ONNX runtime needs libstdc++ and libgcc_s. No shell, no package manager, no network client.
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

# Build in a fixed path, so that equal sources give an equal executable.
FROM ${BUN_IMAGE} AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build
RUN mkdir /empty

FROM ${RUNTIME_IMAGE}
COPY --from=build /app/dist/phasewise /usr/local/bin/phasewise
# A fresh volume takes owner and mode from here; without this folder it would belong to root.
COPY --from=build --chown=65532:65532 --chmod=0700 /empty /data
ENV PHASEWISE_DATA_DIR=/data PHASEWISE_HOST=0.0.0.0
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/local/bin/phasewise", "health"]
ENTRYPOINT ["/usr/local/bin/phasewise"]
CMD ["serve"]
