import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestErrorCode, IngestNote } from '#contract/ingest.ts'
import { boxesIn, makeBox, putBox } from '#server/domains/media/mp4.rules.ts'
import { ingest as en } from '#text/en_US/operators.ts'
import { isFull } from './support/full.ts'
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
  expect(subtitles['zh-Hans']).toBe('你好，我们在香港等你 | \uFFFD')
  expect(sound).toEqual(['粵語', 'English'])
})

test.runIf(isFull)('subtitles in the structures that people have keep their cues', async () => {
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

test.runIf(isFull)('a track that cannot be decoded is left out of the film, and told', async () => {
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

test.runIf(isFull)('Dolby Vision of profile 5 is refused before it is encoded, saying what to export', async () => {
  const { exitCode, lines } = await ingest(await dolbyVision('five.mp4', { profile: 5, compatibility: 0 }))
  expect(exitCode).toBe(1)
  const code: IngestErrorCode = 'DOLBY_VISION'
  expect(lines.at(-1)).toBe(en.errors[code]({ file: 'five.mp4', detail: 'profile 5' }))
  expect(lines.join('\n')).not.toContain(en.steps.encode)
})

test.runIf(isFull).each([
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

const SRT = (...texts: string[]) =>
  texts.map((text, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n${text}\n`).join('\n')
const TTML = (body: string, attributes = '') =>
  `<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${attributes}><body><div>${body}</div></body></tt>`
/** UTF-8 as a program that takes it for GBK leaves it. */
const asGbk = (text: string) => Buffer.from(new TextDecoder('gbk').decode(Buffer.from(text)))
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** Subtitles given beside a film, and the cues that are shown. */
const SUBTITLES: Record<string, { name: string; bytes: string | Buffer; shown: string; note?: IngestNote }> = {
  'zh-Hant': {
    name: 'gbk.srt',
    bytes: asGbk(SRT('你好', '我們在香港等你')),
    shown: '你好 | 我們在香港等你',
    note: { code: 'SUBTITLE_TWICE', params: { file: 'gbk.srt', found: 2 } },
  },
  en: {
    name: 'notes.vtt',
    bytes: `WEBVTT\r\n\r\nNOTE-1\r\n00:00.000 --> 00:00.900\r\none\r\n\r\ntwo\r\n`,
    shown: 'one\ntwo',
  },
  pt: { name: 'doubled.srt', bytes: SRT('Olá', 'Não').replaceAll('\n', '\r\n\r\n'), shown: 'Olá | Não' },
  fr: {
    name: 'frames.dfxp',
    bytes: utf16(
      TTML(
        '<p begin="00:00:00:00" end="00:00:01:12">C’est<br/>fini</p><p begin="25t" dur="1s">À bientôt</p>',
        'xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="10"',
      ),
    ),
    shown: 'C’est\nfini | À bientôt',
  },
  ja: {
    name: 'ruby.vtt',
    bytes: 'WEBVTT\n\n1\n00:00.000 --> 00:01.000\n<ruby>漢字<rt>かんじ</rt></ruby>\n',
    shown: '漢字（かんじ）',
  },
  ko: { name: 'top.ass', bytes: ASS('안녕{\\i1}하세요{\\i0}\\h요'), shown: '안녕<i>하세요</i> 요' },
}

function ASS(text: string): string {
  return `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Alignment\nStyle: Sign,8\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.00,0:00:01.00,Sign,,0,0,0,,${text}\n`
}

test.runIf(isFull)(
  'more subtitles: misread as GBK, `NOTE-1`, doubled line ends, frames and ticks, ruby, styles',
  async () => {
    const files: Record<string, string> = {}
    for (const [language, { name, bytes }] of Object.entries(SUBTITLES)) {
      files[language] = join(folder, name)
      await writeFile(files[language], bytes)
    }
    const { exitCode, lines, programId } = await ingest(given('zh-yue-audio.mkv'), files)
    expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
    for (const { note } of Object.values(SUBTITLES)) if (note) expect(lines).toContain(told(note.code, note.params))
    const shown = Object.fromEntries(Object.entries(SUBTITLES).map(([language, one]) => [language, one.shown]))
    expect((await watch(programId)).subtitles).toEqual(shown)
  },
)

test.each([
  ['pictures of SMPTE-TT', 'pictures.ttml', TTML('<p begin="0s" end="1s" smpte:backgroundImage="#a"/>')],
  ['a web page', 'page.srt', '<!doctype html><html><body>Not found</body></html>'],
])('%s are refused as subtitles before anything is encoded, with the formats that are read', async (_, name, text) => {
  await writeFile(join(folder, name), text)
  const { exitCode, lines } = await ingest(given('zh-yue-audio.mkv'), { en: join(folder, name) })
  expect(exitCode).toBe(1)
  expect(lines.at(-1)).toBe(en.errors.BAD_SUBTITLE({ file: name }))
  expect(lines.join('\n')).not.toContain(en.steps.probe)
})

test('languages and names inside a container: zh-TW, 國語, 普通話, none', async () => {
  const path = join(folder, 'names.mkv')
  const [hant, hans] = [join(folder, 'hant.srt'), join(folder, 'hans.srt')]
  await writeFile(hant, SRT('繁體'))
  await writeFile(hans, SRT('简体'))
  const inputs = [...testImage('160x90', 2), ...tone(2), ...tone(2, 660), ...tone(2, 880), '-i', hant, '-i', hans]
  const maps = ['0:v', '1:a', '2:a', '3:a', '4:s', '5:s'].flatMap((input) => ['-map', input])
  const tags = [
    ['a:0', 'title=國語'],
    ['a:1', 'language=zh-yue'],
    ['s:0', 'language=zh-TW'],
    ['s:1', 'language=zh-CHS'],
  ].flatMap(([stream, tag]) => [`-metadata:s:${stream}`, tag!])
  await makeClip(
    path,
    ...inputs,
    ...maps,
    ...tags,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
    '-f',
    'matroska',
  )
  const { exitCode, lines, programId } = await ingest(path)
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect(lines).toContain(told('LANGUAGE_UNKNOWN', { file: 'names.mkv', detail: '#3' }))
  const { sound, subtitles } = await watch(programId)
  expect(sound).toEqual(['國語', '粵語', '原聲'])
  expect(subtitles).toEqual({ 'zh-Hant': '繁體', 'zh-Hans': '简体' })
})

/** Matroska rounds times to milliseconds, which can make one picture more. */
const framesOf = async (film: string) =>
  Math.floor(Number((await streamOf(film, 'nb_read_packets')).nb_read_packets) / 10) * 10

test.runIf(isFull).each([
  { longer: 1, note: true, outcome: 0 },
  { longer: 4, note: true, outcome: 0 },
  { longer: 600, note: false, outcome: 1 },
])('sound that is $longer s longer than its picture of 6 s', async ({ longer, note, outcome }) => {
  const name = `longer-${longer}.mkv`
  const path = join(folder, name)
  await makeClip(
    path,
    ...testImage('160x90', 6),
    ...tone(6 + longer),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
  )
  const { exitCode, lines, programId } = await ingest(path)
  expect({ exitCode, lines }).toMatchObject({ exitCode: outcome })
  const cut = told('SOUND_CUT', { file: name, found: 6 + longer, limit: 6 })
  expect(lines.filter((line) => line === cut)).toHaveLength(note ? 1 : 0)
  if (outcome === 1) expect(lines.at(-1)).toBe(en.errors.VIDEO_ENDS_EARLY({ file: name, found: 6, limit: 6 + longer }))
  else expect(await framesOf((await watch(programId)).film)).toBe(150)
})

/** 400 hours in the header of a Matroska file: newer versions of ffprobe find an MP4's duration elsewhere. */
test.runIf(isFull)('a header that claims 400 hours is compared with what was read, and told', async () => {
  const path = join(folder, 'claims.mkv')
  await makeClip(path, ...testImage('160x90', 2), ...tone(2), '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac')
  const bytes = await readFile(path)
  const duration = Buffer.from([0x44, 0x89, 0x88])
  bytes.writeDoubleBE(400 * 3600 * 1000, bytes.indexOf(duration) + duration.length)
  await writeFile(path, bytes)
  const { exitCode, lines, programId } = await ingest(path)
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect(lines).toContain(told('HEADER_LENGTH', { file: 'claims.mkv', found: 2, limit: 400 * 3600 }))
  expect(await framesOf((await watch(programId)).film)).toBe(50)
})

test.runIf(isFull)('a cover picture in MP4 that is not marked as one is not the film', async () => {
  const path = join(folder, 'cover.mp4')
  const cover = ['-f', 'lavfi', '-i', 'color=red:s=600x600:r=25:d=0.04']
  const codecs = [
    '-c:v:0',
    'mjpeg',
    '-pix_fmt:v:0',
    'yuvj420p',
    '-c:v:1',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
  ]
  await makeClip(
    path,
    ...cover,
    ...testImage('160x90', 2),
    ...tone(2),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    ...codecs,
  )
  const { exitCode, lines, programId } = await ingest(path)
  expect({ exitCode, lines }).toMatchObject({ exitCode: 0 })
  expect(await streamOf((await watch(programId)).film, 'width,height')).toEqual({ width: 160, height: 90 })
})
