import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestErrorCode, IngestNote } from '#contract/ingest.ts'
import { boxesIn, makeBox, putBox } from '#server/domains/media/mp4.rules.ts'
import { ingest as en } from '#text/en_US/operators.ts'
import { launch } from './support/launch.ts'
import { type RunningHarbour, startHarbour } from './support/harbour.ts'
import { makeClip, streamOf, testImage, tone } from './support/media.ts'
import { fetchEnvelope, openStream, readTrack } from './support/watching.ts'

/** Copies of /shared/cases; the README beside them says what is right for each. */
const given = (name: string) => join(import.meta.dirname, 'fixtures/brought', name)

let folder: string
let harbour: RunningHarbour

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-brought-'))
  harbour = await startHarbour({ env: { HARBOUR_DEMO: '0' } })
}, 300_000)
afterAll(async () => {
  await harbour.stop()
  await rm(folder, { recursive: true, force: true })
})

/** `npm run ingest` on a file. */
async function ingest(file: string, subtitles: Record<string, string> = {}) {
  const options = Object.entries(subtitles).flatMap(([language, path]) => ['--subtitle', `${language}:${path}`])
  const command = launch(['ingest', file, '--title-zh', '來片', '--title-en', 'Brought', ...options], {
    dataDir: harbour.dataDir,
  })
  const exitCode = await command.exitCode
  return { exitCode, lines: command.lines, programId: command.lines.at(-1)! }
}

/** The film on the wire: master playlist, the largest rendition as a file, its subtitles by language. */
async function watch(programId: string) {
  const title = { programId, programGuid: programId }
  const { key, rungs } = await openStream(harbour.url, title)
  const film = join(folder, `${programId}.mp4`)
  await writeFile(film, await readTrack(rungs.at(-1)!.playlist, key))
  const order = await fetchEnvelope<{ redirectURL: string }>(`${harbour.url}/api_v2/order`, { ...title, kind: 'movie' })
  const master = new URL(order.redirectURL, harbour.url)
  const playlist = await textAt(master)
  const subtitles: Record<string, string> = {}
  for (const [, language, uri] of playlist.matchAll(/TYPE=SUBTITLES.*LANGUAGE="([^"]+)".*URI="([^"]+)"/g)) {
    const index = new URL(uri!, master)
    const [, first] = /#EXTINF:.*\n(\S+)/.exec(await textAt(index))!
    subtitles[language!] = cuesOf(await textAt(new URL(first!, index)))
  }
  const sound = [...playlist.matchAll(/TYPE=AUDIO.*NAME="([^"]+)"/g)].map(([, name]) => name)
  return { film, sound, subtitles }
}

const textAt = async (url: URL) => (await fetch(url)).text()
const cuesOf = (vtt: string) =>
  vtt
    .split(/\n\n+/)
    .filter((block) => block.includes('-->'))
    .map((block) => block.replace(/^[\s\S]*?-->.*\n/, '').trim())
    .join(' | ')

const told = (code: IngestNote['code'], params: IngestNote['params']) => en.notes[code](params)

test('subtitles in the encodings that people have are read by their language', async () => {
  const { exitCode, lines, programId } = await ingest(given('zh-yue-audio.mkv'), {
    'zh-Hant': given('big5-hkscs-cantonese.srt'),
    en: given('cp1252-contractions-read-as-chinese.srt'),
    'zh-Hans': given('gb18030-one-bad-byte.srt'),
  })
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect(lines).toContain(told('SUBTITLE_CHARACTERS', { file: 'gb18030-one-bad-byte.srt', found: 1, line: 7 }))
  const { subtitles, sound } = await watch(programId)
  expect(subtitles['zh-Hant']).toBe('佢哋喺嗰度做緊乜嘢㗎？ | 嚟啦，啲嘢攞咗未？搭𨋢落去瞓覺')
  expect(subtitles.en).toBe('I don’t know. You can’t. We’re late.')
  expect(subtitles['zh-Hans']).toMatch(/^你好，.* \| \uFFFD$/)
  expect(sound).toEqual(['粵語', 'English'])
})

