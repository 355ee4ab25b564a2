import { createDecipheriv } from 'node:crypto'
import type { MixRow } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'

/** Asks the wire as a visitor. @throws when the answer is no success */
export async function ask<T>(url: string, query: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${url}?${new URLSearchParams(query)}`)
  const body = (await response.json()) as T & { result: string }
  if (body.result !== 'SUCCESS') throw new Error(`${url} answered ${response.status} ${JSON.stringify(body)}`)
  return body
}

/** The cards of a computed row. */
export const rowOf = async (origin: string, row: MixRow): Promise<ProgramCard[]> =>
  (await ask<{ list: ProgramCard[] }>(`${origin}/api_v2/revamp/mixProgramList`, { row, pageSize: '50' })).list

/** What an order leads to, read as a player reads it. Addresses are absolute. */
export interface Stream {
  key: Buffer
  /** The lowest rung first. */
  rungs: { height: number; playlist: string }[]
  /** The first sound; none for a silent film. */
  audio: string | undefined
}

/** Order, master playlist, key. */
export async function openStream(origin: string, { programId, programGuid }: Titled): Promise<Stream> {
  const order = await ask<{ redirectURL: string }>(`${origin}/api_v2/order`, { programId, programGuid, kind: 'movie' })
  const master = new URL(order.redirectURL, origin)
  const text = (await bytesAt(master.href)).toString()
  const rungs = [...text.matchAll(/#EXT-X-STREAM-INF:.*RESOLUTION=\d+x(\d+).*\n(\S+)/g)].map(([, height, uri]) => ({
    height: Number(height),
    playlist: new URL(uri!, master).href,
  }))
  const sound = /#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/.exec(text)?.[1]
  return {
    key: await bytesAt(new URL('key', master).href),
    rungs: rungs.toSorted((a, b) => a.height - b.height),
    audio: sound === undefined ? undefined : new URL(sound, master).href,
  }
}

type Titled = Pick<ProgramCard, 'programId' | 'programGuid'>

/**
 * A rung or a sound track in the clear: its init segment and so many of its segments, decrypted with the key, joined.
 * @throws when a segment is not there or the key does not open it
 */
export async function readTrack(playlist: string, key: Buffer, segments = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const text = (await bytesAt(playlist)).toString()
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)![1]!
  const uris = [...text.matchAll(/#EXTINF:.*\n(\S+)/g)].map(([, uri]) => uri!)
  const parts = [await bytesAt(new URL(init, playlist).href)]
  for (const [at, uri] of uris.slice(0, segments).entries()) {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(first + at, 12)
    const decipher = createDecipheriv('aes-128-cbc', key, iv)
    parts.push(decipher.update(await bytesAt(new URL(uri, playlist).href)), decipher.final())
  }
  return Buffer.concat(parts)
}

/** Begins to watch: order, master, key and the first segment of the lowest rung. @returns that rung's beginning in the clear */
export async function startWatching(origin: string, title: Titled): Promise<Buffer> {
  const { key, rungs } = await openStream(origin, title)
  const film = await readTrack(rungs[0]!.playlist, key, 1)
  if (!film.includes('moof')) throw new Error(`the first segment of ${title.programId} is no fragment`)
  return film
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
