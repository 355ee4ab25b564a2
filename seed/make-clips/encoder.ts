import { type Binaries, findBinaries } from '#server/adapters/ffmpeg/binaries.ts'

let binaries: Promise<Binaries> | undefined

/**
 * Path of the ffmpeg or ffprobe that Harbour would use.
 * @throws when there is none
 */
export async function pathOf(name: 'ffmpeg' | 'ffprobe'): Promise<string> {
  binaries ??= findBinaries({})
  const path = (await binaries)[name]
  if (!path) throw new Error(`There is no ${name} on this machine.`)
  return path
}