test('subtitles in the structures that people have keep their cues', async () => {
  const { exitCode, lines, programId } = await ingest(given('zh-yue-audio.mkv'), {
    en: given('space-only-separator.srt'),
    'zh-Hant': given('no-blank-line-between-cues.srt'),
    pt: given('html-entities.vtt'),
    fr: given('ttml-given-as-subtitle.ttml'),
  })
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect((await watch(programId)).subtitles).toEqual({
    en: 'first | second',
    'zh-Hant': '第一句 | 第二句',
    pt: 'It\'s "late", José …',
    fr: 'Hi',
  })
})

test('a track that cannot be decoded is left out of the film, and told', async () => {
  const { exitCode, lines, programId } = await ingest(given('apac-second-track.mp4'))
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  const params = { file: 'apac-second-track.mp4', detail: '#2 apac' }
  expect(lines).toContain(told('TRACK_LEFT_OUT', params))
  const { film, sound } = await watch(programId)
  expect(sound).toEqual(['原聲'])
  expect(await streamOf(film, 'width,height')).toEqual({ width: 320, height: 180 })
})

test('the film is published, not the cover before it', async () => {
  const { exitCode, lines, programId } = await ingest(given('cover-picture-is-first-video-track.mkv'))
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  const { film } = await watch(programId)
  expect(await streamOf(film, 'width,height')).toEqual({ width: 160, height: 90 })
  expect(Number((await streamOf(film, 'nb_read_packets')).nb_read_packets)).toBeGreaterThanOrEqual(50)
})

/** HEVC with the configuration record of Dolby Vision (`dvcC` to profile 7, `dvvC` above). */
async function dolbyVision(name: string, { profile, compatibility }: { profile: number; compatibility: number }) {
  const transfer = compatibility === 4 ? 'arib-std-b67' : 'smpte2084'
  const params = `log-level=none:colorprim=bt2020:colormatrix=bt2020nc:transfer=${transfer}`
  const encoder = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params', params]
  const path = join(folder, name)
  await makeClip(path, ...testImage('320x180', 2), ...tone(2), ...encoder, '-tag:v', 'hvc1', '-f', 'mp4')
  const bytes = await readFile(path)
  const record = Buffer.alloc(24)
  record.writeUInt8(1, 0)
  record.writeUInt16BE((profile << 9) | (6 << 3) | 0b101, 2)
  record.writeUInt8(compatibility << 4, 4)
  const moov = boxesIn(bytes).find(({ type }) => type === 'moov')!
  // The moov is the last box, so that no sample moves.
  expect(moov.start + moov.size).toBe(bytes.length)
  const box = makeBox(profile > 7 ? 'dvvC' : 'dvcC', record)
  const patched = putBox(bytes.subarray(moov.start), 'moov/trak/mdia/minf/stbl/stsd/hvc1', box)
  await writeFile(path, Buffer.concat([bytes.subarray(0, moov.start), patched]))
  return path
}

test('Dolby Vision of profile 5 is refused before it is encoded, saying what to export', async () => {
  const { exitCode, lines } = await ingest(await dolbyVision('five.mp4', { profile: 5, compatibility: 0 }))
  expect(exitCode).toBe(1)
  const code: IngestErrorCode = 'DOLBY_VISION'
  expect(lines.at(-1)).toBe(en.errors[code]({ file: 'five.mp4', detail: 'profile 5' }))
  expect(lines.join('\n')).not.toContain(en.steps.encode)
})

test.each([
  { profile: 7, compatibility: 6, detail: 'profile 7' },
  { profile: 8, compatibility: 1, detail: 'profile 8.1' },
  { profile: 8, compatibility: 4, detail: 'profile 8.4' },
])('Dolby Vision of $detail plays by its base layer, and it is told', async ({ detail, ...kind }) => {
  const { exitCode, lines, programId } = await ingest(await dolbyVision(`${detail}.mp4`, kind))
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect(lines).toContain(told('BASE_LAYER', { file: `${detail}.mp4`, detail }))
  const { film } = await watch(programId)
  expect(await streamOf(film, 'codec_name,color_transfer,nb_read_packets')).toEqual({
    codec_name: 'h264',
    color_transfer: 'bt709',
    nb_read_packets: '50',
  })
})
