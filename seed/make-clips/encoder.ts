import { type Binaries, findBinaries } from '#server/adapters/ffmpeg/binaries.ts'

let found: Promise<Binaries> | undefined

/** The ffmpeg or ffprobe that Harbour itself would use here. @throws when there is none */
export async function pathOf(name: keyof Binaries): Promise<string> {
  found ??= findBinaries({})
  const path = (await found)[name]
  if (!path) throw new Error(`There is no ${name} on this machine.`)
  return path
}
