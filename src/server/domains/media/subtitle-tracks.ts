import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writtenLanguageOf } from './languages.rules.ts'
import { IngestError } from './media-errors.ts'
import type { SubtitleFile, SubtitleStreamFacts } from './media-model.ts'
import type { MediaStore, StepContext } from './ports.ts'
import { checkUnchanged, type Probed } from './source-file.ts'
import { type Cue, parseSubtitles, writeVtt, decodeText, SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'
import type { Readable } from 'node:stream'

const ASS_CODECS = new Set(['ass', 'ssa'])

/**
 * Step 7: writes a WebVTT track for each subtitle language. The operator's files take precedence over embedded tracks. Of several
 * embedded tracks of one language the one with the most cues is kept: "forced" tracks only hold what is spoken in a foreign language.
 */
export async function makeSubtitles(
  probed: Probed,
  external: readonly SubtitleFile[],
  context: StepContext & { tmp: string },
) {
  const { tmp } = context
  const tracks = new Map<string, Cue[]>()
  for (const { language, file } of external) tracks.set(language, parseSubtitles(await readFile(file), file))
  const given = new Set(tracks.keys())
  for (const stream of probed.facts.subtitles.filter(({ isText }) => isText)) {
    const language = writtenLanguageOf(stream.language, stream.title)
    if (given.has(language) || language === 'und') continue
    const cues = await readEmbedded(stream, probed, context)
    if (cues.length > (tracks.get(language)?.length ?? 0)) tracks.set(language, cues)
  }
  for (const [language, cues] of tracks) await writeFile(join(tmp, `${language}.vtt`), writeVtt(cues))
}

async function readEmbedded(
  { index, codec }: SubtitleStreamFacts,
  { source }: Probed,
  { transcoder, run, tmp }: StepContext & { tmp: string },
): Promise<Cue[]> {
  await checkUnchanged(source)
  const raw = join(tmp, `${index}.${ASS_CODECS.has(codec) ? 'ass' : 'srt'}`)
  await transcoder.subtitle({ file: source.path, stream: index }, raw, run)
  const bytes = await readFile(raw)
  await rm(raw)
  return embeddedCues(bytes)
}

/**
 * Cues of an embedded track; none for a track without text. Empty tracks are common on discs, and ASS tracks can consist
 * of drawings only: neither is an error of the video.
 */
function embeddedCues(bytes: Buffer): Cue[] {
  try {
    return parseSubtitles(bytes, '')
  } catch (error) {
    if (error instanceof IngestError && error.code === 'BAD_SUBTITLE') return []
    throw error
  }
}

/** A line with its time in seconds from the start, without markup. */
type SubtitleLine = { at: number; line: string }

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
