import { createDecipheriv } from 'node:crypto'
import type { MixRow } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'

/** Requests a call as a visitor. @throws unless the result is SUCCESS */
export async function fetchEnvelope<T>(url: string, query: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${url}?${new URLSearchParams(query)}`)
  const body = (await response.json()) as T & { result: string }
  if (body.result !== 'SUCCESS') throw new Error(`${url} answered ${response.status} ${JSON.stringify(body)}`)
  return body
}

/** The cards of a computed carousel. */
export const rowOf = async (origin: string, row: MixRow): Promise<ProgramCard[]> =>
  (await fetchEnvelope<{ list: ProgramCard[] }>(`${origin}/api_v2/revamp/mixProgramList`, { row, pageSize: '50' })).list

/** The stream of an order, with absolute URLs. */
export interface Stream {
  key: Buffer
  /** The renditions, the lowest first. */
  rungs: { height: number; playlist: string }[]
  /** The first audio track; undefined for a silent title. */
  audio: string | undefined
}

/** Requests order, master playlist and content key. */
export async function openStream(origin: string, { programId, programGuid }: Titled): Promise<Stream> {
  const order = await fetchEnvelope<{ redirectURL: string }>(`${origin}/api_v2/order`, {
    programId,
    programGuid,
    kind: 'movie',
  })
  const master = new URL(order.redirectURL, origin)
  const text = (await bytesAt(master.href)).toString()
  const rungs = [...text.matchAll(/#EXT-X-STREAM-INF:.*RESOLUTION=\d+x(\d+).*\n(\S+)/g)].map(([, height, uri]) => ({
    height: Number(height),
    playlist: new URL(uri!, master).href,
  }))
  const audioUri = /#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/.exec(text)?.[1]
  return {
    key: await bytesAt(new URL('key', master).href),
    rungs: rungs.toSorted((a, b) => a.height - b.height),
    audio: audioUri === undefined ? undefined : new URL(audioUri, master).href,
  }
}

type Titled = Pick<ProgramCard, 'programId' | 'programGuid'>

/**
 * Decrypts a rendition or audio track: the init segment and up to `segments` segments, joined.
 * @throws when a segment is missing or cannot be decrypted
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

/** Starts a stream: order, playlist, key and the first segment of the lowest rendition. @returns the decrypted start */
export async function startWatching(origin: string, title: Titled): Promise<Buffer> {
  const { key, rungs } = await openStream(origin, title)
  const clear = await readTrack(rungs[0]!.playlist, key, 1)
  if (!clear.includes('moof')) throw new Error(`the first segment of ${title.programId} is not an MP4 fragment`)
  return clear
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
