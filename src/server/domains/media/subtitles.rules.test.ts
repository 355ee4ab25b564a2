import { describe, expect, test } from 'vitest'
import { IngestError } from './media-errors.ts'
import { cleanText, parseTime } from './subtitle-text.rules.ts'
import { readSubtitles, SUBTITLE_MAX_BYTES, writeStoryboard, writeVtt } from './subtitles.rules.ts'

const read = (text: string) => readSubtitles(Buffer.from(text), { file: 'x.srt' }).cues
const vtt = (text: string) => writeVtt(read(text))

test('converts SubRip to WebVTT, sorted, with italics', () => {
  const text =
    '\uFEFF2\r\n00:01:00,500 --> 00:01:02,000\r\n<i>第二</i>\r\n\r\n1\r\n00:00:01,0 --> 00:00:02,000 X1:10\r\n第一\r\n兩行\r\n'
  expect(vtt(text)).toBe(
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.000\n第一\n兩行\n\n00:01:00.500 --> 00:01:02.000\n<i>第二</i>\n',
  )
})

test('strips styles and notes from WebVTT and keeps text and position', () => {
  const text =
    'WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE\n00:00 --> never\n\ncue-1\n00:01.000 --> 00:02.500 line:0 align:left\n<v Ming>早晨</v>\n'
  expect(vtt(text)).toBe(
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.500 line:5%\n早晨\n',
  )
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
  ['00:00:05:250', 5_250],
  ['00:05:25', 325_000],
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
    const start = process.threadCpuUsage()
    expect(read(text).length).toBeGreaterThan(0)
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
  })

  test('and is cut before it is converted', () => {
    expect(read(`${SRT}${'字'.repeat(LONG)}`)[0]!.text.length).toBe(10_000)
  })
})

test('the cleaning itself is linear, for text of any length', () => {
  const start = process.threadCpuUsage()
  for (const unit of ['{\\', '{', '<b', '&lt', '<i>', '</i>']) cleanText(unit.repeat(100_000))
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
})

