import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** Paths of ffmpeg and ffprobe; null if not available. */
export type Binaries = { ffmpeg: string | null; ffprobe: string | null }

/** Settings FFMPEG_PATH and FFPROBE_PATH. */
export type BinarySettings = { ffmpeg?: string | undefined; ffprobe?: string | undefined }

const run = promisify(execFile)
const isRunnable = (program: string) =>
  run(program, ['-version']).then(
    () => true,
    () => false,
  )

/** The npm packages contain a binary for this platform, sometimes without the executable bit. */
async function packaged(name: keyof Binaries): Promise<string | null> {
  try {
    const { path } = createRequire(import.meta.url)(`@${name}-installer/${name}`) as { path: string }
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
    return (await isRunnable(path)) ? path : null
  } catch {
    return null
  }
}

async function locate(name: keyof Binaries, configured: string | undefined): Promise<string | null> {
  if (configured) return configured
  return (await isRunnable(name)) ? name : packaged(name)
}

/**
 * Locates ffmpeg and ffprobe: as configured, else on the search path, else from the npm packages. Without them the
 * site still works.
 */
export async function findBinaries({ ffmpeg, ffprobe }: BinarySettings): Promise<Binaries> {
  const [encoder, prober] = await Promise.all([locate('ffmpeg', ffmpeg), locate('ffprobe', ffprobe)])
  return { ffmpeg: encoder, ffprobe: prober }
}
