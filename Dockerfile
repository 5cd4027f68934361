# A site of its own: app and API in one process, as a user without rights, data in one volume. See "Containers" in the README.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY src/tools ./src/tools
RUN node -e "import('/app/src/tools/bootstrap.mjs').then((tools) => tools.ensureInstalled())"
COPY index.html vite.config.ts tailwind.config.ts tsconfig.json ./
COPY public ./public
COPY src ./src
# --no-save: npm would write the lock file anew, and a start would install and build again.
RUN node -e "import('/app/src/tools/build.mjs').then((tools) => tools.ensureBuilt())" && npm prune --omit=dev --no-save

FROM node:22-slim
# KASUWA_RELEASED: this image has the files of its own release alone, and tabs of the one before still ask for theirs.
ENV NODE_ENV=production KASUWA_ENV=production PORT=8080 KASUWA_DATA=/data KASUWA_RELEASED=/data/released
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/.npmrc /app/tsconfig.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
# Nobody can write to /app: a start that wants to install or to build must fail here already.
RUN node -e "Promise.all([import('/app/src/tools/bootstrap.mjs'), import('/app/src/tools/build.mjs')]).then(([install, build]) => { if (!install.isInstalled() || build.isStale()) throw new Error('Each start would install or build again.'); })"
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((told) => process.exit(told.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/tools/start.mjs"]
