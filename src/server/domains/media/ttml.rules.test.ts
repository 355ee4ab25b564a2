import { expect, test } from 'vitest'
import { readSubtitles, parseTtmlTime } from './subtitles.rules.ts'

const read = (text: string) => readSubtitles(Buffer.from(text), { file: 'x.ttml' }).cues
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by an editor -->\n'
const NS =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'

test('reads text, breaks, italics and ruby of TTML', () => {
  const text = `${HEAD}<tt ${NS}><head><styling><style xml:id="it" tts:fontStyle="italic"/></styling></head><body><div>
    <p begin="00:00:01.000" end="00:00:02.000">It&#39;s &lt;late&gt;<br/><span style="it">Tom &amp; Jerry</span></p>
    <p begin="3s" dur="1500ms"><span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">かん</span></span></p>
  </div></body></tt>`
  expect(read(text)).toEqual([
    { start: 1000, end: 2000, text: "It's &lt;late&gt;\n<i>Tom &amp; Jerry</i>", isAtTop: false },
    { start: 3000, end: 4500, text: '漢（かん）', isAtTop: false },
  ])
})

test('reads namespaces with a prefix, nested times, and regions of IMSC', () => {
  const text = `<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><tt:head><tt:layout>
    <tt:region xml:id="up" tts:origin="10% 10%" tts:extent="80% 20%"/>
    <tt:region xml:id="down" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after"/>
  </tt:layout></tt:head><tt:body begin="10s"><tt:div>
    <tt:p region="up" begin="1s" end="2s">up</tt:p><tt:p region="down"><tt:span begin="3s" end="4s">down</tt:span></tt:p>
  </tt:div></tt:body></tt:tt>`
  expect(read(text)).toEqual([
    { start: 11_000, end: 12_000, text: 'up', isAtTop: true },
    { start: 13_000, end: 14_000, text: 'down', isAtTop: false },
  ])
})

test('reads cues that follow each other, and a document behind a comment', () => {
  const text = `<?xml version="1.0"?><!-- a > b --><tt ${NS}><body><div timeContainer="seq"><p dur="1s">a</p><p dur="2s">b</p></div></body></tt>`
  expect(read(text)).toMatchObject([
    { start: 0, end: 1000, text: 'a' },
    { start: 1000, end: 3000, text: 'b' },
  ])
})

test.each([
  ['00:00:01:12', 1480],
  ['00:00:01;12', 1480],
  ['01;00;01;12', 3_601_480],
  ['00:00:01:12.2', 1480],
  ['00:00:01,5', 1500],
  ['00:00:01.5', 1500],
  ['50f', 2000],
  ['20000t', 2000],
  ['1.5m', 90_000],
  ['1h', 3_600_000],
  ['soon', null],
  [undefined, null],
])('the time %s is %s', (written, expected) => {
  expect(parseTtmlTime(written, { frameRate: 25, tickRate: 10_000 })).toBe(expected)
})

test.each([
  `<tt ${NS}><body><div><p begin="1s" end="2s"></p></div></body></tt>`,
  `<tt ${NS}><body><div><p begin="1s"`,
  `<tt>${'<div>'.repeat(100_000)}`,
])('refuses a document without text', (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'BAD_SUBTITLE' }) as Error)
})

const LOST = 40_000

test.each([
  [
    'TTML',
    `<tt ${NS}><body><div>\n<p begin="1s">a</p>\n${'<p begin="soon">b</p>\n'.repeat(LOST)}</div></body></tt>`,
    3,
  ],
  [
    'ASS',
    `[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,a\n${'Dialogue: soon,0:00:02.00,b\n'.repeat(LOST)}`,
    4,
  ],
])('many lost cues of %s are counted, and the line of the first is named', (_, text, line) => {
  expect(readSubtitles(Buffer.from(text), { file: 'x' }).lost).toEqual({ line, count: LOST })
})