test('refuses a file above the size limit unread', () => {
  expect(() => readSubtitles(Buffer.alloc(SUBTITLE_MAX_BYTES + 1, SRT), { file: 'x.srt' })).toThrow(IngestError)
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

const A = '00:00:01,000 --> 00:00:02,000'
const B = '00:00:03,000 --> 00:00:04,000'
const textsOf = (text: string) => read(text).map((cue) => cue.text)

describe('cues are told apart by their timing lines', () => {
  test.each([
    ['a separator that holds a space', `1\n${A}\nfirst\n \n2\n${B}\nsecond\n`, ['first', 'second']],
    ['a separator that holds a tab', `1\n${A}\nfirst\n\t\n2\n${B}\nsecond\n`, ['first', 'second']],
    ['no blank line between cues', `1\n${A}\n第一句\n2\n${B}\n第二句\n`, ['第一句', '第二句']],
    ['a blank line inside a cue', `1\n${A}\none\n\ntwo\n\n2\n${B}\nthree\n`, ['one\ntwo', 'three']],
    ['a blank line behind the timing', `1\n${A}\n\none\n\n2\n${B}\ntwo\n`, ['one', 'two']],
    ['doubled line ends', `1\n\n${A}\n\none\n\ntwo\n\n\n\n2\n\n${B}\n\nthree\n\n`, ['one\ntwo', 'three']],
    ['line ends of two returns', `1\r\r\n${A}\r\r\none\r\r\n\r\r\n2\r\r\n${B}\r\r\ntwo\r\r\n`, ['one', 'two']],
    ['line ends of Mac OS', `1\r${A}\rone\r\r2\r${B}\rtwo\r`, ['one', 'two']],
    ['no identifiers', `${A}\none\n\n${B}\ntwo\n`, ['one', 'two']],
    ['a number as its text', `1\n${A}\n1997\n\n2\n${B}\n42\n`, ['1997', '42']],
    [
      'a number as its text, without identifiers',
      `WEBVTT\n\n00:01.000 --> 00:02.000\n1997\n\n00:03.000 --> 00:04.000\n42\n`,
      ['1997', '42'],
    ],
    ['no spaces around the arrow', `1\n00:00:01,000-->00:00:02,000\none\n`, ['one']],
    ['a space in its time', `1\n00:00:01, 000 --> 00:00:02, 000\none\n`, ['one']],
    ['six digits of a second', `1\n00:00:01.000000 --> 00:00:02.500000\none\n`, ['one']],
    ['a second mark in the middle', `1\n${A}\none\n\n\uFEFF2\n${B}\ntwo\n`, ['one', 'two']],
    ['other arrows', `1\n${A.replace('-->', '->')}\none\n\n2\n${B.replace('-->', '-- >')}\ntwo\n`, ['one', 'two']],
    ['an arrow in its text', `1\n${A}\n10:00 -> 11:00 in Macau\n`, ['10:00 -&gt; 11:00 in Macau']],
    ['a separator of no width', `1\n${A}\nfirst\n\u200B\n2\n${B}\nsecond\n`, ['first', 'second']],
    ['its text beside its times', `1\n${A} one\n\n2\n${B} X1:10 Y1:20\ntwo\n`, ['one', 'two']],
    ['a cue that was cut off', `1\n${A}\none\n\n2\n`, ['one']],
    ['a broken time', `1\n${A}\none\n\n2\n00:00:0x --> 00:00:04,000\nlost\n\n3\n${B}\nthree\n`, ['one', 'three']],
    [
      'identifiers with letters',
      `WEBVTT\n\nNOTE-1\n00:01.000 --> 00:02.000\none\n\nSTYLE2\n00:03.000 --> 00:04.000\ntwo\n`,
      ['one', 'two'],
    ],
    [
      'a note between cues',
      `WEBVTT\n\n00:01.000 --> 00:02.000\none\n\nNOTE two\nlines\n\n00:03.000 --> 00:04.000\ntwo\n`,
      ['one', 'two'],
    ],
    [
      'a timestamp map',
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\none\n`,
      ['one'],
    ],
  ])('%s', (_, text, expected) => {
    expect(textsOf(text)).toEqual(expected)
  })
})

const [EARLY, LATE] = ['00:00:01,000 --> 00:00:02,000', '00:00:03,000 --> 00:00:04,000']

test.each([
  ['a time that cannot be read', `1\n${EARLY}\none\n\n2\n00:00:0x --> 00:00:04,000\ntwo\n`, { line: 6, count: 1 }],
  ['an end before its start', `1\n${EARLY}\none\n\n2\n00:00:09,000 --> 00:00:04,000\ntwo\n`, { line: 6, count: 1 }],
  [
    'several, in a file of doubled line ends',
    `1\n\n${EARLY}\n\none\n\n2\n\n00:00:5 --> x\n\ntwo\n\n3\n\n9:99:99 --> y\n\nthree\n\n`,
    { line: 9, count: 2 },
  ],
  ['a time before the film', `1\n-00:00:01,000 --> 00:00:02,000\none\n\n2\n${LATE}\ntwo\n`, { line: 2, count: 1 }],
  [
    'a time of TTML that cannot be read',
    '<tt><body>\n<div><p begin="soon" end="2s">one</p>\n<p begin="3s" end="4s">two</p></div></body></tt>',
    { line: 2, count: 1 },
  ],
  [
    'a time of ASS that cannot be read',
    '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,one\nDialogue: later,0:00:04.00,two\n',
    { line: 4, count: 1 },
  ],
  ['a cue without text that ends before it starts', `${EARLY}\none\n\n00:00:09,000 --> 00:00:04,000\n\n`, null],
  ['nothing', `1\n${EARLY}\none\n\n2\n${LATE}\ntwo\n`, null],
])('cues are lost to %s, and counted with the line of the first', (_, text, lost) => {
  expect(readSubtitles(Buffer.from(text), { file: 'a.srt' }).lost).toEqual(lost)
})

test.each([
  ['It&#39;s &quot;late&quot;, Jos&eacute; &hellip;', `It's "late", José …`],
  ['You can&#146;t &#x2014; &apos;no&apos; &copy;', `You can’t — 'no' ©`],
  ['&nbsp Caf&eacute &amp R&D', 'Café &amp; R&amp;D'],
  ['AT&T &unknown; &amp;lt;', 'AT&amp;T &amp;unknown; &amp;lt;'],
  ['one&#10;two &#7;', 'one\ntwo'],
  ['one\\Ntwo\\hthree', 'one\ntwo three'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<i >one</i>', '<i>one</i>'],
  ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を', '漢（かん）字（じ）を'],
  ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>', '漢（かん）'],
  ['<ruby>漢字<rt>かんじ', '漢字（かんじ）'],
])('the text %j is %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected)
})

describe('a cue of ASS or SSA is at the top', () => {
  const ass = (styles: string, dialogue: string) =>
    `[Script Info]\n\n${styles}\n\n[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:01.00,0:00:02.00,${dialogue}\n`
  const V4PLUS = '[V4+ Styles]\nFormat: Name, Fontname, Alignment\nStyle: Default,Arial,2\nStyle: Sign,Arial,8'
  const BRACKETS = V4PLUS.replace('Style: Sign', 'Style: [Group] Sign')
  const colours = ',&H0,&H0,&H0,&H0'
  const WITHOUT_FORMAT = `[V4+ Styles]\nStyle: Sign,Arial,20${colours},0,0,0,0,100,100,0,0,1,2,2,8,10,10,10,1`
  const SSA_WITHOUT_FORMAT = `[V4 Styles]\nStyle: Sign,Arial,20${colours},0,0,1,2,2,6,10,10,10,0,1`
  const V4 =
    '[V4 Styles]\nFormat: Name, Fontname, Alignment\nStyle: Default,Arial,2\nStyle: Sign,Arial,6\nStyle: Middle,Arial,10'
  test.each([
    ['by its style', V4PLUS, 'Sign,text', true],
    ['not by another style', V4PLUS, 'Default,text', false],
    ['not where the line says otherwise', V4PLUS, 'Sign,{\\an2}text', false],
    ['where the line says so', V4PLUS, 'Default,{\\an9}text', true],
    ['by a style of SSA, which counts otherwise', V4, '*Sign,text', true],
    ['not in the middle of SSA', V4, 'Middle,text', false],
    ['by a style whose name has brackets', BRACKETS, '[Group] Sign,text', true],
    ['by a style without a Format line', WITHOUT_FORMAT, 'Sign,text', true],
    ['by a style of SSA without a Format line', SSA_WITHOUT_FORMAT, 'Sign,text', true],
    ['by a tag of SSA', V4, 'Default,{\\a6}text', true],
  ])('%s', (_, styles, dialogue, isAtTop) => {
    expect(read(ass(styles, dialogue))).toMatchObject([{ text: 'text', isAtTop }])
  })
})

test.each(['{1}{25}MicroDVD', '<SAMI><BODY><SYNC Start=1><P>sami</BODY></SAMI>', '[00:01.00]a song', '%PDF-1.4'])(
  'another format is refused: %s',
  (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'BAD_SUBTITLE' }) as Error)
  },
)
