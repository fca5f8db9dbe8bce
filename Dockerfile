# syntax=docker/dockerfile:1

# Builds the single binary. Only this stage needs a network; the image gets two of its folders.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
# The caches are in the home of root, the user of this stage.
RUN --mount=type=cache,target=/root/.cache/drive-tools \
    --mount=type=cache,target=/root/pnpm/store \
    PNPM_HOME=/root/pnpm node tools/launcher/launcher.mjs binary drive-server --out /made \
    && rm /made/*.sha256
# The binary needs only the C and the C++ library, at the paths for which it was linked.
RUN mkdir -p /image/usr/local/bin /empty \
    && mv /made/drive-server-linux-* /image/usr/local/bin/drive-server \
    && ldd /image/usr/local/bin/drive-server | grep -o '/[^ ]*' | xargs -I {} cp --parents --dereference {} /image

FROM scratch
LABEL org.opencontainers.image.title="Drive" \
      org.opencontainers.image.description="A file drive to host yourself" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image/ /
COPY --from=build --chown=10001:10001 --chmod=0700 /empty/ /data/
USER 10001:10001
ENV DRIVE_DATA_DIR=/data \
    DRIVE_HOST=0.0.0.0 \
    DRIVE_PORT=8080
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=5s --start-period=5m --start-interval=2s CMD ["/usr/local/bin/drive-server", "health"]
ENTRYPOINT ["/usr/local/bin/drive-server"]
CMD ["serve"]
