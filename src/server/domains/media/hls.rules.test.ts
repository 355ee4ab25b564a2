import { describe, expect, test } from 'vitest'
import {
  bandwidthOf,
  encryptedBytes,
  masterPlaylist,
  mediaPlaylist,
  segmentIv,
  segmentName,
  subtitlePlaylist,
} from './hls.rules.ts'
import type { AudioTrack, ClearPackage, VideoTrack } from './media-model.ts'

const video = (overrides: Partial<VideoTrack> = {}): VideoTrack => ({
  name: 'v720',
  file: 'x',
  codec: 'avc1.64001f',
  timescale: 25_000,
  initBytes: 800,
  segments: [
    [500_000, 50_000],
    [250_000, 50_000],
    [90_000, 5000],
  ],
  width: 1280,
  height: 720,
  frameRate: { num: 25, den: 1 },
  range: 'SDR',
  ...overrides,
})
const audio = (overrides: Partial<AudioTrack> = {}): AudioTrack => ({
  name: 'audio-0',
  file: 'x',
  codec: 'mp4a.40.2',
  timescale: 48_000,
  initBytes: 700,
  segments: [
    [32_000, 96_256],
    [32_000, 95_744],
  ],
  kind: 'aac',
  stream: 1,
  language: 'yue',
  label: null,
  isDefault: true,
  channels: 2,
  isAtmos: false,
  ...overrides,
})
const clear = (overrides: Partial<ClearPackage> = {}): ClearPackage => ({
  version: 1,
  sourceSha256: '',
  sourceName: '',
  seconds: 4.2,
  segmentSeconds: 2,
  video: [video()],
  audio: [audio()],
  subtitles: [],
  storyboard: { vtt: '', sprites: [] },
  preview: '',
  frames: [],
  ...overrides,
})
const lines = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start))

test('BANDWIDTH is never below AVERAGE-BANDWIDTH, also with a short last segment at a high rate', () => {
  const short = {
    segments: [
      [100_000, 50_000],
      [400_000, 5000],
    ] as [number, number][],
  }
  const { peak, average } = bandwidthOf(video(short))
  expect(peak).toBeGreaterThanOrEqual(average)
  const master = masterPlaylist(clear({ video: [video(short)], audio: [audio()] }))
  for (const [, band, mean] of master.matchAll(/BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/g))
    expect(Number(band)).toBeGreaterThanOrEqual(Number(mean))
})

