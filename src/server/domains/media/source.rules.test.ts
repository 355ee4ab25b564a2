import { describe, expect, test } from 'vitest'
import { IngestError } from './media-errors.ts'
import { claimedSize } from './source-file.ts'
import { audioStream, sourceFacts, videoStream } from './source.fixture.ts'
import {
  checkBoxes,
  checkClaim,
  checkEnd,
  checkPackets,
  checkPositions,
  checkSegment,
  checkSize,
  declaredSeconds,
  mainVideoStream,
  pointsElsewhere,
  checkDolbyVision,
  checkSpan,
  knownTracks,
  withoutCovers,
  withoutImpossibleLength,
  wrongHeaders,
} from './source.rules.ts'

const codeOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof IngestError ? error.code : String(error)
  }
}

test.each([
  '#EXTM3U\n#EXT-X-VERSION:3\nhttp://10.0.0.1/x.ts',
  '\uFEFF#EXTM3U\n',
  "ffconcat version 1.0\nfile '/etc/passwd'",
  "file '/etc/passwd'\nfile b.mp4",
  '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">',
  '<!-- x --><smil><body>',
  '[playlist]\nFile1=http://x/',
  'v=0\r\no=- 0 0 IN IP4 127.0.0.1',
  '  \n#EXTM3U',
])('%j is detected as a playlist', (text) => {
  expect(pointsElsewhere(Buffer.from(text))).toBe(true)
})

test.each(['\0\0\0\x18ftypmp42', '\x1aE\xdf\xa3', 'RIFF\0\0\0\0AVI ', 'hello, world', 'filed away', ''])(
  '%j is not detected as a playlist',
  (text) => {
    expect(pointsElsewhere(Buffer.from(text, 'latin1'))).toBe(false)
  },
)

test.each([
  ['no content', 0, 'EMPTY_FILE'],
  ['a video', 5e9, null],
  ['201 GB', 201e9, 'TOO_LARGE'],
])('the size of a file with %s is accepted, or refused', (_, bytes, code) => {
  expect(codeOf(() => checkSize(bytes))).toBe(code)
})

test.each([
  { what: 'all of its boxes', ends: 1000, code: null },
  { what: 'its last per cent missing', ends: 1004, code: null },
  { what: 'more than that missing', ends: 1024, code: 'TRUNCATED' },
  { what: 'a declared size of 50 GB', ends: 50e9, code: 'TRUNCATED' },
  { what: 'a declared size of 500 GB', ends: 500e9, code: 'TOO_LARGE' },
])('an MP4 of 1000 bytes is whole, or refused: $what', ({ ends, code }) => {
  const boxes = [
    { type: 'moov', start: 0, size: 24 },
    { type: 'mdat', start: 24, size: ends - 24 },
  ]
  expect(codeOf(() => checkBoxes(boxes, 1000))).toBe(code)
})

test.each([
  ['junk behind its last box', 'moov', 'AAAA', null],
  ['junk and no header', 'mdat', 'AAAA', 'TRUNCATED'],
  ['samples that end too early', 'moov', 'mdat', 'TRUNCATED'],
])('the last box of an MP4 tells whether it is whole: %s', (_, first, last, code) => {
  const boxes = [
    { type: first, start: 0, size: 900 },
    { type: last, start: 900, size: 0x41414141 },
  ]
  expect(codeOf(() => checkBoxes(boxes, 1924))).toBe(code)
})

const HOUR = 3600
test.each([
  ['as many as declared', { frames: 1500 }, {}, null],
  ['sample tables of billions', { frames: 4e9 }, {}, 'TRUNCATED'],
  ['an undeclared number', { frames: null }, {}, null],
  ['a gap of 400 hours', {}, { end: 400 * HOUR, longestGap: 399 * HOUR }, 'BAD_TIMESTAMPS'],
  ['a gap of eleven hours', {}, { end: 11 * HOUR, longestGap: 10 * HOUR }, 'BAD_TIMESTAMPS'],
  ['two recordings joined', {}, { longestReturn: 30 }, 'TIMES_RETURN'],
  ['decoding times that swap', {}, { longestReturn: 0.08 }, null],
  ['slides of five minutes', {}, { end: HOUR, longestGap: 300 }, null],
  ['a true length of thirteen hours', {}, { end: 13 * HOUR }, 'TOO_LONG'],
  ['no usable times', {}, { end: 0 }, 'NOT_A_VIDEO'],
])('the times of packets are accepted, or refused: %s', (_, video, scan, code) => {
  const scans = new Map([[0, { packets: 1500, end: 60, longestGap: 0, longestReturn: 0, ...scan }]])
  expect(codeOf(() => checkPackets(sourceFacts({ video: [videoStream(video)] }), scans))).toBe(code)
})

