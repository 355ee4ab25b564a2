import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, findBinaries, packagedPaths } from '#server/adapters/ffmpeg/binaries.ts'

const run = promisify(execFile)

/** True if a program is on the search path. Tests of optional programs are skipped where they are missing. */
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

/** The supported encoders: the system's and the packaged one. */
export const ENCODERS: Record<string, Encoder> = {
  'the system': {
    binaries: async () => ({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }),
    isMissing: !isOnPath('ffmpeg') || !isOnPath('ffprobe'),
  },
  npm: {
    binaries: async () => {
      const [ffmpeg, ffprobe] = await Promise.all([packagedPaths('ffmpeg'), packagedPaths('ffprobe')])
      return { ffmpeg: ffmpeg[0] ?? null, ffprobe: ffprobe[0] ?? null }
    },
    isMissing: false,
  },
  'npm, old': {
    binaries: async () => {
      const [ffmpeg, ffprobe] = await Promise.all([packagedPaths('ffmpeg'), packagedPaths('ffprobe')])
      return { ffmpeg: ffmpeg.at(-1) ?? null, ffprobe: ffprobe.at(-1) ?? null }
    },
    isMissing: false,
  },
}

let found: Promise<Binaries> | undefined

/** Runs the ffmpeg or ffprobe that the service would use. @throws when there is none, or it fails */
export async function runEncoder(name: 'ffmpeg' | 'ffprobe', args: readonly string[]) {
  found ??= findBinaries({})
  const program = (await found)[name]
  if (!program)
    throw new Error(`There is no ${name} for ${process.platform} ${process.arch}, neither packaged nor on the path.`)
  return run(program, args)
}
