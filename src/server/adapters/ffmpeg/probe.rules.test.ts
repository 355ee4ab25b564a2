import { describe, expect, test } from 'vitest'
import { masteringMetadata, readProbe } from './probe.rules.ts'
import { createScan, readPacketTimes } from './ffmpeg-transcoder.ts'

type Stream = Record<string, unknown>
const video = (overrides: Stream = {}) =>
  readProbe({
    format: { format_name: 'mov,mp4', duration: '60.0', start_time: '0.0' },
    streams: [
      {
        index: 0,
        codec_type: 'video',
        codec_name: 'h264',
        width: 1920,
        height: 1080,
        pix_fmt: 'yuv420p',
        r_frame_rate: '25/1',
        avg_frame_rate: '25/1',
        ...overrides,
      },
    ],
  }).video[0]!

describe('video streams', () => {
  test.each([
    ['plain', {}, 1920, 1080],
    ['anamorphic', { width: 720, height: 576, sample_aspect_ratio: '64:45' }, 1024, 576],
    ['with an unknown aspect ratio', { sample_aspect_ratio: '0:1' }, 1920, 1080],
    [
      'rotated by its display matrix',
      { side_data_list: [{ side_data_type: 'Display Matrix', rotation: -90 }] },
      1080,
      1920,
    ],
    ['rotated by a legacy tag', { tags: { rotate: '270' } }, 1080, 1920],
    ['upside down', { side_data_list: [{ rotation: 180 }] }, 1920, 1080],
    ['without dimensions', { width: undefined, height: undefined }, 0, 0],
  ])('the displayed size is computed from the pixels of a stream: %s', (...[, stream, width, height]) => {
    expect(video(stream)).toMatchObject({ width, height })
  })

  test.each([
    [
      { avg_frame_rate: '0/0', r_frame_rate: '24000/1001' },
      { num: 24_000, den: 1001 },
    ],
    [{ avg_frame_rate: '2997/100' }, { num: 2997, den: 100 }],
    [
      { avg_frame_rate: '0/0', r_frame_rate: '0/0' },
      { num: 25, den: 1 },
    ],
  ])('the frame rate is read from %j', (stream, rate) => {
    expect(video(stream).frameRate).toEqual(rate)
  })

  test.each([
    ['yuv420p', 8],
    ['yuv420p10le', 10],
    ['p010le', 10],
    ['yuv422p12le', 12],
    ['yuvj420p', 8],
    [undefined, 8],
    ['gray', 8],
  ])('%s has %i bits', (pix_fmt, bits) => {
    expect(video({ pix_fmt }).bitDepth).toBe(bits)
  })

  test.each([
    [{ color_transfer: 'smpte2084', color_space: 'bt2020nc' }, 'PQ', 'bt2020'],
    [{ color_transfer: 'arib-std-b67' }, 'HLG', 'bt709'],
    [{ color_space: 'smpte170m' }, 'SDR', 'bt601'],
    [{ height: 576 }, 'SDR', 'bt601'],
    [{}, 'SDR', 'bt709'],
  ])('%j is %s in %s', (stream, range, matrix) => {
    expect(video(stream)).toMatchObject({ range, matrix })
  })

  test.each([
    ['tt', true],
    ['bb', true],
    ['progressive', false],
    ['unknown', false],
    [undefined, false],
  ])('field order %s: interlaced %s', (field_order, interlaced) => {
    expect(video({ field_order }).interlaced).toBe(interlaced)
  })

  test.each([
    [{ disposition: { attached_pic: 1 } }, true],
    [{ codec_name: 'mjpeg', nb_frames: '1' }, true],
    [{ codec_name: 'mjpeg', nb_frames: '250' }, false],
    [{ codec_name: 'mjpeg' }, false],
    [{ codec_name: 'h264', nb_frames: '1' }, false],
  ])('%j is a cover: %s', (stream, isCover) => {
    expect(video(stream).isCover).toBe(isCover)
  })

  test.each([
    [{ duration: '12.5' }, 12.5],
    [{ tags: { DURATION: '00:01:02.500000000' } }, 62.5],
    [{}, null],
    [{ duration: 'N/A' }, null],
  ])('the duration of %j is %s', (stream, seconds) => {
    expect(video(stream).seconds).toBe(seconds)
  })
})

test('converts mastering metadata to the units of x265', () => {
  const masteringData = {
    side_data_type: 'Mastering display metadata',
    red_x: '34000/50000',
    red_y: '16000/50000',
    green_x: '13250/50000',
    green_y: '34500/50000',
    blue_x: '7500/50000',
    blue_y: '3000/50000',
    white_point_x: '15635/50000',
    white_point_y: '16450/50000',
    min_luminance: '50/10000',
    max_luminance: '10000000/10000',
  }
  const lightLevel = { side_data_type: 'Content light level metadata', max_content: 1000, max_average: 400 }
  expect(masteringMetadata([masteringData, lightLevel])).toEqual({
    masterDisplay: 'G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)',
    maxLight: '1000,400',
  })
  expect(masteringMetadata([])).toEqual({ masterDisplay: null, maxLight: null })
})

