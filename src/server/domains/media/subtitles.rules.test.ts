import { describe, expect, test } from 'vitest'
import { IngestError } from './media-errors.ts'
import {
  cleanText,
  decodeText,
  parseSubtitles,
  parseTime,
  SUBTITLE_MAX_BYTES,
  writeStoryboard,
  writeVtt,
} from './subtitles.rules.ts'

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** 「你好，我們在香港。」 in Big5, and the same in simplified Chinese in GB 18030. */
const BIG5 = Buffer.from([
  0xa7, 0x41, 0xa6, 0x6e, 0xa1, 0x41, 0xa7, 0xda, 0xad, 0xcc, 0xa6, 0x62, 0xad, 0xbb, 0xb4, 0xe4, 0xa1, 0x43,
])
const GB = Buffer.from([
  0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xce, 0xd2, 0xc3, 0xc7, 0xd4, 0xda, 0xcf, 0xe3, 0xb8, 0xdb, 0xa1, 0xa3,
])

describe('detects the encoding of a subtitle file', () => {
  test.each([
    ['UTF-8', Buffer.from('你好，我們在香港。'), '你好，我們在香港。'],
    ['UTF-16 with a BOM', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('你好 A')]), '你好 A'],
    ['big-endian UTF-16 with a BOM', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('你好 A', true)]), '你好 A'],
    ['UTF-16 without a BOM', utf16('1\n00:00:01,000 --> 00:00:02,000\n你好'), '1\n00:00:01,000 --> 00:00:02,000\n你好'],
    ['big-endian UTF-16 without a BOM', utf16('00:00:01,000 --> 你好', true), '00:00:01,000 --> 你好'],
    ['Big5', BIG5, '你好，我們在香港。'],
    ['GB 18030', GB, '你好，我们在香港。'],
  ])('%s is decoded to its characters', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text)
  })
})

const read = (text: string) => parseSubtitles(Buffer.from(text), 'x.srt')
const vtt = (text: string) => writeVtt(read(text))

test('converts SubRip to WebVTT, sorted, with italics', () => {
  const text =
    '\uFEFF2\r\n00:01:00,500 --> 00:01:02,000\r\n<i>第二</i>\r\n\r\n1\r\n00:00:01,0 --> 00:00:02,000 X1:10\r\n第一\r\n兩行\r\n'
  expect(vtt(text)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n第一\n兩行\n\n00:01:00.500 --> 00:01:02.000\n<i>第二</i>\n',
  )
})

test('strips styles and notes from WebVTT and keeps text and position', () => {
  const text =
    'WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE\n00:00 --> never\n\ncue-1\n00:01.000 --> 00:02.500 line:0 align:left\n<v Ming>早晨</v>\n'
  expect(vtt(text)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500 line:5%\n早晨\n')
})

test('keeps dialogue of ASS and drops drawings and override tags', () => {
  const text = [
    '[Script Info]',
    'Title: x',
    '',
    '[V4+ Styles]',
    'Style: Default,Arial',
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    'Dialogue: 0,0:00:01.50,0:00:03.00,Default,,0,0,0,,{\\pos(1,2)\\b1}你好\\N{\\i1}世界{\\i0}, 再見',
    'Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\an8}上面\\h字',
    'Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}',
    'Comment: 0,0:00:06.00,0:00:07.00,Default,,0,0,0,,no',
  ].join('\r\n')
  expect(read(text)).toEqual([
    { start: 1500, end: 3000, text: '你好\n<i>世界</i>, 再見', isAtTop: false },
    { start: 4000, end: 5000, text: '上面 字', isAtTop: true },
  ])
})

test.each([
  ['<script>alert(1)</script>', 'alert(1)'],
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['Tom &amp; Jerry &lt;3', 'Tom &amp; Jerry &lt;3'],
  ['<font color="red"><B>紅</B></font>', '<b>紅</b>'],
  ['<i>never closed', '<i>never closed</i>'],
  ['closed</i> twice</b>', 'closed twice'],
  ['{\\an8}up', 'up'],
  ['<c.yellow><00:00:01.000>word', 'word'],
  ['bell\u0007 and\u0000 null', 'bell and null'],
  ['00:01 --> 00:02', '00:01 --&gt; 00:02'],
])('%j is cleaned to %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected)
})

