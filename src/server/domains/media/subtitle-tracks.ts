import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { IngestNote } from '#contract/ingest.ts'
import { writtenLanguageOf } from './languages.rules.ts'
import { IngestError } from './media-errors.ts'
import type { SubtitleFile, SubtitleStreamFacts } from './media-model.ts'
import type { MediaStore, StepContext } from './ports.ts'
import { checkUnchanged, type Probed } from './source-file.ts'
import { trackName } from './source.rules.ts'
import type { Cue } from './subtitle-text.rules.ts'
import { type ReadSubtitles, readSubtitles, SUBTITLE_MAX_BYTES, writeVtt } from './subtitles.rules.ts'
import type { Readable } from 'node:stream'

const ASS_CODECS = new Set(['ass', 'ssa'])

export type SubtitleStep = StepContext & { tmp: string; note: (note: IngestNote) => Promise<void> }

/** @throws BAD_SUBTITLE */
export async function readSubtitleFile({
  language,
  file,
  name = basename(file),
}: SubtitleFile): Promise<{ cues: Cue[]; notes: IngestNote[] }> {
  const { cues, ...read } = readSubtitles(await readFile(file), { file: name, language })
  return { cues, notes: notesOf(read, { file: name }) }
}

const notesOf = ({ damaged, twice, lost }: Omit<ReadSubtitles, 'cues'>, of: { file?: string } = {}): IngestNote[] => [
  ...(damaged
    ? [{ code: 'SUBTITLE_CHARACTERS' as const, params: { ...of, line: damaged.line, found: damaged.count } }]
    : []),
  ...(lost ? [{ code: 'SUBTITLE_CUES' as const, params: { ...of, line: lost.line, found: lost.count } }] : []),
  ...(twice === undefined ? [] : [{ code: 'SUBTITLE_TWICE' as const, params: { ...of, found: twice } }]),
]

/** Step 7. The operator's files take precedence; of several embedded tracks of a language the longest is kept, the others are "forced". */
export async function makeSubtitles(probed: Probed, external: readonly SubtitleFile[], context: SubtitleStep) {
  const { tmp, note } = context
  const tracks = new Map<string, Cue[]>()
  for (const subtitle of external) tracks.set(subtitle.language, (await readSubtitleFile(subtitle)).cues)
  const given = new Set(tracks.keys())
  for (const stream of probed.facts.subtitles) {
    const language = writtenLanguageOf(stream.language, stream.title)
    if (given.has(language)) continue
    const leftOut = { code: 'SUBTITLE_LEFT_OUT' as const, params: { detail: `${trackName(stream)} ${language}` } }
    const cues = stream.isText ? await readEmbedded(stream, probed, context) : null
    if (!cues) await note(leftOut)
    else if (cues.length > (tracks.get(language)?.length ?? 0)) {
      tracks.set(language, cues)
      if (language === 'und') await note({ code: 'LANGUAGE_UNKNOWN', params: { detail: trackName(stream) } })
    }
  }
  for (const [language, cues] of tracks) await writeFile(join(tmp, `${language}.vtt`), writeVtt(cues))
}

/** Null if unreadable. */
async function readEmbedded(
  { index, codec, language }: SubtitleStreamFacts,
  { source }: Probed,
  { transcoder, run, tmp, note }: SubtitleStep,
): Promise<Cue[] | null> {
  await checkUnchanged(source)
  const raw = join(tmp, `${index}.${ASS_CODECS.has(codec) ? 'ass' : 'srt'}`)
  try {
    await transcoder.subtitle({ file: source.path, stream: index }, raw, run)
    const { cues, ...read } = readSubtitles(await readFile(raw), { file: '', language: language ?? '' })
    for (const one of notesOf(read)) await note(one)
    return cues
  } catch (error) {
    // Empty and drawing-only tracks are common and no error of the video.
    if (error instanceof IngestError && error.code === 'BAD_SUBTITLE') return []
    if (error instanceof IngestError && error.code === 'DAMAGED') return null
    throw error
  } finally {
    await rm(raw, { force: true })
  }
}

/** Seconds. */
type SubtitleLine = { at: number; line: string }

/** Empty without a readable track. @throws what the store throws */
export async function readSubtitleLines(
  store: MediaStore,
  { assetId, language }: { assetId: string; language: string },
): Promise<SubtitleLine[]> {
  const found = await store.open(`a/${assetId}/sub-${language}/${language}.vtt`)
  if (!found) return []
  const bytes = await read(found.body)
  if (bytes === undefined || !bytes.includes('-->')) return []
  return cuesOf(bytes, language)
    .map(({ start, text }) => ({ at: start / 1000, line: plainText(text) }))
    .filter(({ line }) => line !== '')
}

function cuesOf(bytes: Buffer, language: string): Cue[] {
  try {
    return readSubtitles(bytes, { file: language, language }).cues
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

const plainText = (cue: string): string =>
  cue
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
