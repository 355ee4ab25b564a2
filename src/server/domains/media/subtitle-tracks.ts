import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writtenLanguageOf } from './languages.rules.ts'
import { IngestError } from './media-errors.ts'
import type { SubtitleStreamFacts } from './media-model.ts'
import { checkUnchanged } from './source-file.ts'
import type { Probed, StepContext, SubtitleFile } from './steps.ts'
import { type Cue, parseSubtitles, writeVtt } from './subtitles.rules.ts'

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