test('a media playlist lists every segment, with an unencrypted init segment before the key', () => {
  expect(mediaPlaylist(video(), 2)).toBe(
    [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:2000000',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXT-X-KEY:METHOD=AES-128,URI="../key"',
      '#EXTINF:2.000000,',
      '00001.m4s',
      '#EXTINF:2.000000,',
      '00002.m4s',
      '#EXTINF:0.200000,',
      '00003.m4s',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  )
})

test('IVs are unique within a track and across tracks', () => {
  const ivs = [0, 1, 2, 11].flatMap((track) =>
    Array.from({ length: 2000 }, (_, segment) => segmentIv(track, segment).toString('hex')),
  )
  expect(new Set(ivs).size).toBe(ivs.length)
  expect(segmentIv(1, 5).toString('hex')).toBe((1_000_005).toString(16).padStart(32, '0'))
})

test.each([
  [0, 16],
  [1, 16],
  [15, 16],
  [16, 32],
  [17, 32],
])('%i bytes encrypt to %i bytes', (bytes, sealed) => {
  expect(encryptedBytes(bytes)).toBe(sealed)
})

test('segment names start at 1 and exceed five digits', () => {
  expect([segmentName(0), segmentName(99_998), segmentName(99_999)]).toEqual(['00001.m4s', '99999.m4s', '100000.m4s'])
})

test('bit rates are measured on the segments; a short last segment does not count as a peak', () => {
  expect(bandwidthOf(video())).toEqual({
    peak: 2_000_064,
    average: Math.ceil(((500_016 + 250_016 + 90_016) * 8) / 4.2),
  })
})

describe('the multivariant playlist', () => {
  test('adds video and audio bit rates and names both codecs', () => {
    const [stream] = lines(masterPlaylist(clear()), '#EXT-X-STREAM-INF')
    expect(stream).toContain(
      'CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000,VIDEO-RANGE=SDR,AUDIO="aac"',
    )
    expect(Number(/BANDWIDTH=(\d+)/.exec(stream!)?.[1])).toBe(bandwidthOf(video()).peak + bandwidthOf(audio()).peak)
  })

  test('has no audio or subtitle group without such tracks', () => {
    const text = masterPlaylist(clear({ audio: [] }))
    expect(text).not.toContain('#EXT-X-MEDIA')
    expect(text).not.toContain('AUDIO=')
    expect(text).not.toContain('SUBTITLES=')
    expect(lines(text, '#EXT-X-STREAM-INF')[0]).toContain('CODECS="avc1.64001f"')
  })

  test('lists 720p first', () => {
    const sizes = [
      [3840, 2160],
      [1920, 1080],
      [1280, 720],
      [854, 480],
      [640, 360],
    ] as const
    const rungs = sizes.map(([width, height]) => video({ name: `v${height}`, width, height }))
    const order = lines(masterPlaylist(clear({ video: rungs })), 'v')
    expect(order.map((line) => line.split('/')[0])).toEqual(['v720', 'v360', 'v480', 'v1080', 'v2160'])
  })

  test('every audio group has every language, falling back to stereo', () => {
    const text = masterPlaylist(
      clear({
        audio: [
          audio(),
          audio({ name: 'audio-1', kind: 'ec3', codec: 'ec-3', channels: 6, isAtmos: true }),
          audio({ name: 'audio-2', stream: 2, language: 'en', isDefault: false }),
        ],
      }),
    )
    const groups = lines(text, '#EXT-X-MEDIA').map((line) =>
      /GROUP-ID="(\w+)",NAME="(.+?)".*CHANNELS="(.+?)",URI="(.+?)"/.exec(line)!.slice(1),
    )
    expect(groups).toEqual([
      ['aac', '粵語', '2', 'audio-0/index.m3u8'],
      ['aac', 'English', '2', 'audio-2/index.m3u8'],
      ['ec3', '粵語', '16/JOC', 'audio-1/index.m3u8'],
      ['ec3', 'English', '2', 'audio-2/index.m3u8'],
    ])
    expect(lines(text, '#EXT-X-STREAM-INF')[1]).toContain('CODECS="avc1.64001f,ec-3,mp4a.40.2"')
  })

  test('tracks of one language without labels are numbered among themselves', () => {
    const tracks = [audio(), audio({ language: 'en' }), audio(), audio({ label: '2' }), audio()]
    const text = masterPlaylist(clear({ audio: tracks.map((track, stream) => ({ ...track, stream })) }))
    const names = lines(text, '#EXT-X-MEDIA').map((line) => /NAME="([^"]*)"/.exec(line)?.[1])
    expect(names).toEqual(['粵語', 'English', '粵語 2', '粵語 2 2', '粵語 3'])
  })

  test('two tracks of one language have distinct names, and labels are escaped', () => {
    const text = masterPlaylist(
      clear({
        audio: [
          audio({ label: null }),
          audio({ stream: 2, label: 'Director",URI="http://evil\n#EXT' }),
          audio({ stream: 3, label: null }),
        ],
      }),
    )
    const media = lines(text, '#EXT-X-MEDIA')
    expect(media).toHaveLength(3)
    const names = media.map((line) => /NAME="([^"]*)"/.exec(line)?.[1])
    expect(new Set(names).size).toBe(3)
    expect(text).not.toContain('\n#EXT"')
    for (const line of media) expect(line.match(/URI="/g)).toHaveLength(1)
  })

  test('omits LANGUAGE for an unknown language', () => {
    expect(masterPlaylist(clear({ audio: [audio({ language: 'und' })] }))).not.toContain('LANGUAGE=')
  })

  test('sound without a language is the original, subtitles without one are of an unknown language', () => {
    const text = masterPlaylist(
      clear({ audio: [audio({ language: 'und' })], subtitles: [{ language: 'und', file: 'a' }] }),
    )
    expect(lines(text, '#EXT-X-MEDIA:TYPE=AUDIO')[0]).toContain('NAME="原聲"')
    expect(lines(text, '#EXT-X-MEDIA:TYPE=SUBTITLES')[0]).toContain('NAME="未知語言"')
  })

  test('the first subtitle track is the default', () => {
    const text = masterPlaylist(
      clear({
        subtitles: [
          { language: 'zh-Hant', file: 'a' },
          { language: 'en', file: 'b' },
        ],
      }),
    )
    expect(lines(text, '#EXT-X-MEDIA:TYPE=SUBTITLES')).toEqual([
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="繁體中文",LANGUAGE="zh-Hant",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,URI="sub-zh-Hant/index.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="sub-en/index.m3u8"',
    ])
  })
})

test('a subtitle playlist is one unencrypted segment of the full duration', () => {
  const text = subtitlePlaylist('en.vtt', 4.2)
  expect(text).toContain('#EXT-X-TARGETDURATION:5')
  expect(text).toContain('#EXTINF:4.200,\nen.vtt')
  expect(text).not.toContain('KEY')
})