test('a gap in the sound is filled with silence up to an hour', () => {
  const scans = (longestGap: number) =>
    new Map([
      [0, { packets: 1500, end: 60, longestGap: 0, longestReturn: 0 }],
      [1, { packets: 1500, end: 60, longestGap, longestReturn: 0 }],
    ])
  expect(codeOf(() => checkPackets(sourceFacts(), scans(HOUR)))).toBeNull()
  expect(codeOf(() => checkPackets(sourceFacts(), scans(400 * HOUR)))).toBe('BAD_TIMESTAMPS')
})

test('a source without packets is no video', () => {
  expect(codeOf(() => checkPackets(sourceFacts(), new Map()))).toBe('NOT_A_VIDEO')
})

test.each([
  ['a true size', 1000, 60, null],
  ['an unknown size', null, null, null],
  ['a size of 50 GB and a duration that its packets must reach', 50e9, 60, null],
  ['a size of 50 GB and nothing to compare it with', 50e9, null, 'TRUNCATED'],
])('a Matroska file of 1000 bytes is whole, or refused: %s', (_, claimed, seconds, code) => {
  expect(codeOf(() => checkSegment(claimed, 1000, sourceFacts({ seconds })))).toBe(code)
})

test.each([
  ['1a45dfa3 82 0000 18538067 84', 16],
  ['1a45dfa3 82 0000 18538067 4004', 17],
  ['1a45dfa3 82 0000 18538067 0100000ba43b7400', 50_000_000_019],
  ['1a45dfa3 82 0000 18538067 01ffffffffffffff', null],
  ['1a45dfa3 82 0000 18538067 ff', null],
  ['1a45dfa3 82 0000 18538067', null],
  ['1a45dfa3 ff 0000 18538067 84', null],
  ['1a45dfa3 00', null],
  ['00000018 66747970', null],
])('a head of %s claims %s bytes', (hex, size) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  expect(claimedSize(bytes)).toBe(size)
})

test.each([
  ['no streams', sourceFacts({ video: [], audio: [] }), 'NO_VIDEO'],
  ['sound alone', sourceFacts({ video: [], audio: [audioStream()] }), 'NO_VIDEO'],
  ['only a cover image', sourceFacts({ video: [videoStream({ isCover: true })] }), 'COVER_ONLY'],
  ['more than 8K', sourceFacts({ video: [videoStream({ width: 8200, height: 4100 })] }), 'TOO_BIG_PICTURE'],
  ['a giant square', sourceFacts({ video: [videoStream({ width: 5000, height: 5000 })] }), 'TOO_BIG_PICTURE'],
  ['8K', sourceFacts({ video: [videoStream({ width: 7680, height: 4320 })] }), null],
  ['no size', sourceFacts({ video: [videoStream({ width: 0, height: 0 })] }), 'NOT_A_VIDEO'],
])('the frame size of a source is accepted, or refused: %s', (_, facts, code) => {
  expect(codeOf(() => mainVideoStream(facts))).toBe(code)
})

test('the main video stream is the first that is not a cover image', () => {
  const facts = sourceFacts({ video: [videoStream({ index: 0, isCover: true }), videoStream({ index: 2 })] })
  expect(mainVideoStream(facts).index).toBe(2)
})

test.each([
  ['400 hours in its container', sourceFacts({ seconds: 400 * 3600 }), 'TOO_LONG'],
  ['400 hours in its stream', sourceFacts({ video: [videoStream({ seconds: 400 * 3600 })] }), 'TOO_LONG'],
  ['twelve hours', sourceFacts({ seconds: 43_200 }), null],
])('the length of a source is accepted, or refused: %s', (_, facts, code) => {
  expect(codeOf(() => declaredSeconds(facts))).toBe(code)
})

test.each([
  [100, 99.5, null],
  [100, 98.9, 'TRUNCATED'],
  [100, 101, null],
  [7200, 7100, 'TRUNCATED'],
  [2, 1.96, null],
  [2, 1.4, 'TRUNCATED'],
])('declared %d s and ended after %d s', (declared, actual, code) => {
  expect(codeOf(() => checkEnd(declared, actual))).toBe(code)
})

test.each([
  [[], null],
  [[0, 5, 60], null],
  [[5, 60.4], null],
  [[5, 61], 'POSITION_PAST_END'],
])('the positions %j are accepted if they are within a one-minute video', (positions, code) => {
  expect(codeOf(() => checkPositions(positions, 60))).toBe(code)
})

const scan = (end: number) => ({ packets: 50, end, longestGap: 0.04, longestReturn: 0 })
const codes = (notes: { code: string }[]) => notes.map(({ code }) => code)

test('a track of an unknown codec is left out and told, as long as one of its kind remains', () => {
  const source = sourceFacts({ audio: [audioStream(), audioStream({ index: 2, codec: '', tag: 'apac' })] })
  const { facts, notes } = knownTracks(source)
  expect(facts.audio.map(({ index }) => index)).toEqual([1])
  expect(notes).toEqual([{ code: 'TRACK_LEFT_OUT', params: { detail: '#2 apac' } }])
})

