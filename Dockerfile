# syntax=docker/dockerfile:1
# Build in a fixed path, so that equal sources give an equal executable.
FROM oven/bun:1.4.5-debian AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

# cc, not base: the ONNX runtime needs libstdc++ and libgcc_s. No shell, no package manager, no network client.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /app/dist/phasewise /usr/local/bin/phasewise
ENV PHASEWISE_DATA_DIR=/data PHASEWISE_HOST=0.0.0.0
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/phasewise"]
CMD ["serve"]