test('an empty probe result is a source without streams', () => {
  expect(readProbe({})).toEqual({
    container: '',
    seconds: null,
    startSeconds: 0,
    isLengthDeclared: false,
    claimedSeconds: null,
    video: [],
    audio: [],
    subtitles: [],
  })
})

test.each([
  ['0,1.000000,0.960000,0.040000', { stream: 0, time: 1, end: 1.04, decoding: 0.96 }],
  ['1,N/A,0.960000,0.040000', { stream: 1, time: 0.96, end: 1, decoding: 0.96 }],
  ['0,1.5,N/A,N/A', { stream: 0, time: 1.5, end: 1.5, decoding: NaN }],
  ['0,1.5,1.5,-3', { stream: 0, time: 1.5, end: 1.5, decoding: 1.5 }],
  ['2,1.5,1.5,0.1,H.26[45] User Data', { stream: 2, time: 1.5, end: 1.6, decoding: 1.5 }],
  ['0,N/A,N/A,N/A', null],
  ['', null],
])('reads the times of the packet %j', (line, packet) => {
  expect(readPacketTimes(line)).toEqual(packet === null ? null : { ...packet, end: expect.closeTo(packet.end) })
})

test('a scan counts the packets of each stream and finds the longest gap, whatever their order', () => {
  const { streams, add } = createScan()
  for (const [stream, time] of [
    [0, 0],
    [1, 0],
    [0, 3],
    [0, 1],
    [0, 2],
    [0, 100],
  ] as const)
    add({ stream, time, end: time + 1, decoding: NaN })
  expect(streams.get(0)).toMatchObject({ packets: 5, end: 101, longestGap: 97 })
  expect(streams.get(1)).toMatchObject({ packets: 1, end: 1, longestGap: 0 })
})

test.each([
  ['pictures that are stored in another order than they are shown', [0, 0.04, 0.08, 0.12], 0],
  ['one wrong time', [0, 1, 30, 2, 3], 0],
  ['two recordings joined', [0, 1, 2, 3, 0, 1, 2, 3], 2],
  ['no decoding times', [NaN, NaN, NaN], 0],
])('a scan finds how far the decoding times go back: %s', (_, times, expected) => {
  const { streams, add } = createScan()
  for (const [n, decoding] of times.entries()) add({ stream: 0, time: n, end: n + 1, decoding })
  expect(streams.get(0)?.longestReturn).toBe(expected)
})

test('a negative duration is none', () => {
  expect(readProbe({ format: { duration: '-5.0' } }).seconds).toBeNull()
})

describe('Dolby Vision', () => {
  const dovi = (dv_profile: number, compatibility: number) => [
    { side_data_type: 'DOVI configuration record', dv_profile, dv_bl_signal_compatibility_id: compatibility },
  ]
  test.each([
    [5, 0, undefined, 'SDR'],
    [8, 1, undefined, 'PQ'],
    [8, 4, undefined, 'HLG'],
    [8, 2, undefined, 'SDR'],
    [7, 6, 'smpte2084', 'PQ'],
  ])('profile %s.%s with the transfer %s has a base layer of %s', (profile, compatibility, color_transfer, range) => {
    expect(video({ side_data_list: dovi(profile, compatibility), color_transfer })).toMatchObject({
      dolbyVision: { profile, compatibility },
      range,
    })
  })
})

test.each([
  ['粵語', '粵語'],
  ['國語', '國語'],
  ['SoundHandler', null],
  ['Core Media Audio', null],
  ['#Mainconcept MP4 Sound Media Handler', null],
  ['\u0000', null],
  ['Stereo', null],
])('the handler name %j of an MP4 is the title %j', (handler_name, title) => {
  const streams = [{ index: 0, codec_type: 'audio', codec_name: 'aac', tags: { handler_name } }]
  expect(readProbe({ streams }).audio[0]).toMatchObject({ title })
})

test('an unknown codec is known by its tag, and a negative length by its seconds', () => {
  const { audio, seconds, claimedSeconds } = readProbe({
    format: { duration: '-5.0' },
    streams: [{ index: 0, codec_type: 'audio', codec_tag_string: 'apac' }],
  })
  expect(audio[0]).toMatchObject({ codec: '', tag: 'apac' })
  expect({ seconds, claimedSeconds }).toEqual({ seconds: null, claimedSeconds: -5 })
})
