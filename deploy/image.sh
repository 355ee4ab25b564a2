#!/usr/bin/env bash
# Builds the image of the commit that is checked out, with its SBOM (CycloneDX) and provenance beside it.
#   deploy/image.sh [TAG]          with docker, podman or buildah, whichever is there (ENGINE=… chooses)
#   BASE=… BUILDER=…               other base images; BASE_ROOT=… BUILDER_ROOT=…: folders of root file systems instead, without a registry
#   OUT=…                          where the files are written (dist/image)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TAG=${1:-harbour:$(git rev-parse --short HEAD)}
OUT=${OUT:-dist/image}
BASE=${BASE:-docker.io/library/debian:bookworm-slim}
BUILDER=${BUILDER:-docker.io/library/node:26-bookworm-slim}
STARTED=$(date -u +%Y-%m-%dT%H:%M:%SZ)

for candidate in ${ENGINE:-docker podman buildah}; do
  command -v "$candidate" >/dev/null && engine=$candidate && break
done
if [ -z "${engine:-}" ]; then
  echo "Neither docker, podman nor buildah is installed. On Debian: sudo apt-get install buildah" >&2
  exit 1
fi
# The configurations beside the image may be edited in place.
if [ -n "$(git status --porcelain --untracked-files=no -- . ':!deploy/compose' ':!deploy/nginx' ':!deploy/chart/values.yaml')" ]; then
  echo "The clone has changes that no commit has. Commit them first: the image is built from a commit." >&2
  exit 1
fi

# Only what is committed gets into the build.
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
git archive HEAD | tar -x -C "$context"

# A folder becomes a local base image, for machines without a registry.
of_folder() {
  local container
  container=$(buildah --storage-driver "${STORAGE_DRIVER:-vfs}" from scratch)
  buildah --storage-driver "${STORAGE_DRIVER:-vfs}" add --quiet "$container" "$1" / >/dev/null
  buildah --storage-driver "${STORAGE_DRIVER:-vfs}" commit --quiet --rm "$container" "$2" >/dev/null
  echo "localhost/$2"
}
if [ -n "${BASE_ROOT:-}" ]; then BASE=$(of_folder "$BASE_ROOT" harbour-base); fi
if [ -n "${BUILDER_ROOT:-}" ]; then BUILDER=$(of_folder "$BUILDER_ROOT" harbour-builder); fi

mkdir -p "$OUT"
labels=(--label "org.opencontainers.image.revision=$(git rev-parse HEAD)" --label org.opencontainers.image.licenses=MIT)
arguments=(--build-arg "BASE=$BASE" --build-arg "BUILDER=$BUILDER" -f deploy/Containerfile -t "$TAG")
case $engine in
  buildah)
    buildah --storage-driver "${STORAGE_DRIVER:-vfs}" build --isolation "${ISOLATION:-chroot}" --format oci \
      "${labels[@]}" "${arguments[@]}" "$context"
    digest=$(buildah --storage-driver "${STORAGE_DRIVER:-vfs}" images --format '{{.Digest}}' "$TAG" | head -1)
    ;;
  *)
    (cd "$context" && "$engine" build "${labels[@]}" "${arguments[@]}" .)
    digest=$("$engine" image inspect --format '{{.Id}}' "$TAG")
    ;;
esac

# The packages of the image's node_modules: those of the lockfile without the ones for development.
npm sbom --sbom-format cyclonedx --sbom-type application --omit dev --package-lock-only > "$OUT/sbom.cdx.json"

# Those of Debian, and Node, as the image has them.
list='dpkg-query --show --showformat="\${Package}\t\${Version}\t\${Architecture}\n"; printf "node\t%s\t\n" "$(node --version)"'
case $engine in
  buildah)
    container=$(buildah --storage-driver "${STORAGE_DRIVER:-vfs}" from "$TAG")
    buildah --storage-driver "${STORAGE_DRIVER:-vfs}" run --isolation "${ISOLATION:-chroot}" "$container" -- sh -c "$list" > "$OUT/system.tsv"
    buildah --storage-driver "${STORAGE_DRIVER:-vfs}" rm "$container" >/dev/null
    ;;
  *) "$engine" run --rm --network none --entrypoint sh "$TAG" -c "$list" > "$OUT/system.tsv" ;;
esac
OUT=$OUT node -e '
const { readFileSync, rmSync, writeFileSync } = require("node:fs")
const [file, system] = ["sbom.cdx.json", "system.tsv"].map((name) => `${process.env.OUT}/${name}`)
const sbom = JSON.parse(readFileSync(file, "utf8"))
const lines = readFileSync(system, "utf8").trim().split("\n").map((line) => line.split("\t"))
if (lines.length < 2) throw new Error("the image names no packages")
for (const [name, version, arch] of lines) {
  const purl = arch ? `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}` : `pkg:generic/${name}@${version.replace(/^v/, "")}`
  sbom.components.push({ type: arch ? "library" : "application", "bom-ref": purl, name, version, purl })
}
writeFileSync(file, JSON.stringify(sbom, null, 2))
rmSync(system)'

# The base images as they were, where they came from a registry.
digest_of() {
  case $engine in
    buildah) ;;
    *) "$engine" image inspect --format '{{if .RepoDigests}}{{index .RepoDigests 0}}{{end}}' "$1" 2>/dev/null || true ;;
  esac
}

# An in-toto statement: which image was made of which commit, lockfile and base images. Sign it with the key of your releases.
BASES="$(digest_of "$BASE") $(digest_of "$BUILDER")" TAG=$TAG DIGEST=${digest#sha256:} BASE=$BASE BUILDER=$BUILDER STARTED=$STARTED ENGINE_USED="$engine" node -e '
const { createHash } = require("node:crypto")
const { readFileSync } = require("node:fs")
const { execFileSync } = require("node:child_process")
const { TAG, DIGEST, BASES, BASE, BUILDER, STARTED, ENGINE_USED } = process.env
const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim()
const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex")
console.log(JSON.stringify({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: TAG, digest: { sha256: DIGEST } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: {
      buildType: "deploy/image.sh",
      externalParameters: { containerfile: "deploy/Containerfile", BASE, BUILDER },
      internalParameters: { engine: ENGINE_USED },
      resolvedDependencies: [
        { uri: "git+harbour", digest: { gitCommit: git("rev-parse", "HEAD") } },
        { uri: "package-lock.json", digest: { sha256: sha256("package-lock.json") } },
        ...BASES.split(" ").filter(Boolean).map((image) => ({ uri: `docker://${image}`, digest: { sha256: image.split("@sha256:")[1] } })),
      ],
    },
    runDetails: {
      builder: { id: "deploy/image.sh" },
      metadata: { startedOn: STARTED, finishedOn: new Date().toISOString() },
    },
  },
}, null, 2))' > "$OUT/provenance.json"

echo "Image $TAG (sha256:${digest#sha256:})"
echo "A chart needs the digest of the registry, which is another: docker push prints it."
echo "SBOM: $OUT/sbom.cdx.json · provenance: $OUT/provenance.json"
