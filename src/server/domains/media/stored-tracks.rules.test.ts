import { expect, test } from 'vitest'
import { masterPlaylist, mediaPlaylist } from './hls.rules.ts'
import type { AudioTrack, SubtitleTrack, VideoTrack } from './media-model.ts'
import { readMaster, readMediaPlaylist } from './stored-tracks.rules.ts'

const FILE = { file: '', timescale: 1000, initBytes: 700, segments: [[500_000, 2002]] as [number, number][] }
const picture = (height: number, more: Partial<VideoTrack> = {}): VideoTrack => ({
  ...FILE,
  name: `v${height}`,
  codec: 'avc1.64001f',
  width: (height * 16) / 9,
  height,
  frameRate: { num: 30_000, den: 1001 },
  range: 'SDR',
  ...more,
})
const sound = (name: string, more: Partial<AudioTrack>): AudioTrack => ({
  ...FILE,
  name,
  codec: 'mp4a.40.2',
  kind: 'aac',
  stream: 0,
  language: 'yue',
  label: null,
  isDefault: false,
  channels: 2,
  isAtmos: false,
  ...more,
})
const VIDEO = [picture(2160, { codec: 'hvc1.2.4.L150.90', range: 'PQ' }), picture(1080), picture(360)]
const AUDIO = [
  sound('audio-0', { isDefault: true }),
  sound('audio-1', { isDefault: true, kind: 'aac51', channels: 6 }),
  sound('audio-2', { isDefault: true, kind: 'ec3', channels: 6, codec: 'ec-3', isAtmos: true }),
  sound('audio-3', { stream: 1, language: 'und' }),
  sound('audio-9', { stream: 2, label: 'Commentary', shownAs: '導演評述, 一' }),
]
const SUBTITLES: SubtitleTrack[] = [
  { language: 'zh-Hant', file: '' },
  { language: 'en', file: '', shownAs: 'English (SDH)', isDefault: true },
  { language: 'und', file: '' },
]

test('a master playlist is read as it was written, with all that other tracks need', () => {
  const written = masterPlaylist({ video: VIDEO, audio: AUDIO, subtitles: SUBTITLES })
  const read = readMaster(written)
  expect(read.video.map(({ name, frameRate, range }) => [name, frameRate, range])).toEqual([
    ['v2160', { num: 30_000, den: 1001 }, 'PQ'],
    ['v1080', { num: 30_000, den: 1001 }, 'SDR'],
    ['v360', { num: 30_000, den: 1001 }, 'SDR'],
  ])
  expect(read.audio.map(({ name, stream, kind, isAtmos }) => [name, stream, kind, isAtmos])).toEqual([
    ['audio-0', 0, 'aac', false],
    ['audio-1', 0, 'aac51', false],
    ['audio-2', 0, 'ec3', true],
    ['audio-3', 1, 'aac', false],
    ['audio-9', 2, 'aac', false],
  ])
  expect(read.audio.at(-1)).toMatchObject({ language: 'yue', shownAs: '導演評述, 一' })
  const measured = <T extends { name: string }, U extends { name: string }>(tracks: T[], full: U[]) =>
    tracks.map((track) => ({ ...full.find(({ name }) => name === track.name)!, ...track }))
  const again = {
    video: measured(read.video, VIDEO),
    audio: measured(read.audio, AUDIO),
    subtitles: read.subtitles.map((track) => ({ ...track, file: '' })),
  }
  expect(masterPlaylist(again)).toBe(written)
})

test('a film without audio and subtitles has only its picture', () => {
  expect(readMaster(masterPlaylist({ video: [picture(360)], audio: [], subtitles: [] }))).toMatchObject({
    video: [{ name: 'v360' }],
    audio: [],
    subtitles: [],
  })
})

test('a media playlist says its number and the length of its segments', () => {
  expect(
    readMediaPlaylist(
      mediaPlaylist(
        picture(360, {
          segments: [
            [9, 2002],
            [9, 1001],
          ],
        }),
        7,
      ),
    ),
  ).toEqual({
    number: 7,
    seconds: [2.002, 1.001],
  })
})
