import { describe, expect, test } from 'vitest'
import {
  audioPlans,
  bytesNeeded,
  encodePlan,
  gainFor,
  gopFrames,
  rungsOf,
  withAudioLanguage,
  withGains,
} from './ladder.rules.ts'
import { resolutionOf } from './publish.ts'
import { audioStream, sourceFacts, videoStream } from './source.fixture.ts'
import { constantRate } from './media-model.ts'

const ladder = (width: number, height: number) =>
  rungsOf(videoStream({ width, height })).map((rung) => `${rung.name} ${rung.codec} ${rung.width}x${rung.height}`)

describe('the rungs of a video', () => {
  test.each([
    [1920, 1080, ['v1080 h264 1920x1080', 'v720 h264 1280x720', 'v480 h264 854x480', 'v360 h264 640x360']],
    [1280, 720, ['v720 h264 1280x720', 'v480 h264 854x480', 'v360 h264 640x360']],
    [854, 480, ['v480 h264 854x480', 'v360 h264 640x360']],
    [640, 360, ['v360 h264 640x360']],
    [480, 270, ['v360 h264 480x270']],
    [1920, 800, ['v1080 h264 1920x800', 'v720 h264 1280x534', 'v480 h264 854x356', 'v360 h264 640x266']],
    [1080, 1920, ['v1080 h264 1080x1920', 'v720 h264 720x1280', 'v480 h264 480x854', 'v360 h264 360x640']],
    [1440, 1080, ['v1080 h264 1440x1080', 'v720 h264 960x720', 'v480 h264 640x480', 'v360 h264 480x360']],
    [720, 576, ['v720 h264 720x576', 'v480 h264 600x480', 'v360 h264 450x360']],
    [
      3840,
      2160,
      ['v2160 hevc 3840x2160', 'v1080 h264 1920x1080', 'v720 h264 1280x720', 'v480 h264 854x480', 'v360 h264 640x360'],
    ],
    [
      4096,
      1716,
      ['v2160 hevc 3840x1608', 'v1080 h264 1920x804', 'v720 h264 1280x536', 'v480 h264 854x358', 'v360 h264 640x268'],
    ],
    [
      7680,
      4320,
      ['v2160 hevc 3840x2160', 'v1080 h264 1920x1080', 'v720 h264 1280x720', 'v480 h264 854x480', 'v360 h264 640x360'],
    ],
    [
      2560,
      1440,
      ['v2160 hevc 2560x1440', 'v1080 h264 1920x1080', 'v720 h264 1280x720', 'v480 h264 854x480', 'v360 h264 640x360'],
    ],
    [641, 361, ['v480 h264 642x362']],
    [2, 2, ['v360 h264 2x2']],
  ])('%i x %i', (width, height, expected) => {
    expect(ladder(width, height)).toEqual(expected)
  })

  test.each([
    [1920, 1080],
    [1279, 719],
    [333, 777],
    [853, 480],
    [5000, 2000],
    [1081, 1081],
  ])('%i x %i is never upscaled, and every side is even', (width, height) => {
    const rungs = rungsOf(videoStream({ width, height }))
    expect(rungs.length).toBeGreaterThan(0)
    for (const rung of rungs) {
      expect(rung.width).toBeLessThanOrEqual(width + 1)
      expect(rung.height).toBeLessThanOrEqual(height + 1)
      expect([rung.width % 2, rung.height % 2]).toEqual([0, 0])
    }
  })

  test('maximum bit rates match the bandwidth guide', () => {
    expect(rungsOf(videoStream({ width: 3840, height: 2160 })).map((rung) => rung.maxKbps)).toEqual([
      12_000, 4000, 2500, 1200, 800,
    ])
  })

  test('HDR is kept in 10-bit HEVC and tone-mapped to 8-bit SDR H.264', () => {
    const [top, next] = rungsOf(videoStream({ width: 3840, height: 2160, range: 'PQ', bitDepth: 10 }))
    expect([top, next]).toMatchObject([
      { codec: 'hevc', bitDepth: 10, range: 'PQ' },
      { codec: 'h264', bitDepth: 8, range: 'SDR' },
    ])
  })

  test('10-bit SDR becomes 8-bit in every rung', () => {
    const depths = rungsOf(videoStream({ width: 3840, height: 2160, bitDepth: 10 })).map((rung) => rung.bitDepth)
    expect(new Set(depths)).toEqual(new Set([8]))
  })
})

