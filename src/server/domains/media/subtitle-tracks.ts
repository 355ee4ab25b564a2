import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writtenLanguageOf } from './languages.rules.ts'
import { IngestError } from './media-errors.ts'
import { checkUnchanged } from './source-file.ts'
import type { Probed, StepContext, SubtitleFile } from './steps.ts'
import { type Cue, parseSubtitles, writeVtt } from './subtitles.rules.ts'

const ASS_CODECS = new Set(['ass', 'ssa'])

/** Step 7: writes every subtitle track as WebVTT. The operator's files take precedence over embedded tracks. */
export async function makeSubtitles(
  { source, facts }: Probed,
  external: readonly SubtitleFile[],
  context: StepContext & { tmp: string },
) {
  const { transcoder, run, tmp } = context
  for (const { language, file } of external) {
    await writeFile(join(tmp, `${language}.vtt`), writeVtt(parseSubtitles(await readFile(file), file)))
  }
  const done = new Set(external.map(({ language }) => language))
  for (const stream of facts.subtitles.filter(({ isText }) => isText)) {
    const language = writtenLanguageOf(stream.language, stream.title)
    if (done.has(language) || language === 'und') continue
    await checkUnchanged(source)
    const raw = join(tmp, `${language}.${ASS_CODECS.has(stream.codec) ? 'ass' : 'srt'}`)
    await transcoder.subtitle({ file: source.path, stream: stream.index }, raw, run)
    const bytes = await readFile(raw)
    await rm(raw)
    const cues = embeddedCues(bytes)
    if (cues.length === 0) continue
    await writeFile(join(tmp, `${language}.vtt`), writeVtt(cues))
    done.add(language)
  }
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
