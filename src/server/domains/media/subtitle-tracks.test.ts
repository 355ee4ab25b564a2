import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MediaStore, Transcoder } from './ports.ts'
import { locateSource, type Probed } from './source-file.ts'
import { makeSubtitles, readSubtitleLines, type SubtitleStep } from './subtitle-tracks.ts'
import { SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'

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
    context: { transcoder: { subtitle }, folder, tmp, run: {}, note: async () => undefined } as unknown as SubtitleStep,
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

const TRACK = { assetId: 'film', language: 'en' }
const CUE = '00:03.200 --> 00:05.000\n<i>Wait</i> &amp;\nsee.\n'

const storeOf = (bytes: string | Buffer | null) =>
  ({
    open: async () => (bytes === null ? null : { body: Readable.from([Buffer.from(bytes)]) }),
  }) as unknown as MediaStore

test('lines are read with their time and without markup', async () => {
  expect(await readSubtitleLines(storeOf(`WEBVTT\n\n${CUE}`), TRACK)).toEqual([{ at: 3.2, line: 'Wait & see.' }])
})

test.each([
  ['no file', null],
  ['a file without cues', 'WEBVTT\n'],
  ['a file whose cues have no time', 'WEBVTT\n\nsoon --> later\nWait\n'],
  ['a file that is too large', Buffer.alloc(SUBTITLE_MAX_BYTES + 1, CUE)],
])('%s has no lines', async (_, bytes) => {
  expect(await readSubtitleLines(storeOf(bytes), TRACK)).toEqual([])
})

test('a store that does not answer is an error, which may not happen the next time', async () => {
  const store = { open: () => Promise.reject(new Error('timeout')) } as unknown as MediaStore
  await expect(readSubtitleLines(store, TRACK)).rejects.toThrow('timeout')
})
