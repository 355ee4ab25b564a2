import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Transcoder } from './ports.ts'
import { locateSource } from './source-file.ts'
import type { Probed, StepContext } from './steps.ts'
import { makeSubtitles } from './subtitle-tracks.ts'

let folder: string
let tmp: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subtitle-tracks-'))
  tmp = await mkdtemp(join(folder, 'made-'))
})
afterEach(() => rm(folder, { recursive: true }))

const srt = (lines: readonly string[]) =>
  lines.map((line, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n${line}\n`).join('\n')

/** A source whose embedded tracks, by index, have these lines. */
async function sourceWith(tracks: readonly { language: string; lines: readonly string[] }[]) {
  await writeFile(join(folder, 'film.mkv'), 'video')
  const subtitles = tracks.map(({ language }, index) => ({
    index,
    codec: 'subrip',
    isText: true,
    language,
    title: null,
  }))
  const subtitle: Transcoder['subtitle'] = ({ stream }, target) => writeFile(target, srt(tracks[stream]!.lines))
  return {
    probed: { source: await locateSource(join(folder, 'film.mkv')), facts: { subtitles } } as unknown as Probed,
    context: { transcoder: { subtitle }, folder, tmp, run: {} } as unknown as StepContext & { tmp: string },
  }
}

const FORCED = { language: 'eng', lines: ['[in French] Yes'] }
const FULL = { language: 'eng', lines: ['Good evening', 'Where is the ferry?', 'It left'] }
const CHINESE = { language: 'chi', lines: ['晚上好'] }
const EMPTY = { language: 'jpn', lines: [] }

test.each([
  ['the forced track first', [FORCED, FULL, CHINESE]],
  ['the forced track last', [FULL, CHINESE, FORCED]],
])('of two tracks of a language the one with the most cues is kept: %s', async (_order, tracks) => {
  const { probed, context } = await sourceWith(tracks)
  await makeSubtitles(probed, [], context)
  expect((await readdir(tmp)).toSorted()).toEqual(['en.vtt', 'zh-Hant.vtt'])
  const english = await readFile(join(tmp, 'en.vtt'), 'utf8')
  for (const line of FULL.lines) expect(english).toContain(line)
  expect(english).not.toContain('French')
})

test("the operator's file replaces every embedded track of its language; a track without cues makes no file", async () => {
  const { probed, context } = await sourceWith([FULL, EMPTY])
  const file = join(folder, 'own.srt')
  await writeFile(file, srt(['Checked by an editor']))
  await makeSubtitles(probed, [{ language: 'en', file }], context)
  expect(await readdir(tmp)).toEqual(['en.vtt'])
  expect(await readFile(join(tmp, 'en.vtt'), 'utf8')).toContain('Checked by an editor')
})