test('a blank line inside a cue does not start a new cue', () => {
  expect(cleanText('a\n\n\nb')).toBe('a\nb')
})

test.each([
  ['00:01:02,345', 62_345],
  ['1:00:00.5', 3_600_500],
  ['02:03.45', 123_450],
  ['100:00:00,000', 360_000_000],
  ['soon', null],
  ['1', null],
])('the time %s is %s', (input, expected) => {
  expect(parseTime(input)).toBe(expected)
})

test.each([
  '',
  'not subtitles at all',
  '1\n00:00:02,000 --> 00:00:01,000\nbackwards',
  '1\n00:00:01,000 --> 00:00:02,000\n<font></font>',
])('refuses %j, which has no cue with text', (text) => {
  expect(() => read(text)).toThrow(IngestError)
})

const SRT = '1\n00:00:01,000 --> 00:00:02,000\n'
const ASS = '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,'
const LONG = 400_000

describe('a long line takes linear time', () => {
  test.each([
    ['braces in SubRip', `${SRT}x${'{\\'.repeat(LONG / 2)}`],
    ['braces in ASS', `${ASS}x${'{'.repeat(LONG)}`],
    ['drawing tags in ASS', `${ASS}x${'{\\p'.repeat(LONG / 3)}`],
    ['italics in ASS', `${ASS}x${'{\\i1'.repeat(LONG / 4)}`],
    ['positions in ASS', `${ASS}x${'{\\a'.repeat(LONG / 3)}`],
    ['opened tags', `${SRT}x${'<b'.repeat(LONG / 2)}`],
    ['ampersands', `${SRT}x${'&'.repeat(LONG)}`],
    ['blank lines', `${SRT}x${'\n \n'.repeat(LONG / 3)}`],
    ['arrows', `${SRT}x\n\n${'-->'.repeat(LONG / 3)}`],
    ['blanks in a timing line', `1\n00:00:01,000 --> 00:00:02,000${' '.repeat(LONG)}x\nx`],
    ['colons', `${SRT}x\n\n${'0:'.repeat(LONG / 2)} --> 0\n`],
  ])('%s', (_, text) => {
    const startMs = performance.now()
    expect(read(text).length).toBeGreaterThan(0)
    expect(performance.now() - startMs).toBeLessThan(2_000)
  })

  test('and is cut before it is converted', () => {
    expect(read(`${SRT}${'字'.repeat(LONG)}`)[0]!.text.length).toBe(10_000)
  })
})

test('the cleaning itself is linear, for text of any length', () => {
  const startMs = performance.now()
  for (const unit of ['{\\', '{', '<b', '&lt', '<i>', '</i>']) cleanText(unit.repeat(100_000))
  expect(performance.now() - startMs).toBeLessThan(2_000)
})

test('refuses a file above the size limit unread', () => {
  expect(() => parseSubtitles(Buffer.alloc(SUBTITLE_MAX_BYTES + 1, SRT), 'x.srt')).toThrow(IngestError)
})

test('reads several override blocks of a line, and one that is never closed', () => {
  expect(read(`${ASS}{\\fad(1,2)\\i1}a{\\i0} b {\\an8`)).toEqual([
    { start: 1000, end: 2000, text: '<i>a</i> b {\\an8', isAtTop: true },
  ])
})

test('a storyboard is WebVTT with image regions', () => {
  expect(writeStoryboard([{ start: 0, end: 2002, target: '0.jpg#xywh=0,0,160,90' }])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.002\n0.jpg#xywh=0,0,160,90\n',
  )
})
