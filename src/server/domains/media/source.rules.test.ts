import { expect, test } from 'vitest'
import { IngestError } from './media-errors.ts'
import { audioStream, sourceFacts, videoStream } from './source.fixture.ts'
import {
  checkBoxes,
  checkEnd,
  checkPositions,
  checkSize,
  declaredSeconds,
  mainVideoStream,
  pointsElsewhere,
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
])('a file with %s', (_, bytes, code) => {
  expect(codeOf(() => checkSize(bytes))).toBe(code)
})

test.each([
  { what: 'all of its boxes', ends: 1000, code: null },
  { what: 'its last per cent missing', ends: 1004, code: null },
  { what: 'more than that missing', ends: 1024, code: 'TRUNCATED' },
  { what: 'a declared size of 50 GB', ends: 50e9, code: 'TRUNCATED' },
  { what: 'a declared size of 500 GB', ends: 500e9, code: 'TOO_LARGE' },
])('an MP4 of 1000 bytes with $what', ({ ends, code }) => {
  const boxes = [
    { start: 0, size: 24 },
    { start: 24, size: ends - 24 },
  ]
  expect(codeOf(() => checkBoxes(boxes, 1000))).toBe(code)
})

test.each([
  ['no streams', sourceFacts({ video: [], audio: [] }), 'NO_VIDEO'],
  ['sound alone', sourceFacts({ video: [], audio: [audioStream()] }), 'NO_VIDEO'],
  ['only a cover image', sourceFacts({ video: [videoStream({ isCover: true })] }), 'COVER_ONLY'],
  ['more than 8K', sourceFacts({ video: [videoStream({ width: 8200, height: 4100 })] }), 'TOO_BIG_PICTURE'],
  ['a giant square', sourceFacts({ video: [videoStream({ width: 5000, height: 5000 })] }), 'TOO_BIG_PICTURE'],
  ['8K', sourceFacts({ video: [videoStream({ width: 7680, height: 4320 })] }), null],
  ['no size', sourceFacts({ video: [videoStream({ width: 0, height: 0 })] }), 'NOT_A_VIDEO'],
])('a source with %s', (_, facts, code) => {
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
])('a source with %s', (_, facts, code) => {
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
])('the positions %j in a one-minute video', (positions, code) => {
  expect(codeOf(() => checkPositions(positions, 60))).toBe(code)
})