test.each([
  ['sound', { audio: [audioStream({ codec: '', tag: 'apac' })] }],
  ['video', { video: [videoStream({ codec: '' })] }],
])('a source with no %s that can be decoded is refused', (_, change) => {
  expect(() => knownTracks(sourceFacts(change))).toThrow(expect.objectContaining({ code: 'NO_DECODER' }) as Error)
})

test.each([
  ['a still codec', { codec: 'png', isStill: true }, 0.04],
  ['any codec, by its length', { codec: 'hevc' }, 0.04],
  ['nothing but its length', {}, 4],
])('the film is not the cover before it, known by %s', (_, cover, seconds) => {
  const source = sourceFacts({ video: [videoStream({ index: 0, ...cover }), videoStream({ index: 2 })] })
  const scans = new Map([
    [0, scan(seconds)],
    [1, scan(60)],
    [2, scan(60)],
  ])
  expect(withoutCovers(source, scans).video.map(({ index }) => index)).toEqual([2])
})

test('a video of still images is the film where there is no other', () => {
  const source = sourceFacts({ video: [videoStream({ codec: 'mjpeg', isStill: true })] })
  expect(withoutCovers(source, new Map([[0, scan(60)]])).video[0]?.codec).toBe('mjpeg')
})

describe('a header that claims 400 hours', () => {
  test.each([
    ['in its container', sourceFacts({ seconds: 400 * HOUR })],
    ['in its stream', sourceFacts({ video: [videoStream({ seconds: 400 * HOUR })] })],
  ])('decides nothing: %s', (_, facts) => {
    const read = withoutImpossibleLength(facts)
    expect(read).toMatchObject({ seconds: null, isLengthDeclared: false, claimedSeconds: 400 * HOUR })
    expect(declaredSeconds(read)).toBeLessThanOrEqual(12 * HOUR)
    expect(codeOf(() => checkClaim(read, new Map([[0, scan(1.5 * HOUR)]])))).toBeNull()
    expect(codeOf(() => checkClaim(read, new Map([[0, scan(400 * HOUR)]])))).toBe('TOO_LONG')
  })

  test('a possible length stays', () => {
    const facts = sourceFacts({ seconds: 12 * HOUR })
    expect(withoutImpossibleLength(facts)).toBe(facts)
    expect(codeOf(() => checkClaim(facts, new Map([[0, scan(13 * HOUR)]])))).toBeNull()
  })
})

test.each([
  ['the sound', { seconds: null }, 60, 20],
  ['the container', { seconds: 60, audio: [] }, 60, 20],
])('a video that is a fraction of %s is refused', (_, change, sound, end) => {
  const run = () => checkSpan(sourceFacts(change), new Map([[1, scan(sound)]]), end)
  expect(run).toThrow(expect.objectContaining({ code: 'VIDEO_ENDS_EARLY' }) as Error)
})

test('Matroska counts its length from zero: a clock that starts at 40 s is no missing part', () => {
  const later = sourceFacts({ container: 'matroska,webm', seconds: 60, startSeconds: 40 })
  expect(checkSpan(later, new Map([[1, scan(60)]]), 20)).toEqual([])
  const run = () => checkSpan({ ...later, container: 'mov,mp4' }, new Map([[1, scan(60)]]), 20)
  expect(run).toThrow(expect.objectContaining({ code: 'VIDEO_ENDS_EARLY' }) as Error)
})

test('sound that outlasts the video is told', () => {
  const notes = checkSpan(sourceFacts(), new Map([[1, scan(63)]]), 60)
  expect(notes).toEqual([{ code: 'SOUND_CUT', params: { found: 63, limit: 60 } }])
  expect(checkSpan(sourceFacts(), new Map([[1, scan(60.5)]]), 60)).toEqual([])
})

test.each([
  ['a negative length', { seconds: null, claimedSeconds: -5 }, null, ['HEADER_LENGTH']],
  ['a length that is too short', { seconds: 10 }, null, ['HEADER_LENGTH']],
  ['400 hours', { seconds: null, claimedSeconds: 400 * HOUR }, null, ['HEADER_LENGTH']],
  ['a size of 50 GB', {}, 50e9, ['HEADER_SIZE']],
  ['what is there', {}, 1000, []],
  ['no length', { seconds: null }, null, []],
])('a header that claims %s is told', (_, change, claimed, expected) => {
  expect(codes(wrongHeaders(sourceFacts(change), { end: 60, bytes: 1000, claimed }))).toEqual(expected)
})

test.each([
  [5, 0, 'DOLBY_VISION'],
  [10, 0, 'DOLBY_VISION'],
  [8, 1, ['BASE_LAYER']],
  [8, 4, ['BASE_LAYER']],
  [7, 6, ['BASE_LAYER']],
  [7, 0, ['BASE_LAYER']],
])('Dolby Vision profile %s with compatibility %s is %s', (profile, compatibility, expected) => {
  const run = () => codes(checkDolbyVision(videoStream({ dolbyVision: { profile, compatibility } })))
  if (typeof expected === 'string') expect(run).toThrow(expect.objectContaining({ code: expected }) as Error)
  else expect(run()).toEqual(expected)
})
