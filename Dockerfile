# The site and its API as one image. `docker build --build-arg PUBLIC_ORIGIN=https://example.com .`
# `npm run rehearse:image` runs these steps on a machine without a container engine.

FROM node:24.11.1-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Both are compiled into the site: its public address, and the origin of the API when that is another host.
ARG PUBLIC_ORIGIN
ARG VITE_API_HOST
RUN npm run build
# The built server needs neither the packages of the site, which are compiled into it, nor those of the build.
RUN npm prune --omit=dev --ignore-scripts

FROM node:24.11.1-trixie-slim
# dist-server/backup.js and dist-server/restore.js need the PostgreSQL client of the server's major version, which is that of compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist-server/main.js"]
