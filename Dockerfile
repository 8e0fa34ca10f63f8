# Parlor as a server, for `docker build --tag parlor .`; compose.yaml puts Caddy in front of it.

# The version is that of rust-toolchain.toml: `cargo xtask tidy` compares the two.
FROM rust:1.95.0-bookworm AS build
WORKDIR /src
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock ./
COPY activities activities
COPY crates crates
COPY examples examples
COPY xtask xtask
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile dist --locked --features full -p parlor-app \
    && cp target/dist/parlor /usr/local/bin/parlor

FROM debian:bookworm-slim
# The user has one number for ever: whatever is in a volume belongs to it.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 7777 parlor \
    && useradd --uid 7777 --gid 7777 --no-create-home --home-dir /var/lib/parlor --shell /usr/sbin/nologin parlor \
    && install --directory --owner parlor --group parlor --mode 0700 /var/lib/parlor
COPY LICENSE-MIT LICENSE-APACHE crates/discord/font/LICENCE /usr/share/doc/parlor/
COPY --from=build /usr/local/bin/parlor /usr/local/bin/parlor

ENV PARLOR_HOME=/var/lib/parlor
VOLUME /var/lib/parlor
USER 7777:7777
EXPOSE 7777
# The image has no curl, but its bash can ask.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/7777 && printf 'GET /api/health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep --quiet '^HTTP/1.. 200' <&3"]
ENTRYPOINT ["parlor"]
CMD ["serve", "--bind", "0.0.0.0:7777"]
