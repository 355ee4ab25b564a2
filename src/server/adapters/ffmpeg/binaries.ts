import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** Where the encoder's two programs are; null when this machine has none. */
export type Binaries = { ffmpeg: string | null; ffprobe: string | null }

/** What configuration names: FFMPEG_PATH, FFPROBE_PATH. */
export type BinarySettings = { ffmpeg?: string | undefined; ffprobe?: string | undefined }

const run = promisify(execFile)
const answers = (program: string) =>
  run(program, ['-version']).then(
    () => true,
    () => false,
  )

/** The npm packages carry a binary for this platform, sometimes without its run bit. */
async function packaged(name: keyof Binaries): Promise<string | null> {
  try {
    const { path } = createRequire(import.meta.url)(`@${name}-installer/${name}`) as { path: string }
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
    return (await answers(path)) ? path : null
  } catch {
    return null
  }
}

async function pick(name: keyof Binaries, named: string | undefined): Promise<string | null> {
  if (named) return named
  return (await answers(name)) ? name : packaged(name)
}

/** The programs that configuration names, else those on the search path, else the packaged ones. A machine with none still serves the site. */
export async function findBinaries({ ffmpeg, ffprobe }: BinarySettings): Promise<Binaries> {
  const [encoder, prober] = await Promise.all([pick('ffmpeg', ffmpeg), pick('ffprobe', ffprobe)])
  return { ffmpeg: encoder, ffprobe: prober }
}
