import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Paths of ffmpeg and ffprobe; null if not available. */
export type Binaries = {
  ffmpeg: string | null
  ffprobe: string | null
  /** Release of that ffmpeg; null if unknown. */
  release?: number | null
}

type Name = 'ffmpeg' | 'ffprobe'

/** Settings FFMPEG_PATH and FFPROBE_PATH. */
export type BinarySettings = { ffmpeg?: string | undefined; ffprobe?: string | undefined }

/** The oldest release that is used without a warning. Older ones no longer get security fixes. */
export const RELEASE_MIN = 6

/** ffmpeg's releases differ from those of its libavformat by a constant: 4 is 58, 7 is 61. */
const LIBAVFORMAT_AHEAD = 54

const run = promisify(execFile)

/**
 * Release in the output of `-version`. Builds between two releases have a version such as `N-47683-g0e8eb07980`, so it is
 * taken from the library's. Null for anything else.
 */
export function releaseOf(version: string): number | null {
  const [, library] = /^libavformat\s+(\d+)\./m.exec(version) ?? []
  return library === undefined ? null : Number(library) - LIBAVFORMAT_AHEAD
}

type Program = { path: string; release: number | null }

/** The program at a path or on the search path; null if it does not run. */
const inspect = (path: string): Promise<Program | null> =>
  run(path, ['-version']).then(
    ({ stdout }) => ({ path, release: releaseOf(stdout) }),
    () => null,
  )

/** The packages that contain a program for some systems, the newest first, and where they say that it is. */
const PACKAGES: Record<Name, ((require: NodeJS.Require) => string)[]> = {
  ffmpeg: [
    (require) =>
      join(dirname(require.resolve(`@ffmpeg-binary/${process.platform}-${process.arch}/package.json`)), 'ffmpeg'),
    (require) => (require('@ffmpeg-installer/ffmpeg') as { path: string }).path,
  ],
  ffprobe: [(require) => (require('@ffprobe-installer/ffprobe') as { path: string }).path],
}

/** Paths of the programs among the npm packages, which sometimes come without the executable bit; the newest first. */
export async function packagedPaths(name: Name): Promise<string[]> {
  const require = createRequire(import.meta.url)
  const paths: string[] = []
  for (const locate of PACKAGES[name]) {
    try {
      const path = locate(require)
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
      paths.push(path)
    } catch {
      // No package for this system.
    }
  }
  return paths
}

/** The first of these that is recent enough, else the newest. */
export function preferred<T extends { release: number | null }>(programs: readonly T[]): T | undefined {
  const releaseIn = ({ release }: T) => release ?? 0
  return (
    programs.find((program) => releaseIn(program) >= RELEASE_MIN) ??
    programs.toSorted((a, b) => releaseIn(b) - releaseIn(a))[0]
  )
}

async function locate(name: Name, configured: string | undefined): Promise<Program | null> {
  if (configured) return (await inspect(configured)) ?? { path: configured, release: null }
  const candidates = [name, ...(await packagedPaths(name))]
  const found = await Promise.all(candidates.map(inspect))
  return preferred(found.filter((program) => program !== null)) ?? null
}

/**
 * Locates ffmpeg and ffprobe: as configured, else on the search path if recent enough, else from the npm packages, else
 * the newest there is. Without them the site still works.
 */
export async function findBinaries({ ffmpeg, ffprobe }: BinarySettings): Promise<Binaries> {
  const [encoder, prober] = await Promise.all([locate('ffmpeg', ffmpeg), locate('ffprobe', ffprobe)])
  return { ffmpeg: encoder?.path ?? null, ffprobe: prober?.path ?? null, release: encoder?.release ?? null }
}
