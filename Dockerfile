# The service as production runs it: `docker build -t orin .`. The same image serves requests, does the work of a worker
# and makes backups; ORIN_ROLE says which. `deno task image` runs these commands without Docker and measures the result.

FROM denoland/deno:bin-2.9.6 AS deno

FROM debian:bookworm-slim AS build
COPY --from=deno /deno /usr/bin/deno
RUN apt-get update && apt-get upgrade --yes && apt-get install --yes --no-install-recommends ca-certificates
WORKDIR /orin
ENV DENO_DIR=/tmp/deno
# The packages first: they change less often than the code.
COPY package.json deno.json deno.lock ./
COPY pwa/deno.json pwa/
COPY backend/tools/install.ts backend/tools/install_measure.ts backend/tools/
COPY backend/tools/third_party/lock.ts backend/tools/third_party/
COPY backend/start/set_up/progress_line.ts backend/start/set_up/
COPY tools/network_sentence.mjs tools/
RUN deno run -A --no-config backend/tools/install.ts
COPY . .
RUN deno run -A --node-modules-dir=manual backend/tools/build.ts
# Then only what the service itself loads.
RUN deno run -A --no-config backend/tools/install.ts --service
# Some packages bring files that only their owner reads.
RUN rm -rf pwa/src pwa/e2e pwa/testing node_modules/.orin-start.lock && chmod -R a+rX .

FROM debian:bookworm-slim AS run
RUN apt-get update && apt-get upgrade --yes && \
  apt-get install --yes --no-install-recommends ca-certificates && \
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
COPY --from=deno /deno /usr/bin/deno
COPY --from=build /orin /orin
# What operators call, `orin verify` for example: docs/operating/install.md.
RUN ln -s /orin/backend/tools/orin/orin /usr/local/bin/orin
RUN useradd --system --uid 10001 --home-dir /var/lib/orin --create-home orin && \
  install --directory --owner=orin --group=orin /var/lib/orin/data /var/lib/orin/data/media
WORKDIR /orin
# Everything that is ever written is here: the root file system can be read-only.
VOLUME /var/lib/orin
ENV ORIN_DATA_DIR=/var/lib/orin/data DENO_DIR=/var/lib/orin/deno HOME=/var/lib/orin
USER orin
EXPOSE 8000
# `readyz` is 503 while the process drains, so a proxy sends it nothing new.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["deno", "eval", "--no-config", "Deno.exit((await fetch('http://127.0.0.1:8000/readyz')).ok ? 0 : 1)"]
CMD ["deno", "run", "--cached-only", "--node-modules-dir=manual", "--allow-env", "--allow-read", "--allow-run", "backend/start/serve.ts"]
