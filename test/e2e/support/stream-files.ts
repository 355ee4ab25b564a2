import { world } from './world.ts'

/** URLs of the files of a stream, read from its playlists. */
export async function filesOf(redirectURL: string) {
  const master = new URL(redirectURL, world.url)
  const read = async (url: URL) => (await fetch(url)).text()
  const lines = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'))
  const variant = new URL(lines(await read(master))[0]!, master)
  const playlist = await read(variant)
  const key = new URL(/#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)"/.exec(playlist)![1]!, variant)
  const segment = new URL(lines(playlist)[0]!, variant)
  return { master, variant, key, segment }
}

export const KINDS = ['master', 'variant', 'key', 'segment'] as const

export const statusOf = async (url: URL) => (await fetch(url)).status
