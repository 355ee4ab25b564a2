import type { Readable } from 'node:stream'
import { IngestError } from './media-errors.ts'
import type { MediaStore } from './ports.ts'
import { type Cue, decodeText, parseSubtitles, SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'

/** A line with its time in seconds from the start, without markup. */
export type SubtitleLine = { at: number; line: string }

/**
 * The lines of a packaged subtitle track; empty when the package has none, or none that can be read: too large, or without a cue.
 * @throws what the store throws, which may not happen the next time
 */
export async function readSubtitleLines(
  store: MediaStore,
  { assetId, language }: { assetId: string; language: string },
): Promise<SubtitleLine[]> {
  const found = await store.open(`a/${assetId}/sub-${language}/${language}.vtt`)
  if (!found) return []
  const bytes = await read(found.body)
  if (bytes === undefined || !decodeText(bytes).includes('-->')) return []
  return cuesOf(bytes, language)
    .map(({ start, text }) => ({ at: start / 1000, line: plainText(text) }))
    .filter(({ line }) => line !== '')
}

function cuesOf(bytes: Buffer, language: string): Cue[] {
  try {
    return parseSubtitles(bytes, language)
  } catch (error) {
    if (error instanceof IngestError) return []
    throw error
  }
}

/** @returns undefined when it is too large */
async function read(body: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > SUBTITLE_MAX_BYTES) return undefined
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