test.each([
  [[30_000, 1001], '30000/1001', 60],
  [[24_000, 1001], '24000/1001', 48],
  [[25, 1], '25/1', 50],
  [[2997, 100], '30000/1001', 60],
  [[293, 10], '30000/1001', 60],
  [[120, 1], '60/1', 120],
  [[100, 1], '50/1', 100],
  [[15, 1], '15/1', 30],
  [[1, 1], '5/1', 10],
  [[0, 0], '25/1', 50],
])('a frame rate of %j becomes %s', ([num, den], expected, frames) => {
  const rate = constantRate({ num: num!, den: den! })
  expect(`${rate.num}/${rate.den}`).toBe(expected)
  expect(gopFrames(rate)).toBe(frames)
})

describe('audio', () => {
  const kinds = (...audio: Parameters<typeof audioStream>[0][]) =>
    audioPlans(sourceFacts({ audio: audio.map((stream, at) => audioStream({ index: at + 1, ...stream })) })).map(
      ({ name, kind, stream, channels, isDefault }) =>
        `${name} ${kind} of ${stream}, ${channels}${isDefault ? ', default' : ''}`,
    )

  test.each([
    ['stereo', [{}], ['audio-0 aac of 1, 2, default']],
    ['mono', [{ channels: 1 }], ['audio-0 aac of 1, 2, default']],
    ['none', [], []],
    ['5.1', [{ channels: 6 }], ['audio-0 aac of 1, 2, default', 'audio-1 aac51 of 1, 6, default']],
    ['7.1', [{ channels: 8 }], ['audio-0 aac of 1, 2, default', 'audio-1 aac51 of 1, 6, default']],
    ['AC-3 in stereo', [{ codec: 'ac3' }], ['audio-0 aac of 1, 2, default', 'audio-1 ac3 of 1, 2, default']],
    [
      'E-AC-3 in 5.1',
      [{ codec: 'eac3', channels: 6 }],
      ['audio-0 aac of 1, 2, default', 'audio-1 aac51 of 1, 6, default', 'audio-2 ec3 of 1, 6, default'],
    ],
    [
      'two languages',
      [{ isDefault: false }, { isDefault: true }],
      ['audio-0 aac of 1, 2', 'audio-1 aac of 2, 2, default'],
    ],
    [
      'no stream marked default',
      [{ isDefault: false }, { isDefault: false }],
      ['audio-0 aac of 1, 2, default', 'audio-1 aac of 2, 2'],
    ],
  ])('%s is encoded as the tracks that players need', (_, audio, expected) => {
    expect(kinds(...audio)).toEqual(expected)
  })

  test('a language that is given beside the file is that of sound which names none', () => {
    const audio = [audioStream({ language: null }), audioStream({ language: 'eng' }), audioStream({ title: '國語' })]
    const languages = (given?: string) =>
      audioPlans(withAudioLanguage(sourceFacts({ audio }), given)).map(({ language }) => language)
    expect(languages('yue')).toEqual(['yue', 'en', 'cmn'])
    expect(languages()).toEqual(['und', 'en', 'cmn'])
  })

  test('a Dolby track that starts seconds late is not copied, because it cannot be padded', () => {
    const facts = sourceFacts({ startSeconds: 1, audio: [audioStream({ codec: 'ac3', startSeconds: 4 })] })
    expect(audioPlans(facts).map((track) => track.kind)).toEqual(['aac'])
  })

  test.each([
    [-23, 7],
    [-16, 0],
    [-9.5, -6.5],
    [-50, 20],
    [-70, 0],
    [null, 0],
  ])('%d LUFS get a gain of %d dB', (loudness, gain) => {
    expect(gainFor(loudness)).toBeCloseTo(gain)
  })

  test('normalizes only the stereo track to -16 LUFS', () => {
    const facts = sourceFacts({ audio: [audioStream({ codec: 'eac3', channels: 6 })] })
    const plan = withGains(encodePlan('/f.mkv', facts, 10), new Map([[1, -23]]))
    expect(plan.audio.map((track) => [track.kind, track.gainDb])).toEqual([
      ['aac', 7],
      ['aac51', 0],
      ['ec3', 0],
    ])
  })
})

test.each([
  [1920, 1080, 'HD'],
  [1280, 720, 'HD'],
  [1280, 718, 'SD'],
  [3840, 2160, '4K'],
  [2160, 3840, '4K'],
  [2560, 1440, 'HD'],
])('%i x %i is %s by its short side', (width, height, expected) => {
  expect(resolutionOf({ width, height })).toBe(expected)
})

test('estimates disk space for the rungs and their encrypted copy', () => {
  const gigabytes = bytesNeeded(encodePlan('/f', sourceFacts({}), 7200)) / 1e9
  expect(gigabytes).toBeGreaterThan(7)
  expect(gigabytes).toBeLessThan(16)
})
