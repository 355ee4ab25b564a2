import type { Readable } from 'node:stream'
import type { MediaStore } from './ports.ts'
import { decodeText, parseSubtitles, SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'

/** A line with its time in seconds from the start, without markup. */
export type SubtitleLine = { at: number; line: string }

/** The lines of a packaged subtitle track; empty when the package has none, or none that can be read. */
export async function readSubtitleLines(
  store: MediaStore,
  { assetId, language }: { assetId: string; language: string },
): Promise<SubtitleLine[]> {
  const found = await store.open(`a/${assetId}/sub-${language}/${language}.vtt`)
  if (!found) return []
  const bytes = await read(found.body)
  if (!decodeText(bytes).includes('-->')) return []
  return parseSubtitles(bytes, language)
    .map(({ start, text }) => ({ at: start / 1000, line: plainText(text) }))
    .filter(({ line }) => line !== '')
}

async function read(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > SUBTITLE_MAX_BYTES) body.destroy(new Error('subtitle track too large'))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' }

/** The text of a cue in one line. */
const plainText = (cue: string): string =>
  cue
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
