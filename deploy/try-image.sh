#!/usr/bin/env bash
# Starts an image as compose.embedded.yaml does, waits until it is healthy, and stops it. The exit code must be 0.
set -euo pipefail
image=${1:?which image}
secret() { head -c 32 /dev/urandom | base64; }
name=litrooms-try-$$
trap 'docker rm --force --volumes "$name" >/dev/null 2>&1 || true' EXIT

docker run --detach --name "$name" --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  --env ACCESS_TOKEN_SECRET="$(secret)" --env REFRESH_TOKEN_SECRET="$(secret)" \
  --env ALLOW_EMBEDDED=1 --env ALLOW_SANDBOX=1 --env ALLOW_NO_MAIL=1 --env PUBLIC_ORIGIN=https://example.com "$image"
for _ in $(seq 60); do
  state=$(docker inspect --format '{{.State.Health.Status}}' "$name")
  [ "$state" = healthy ] && break
  sleep 2
done
docker logs "$name"
[ "$state" = healthy ] || { echo "The image is $state."; exit 1; }
docker exec "$name" node -e "fetch('http://127.0.0.1:3000/').then((r) => process.exit(r.ok ? 0 : 1))"
docker stop --time 15 "$name" >/dev/null
code=$(docker inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || { echo "The container stopped with code $code."; exit 1; }
echo 'The image starts, serves pages and stops.'
