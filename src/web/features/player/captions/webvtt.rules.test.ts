import { describe, expect, test } from 'vitest'
import { activeCues, parseStoryboard, parseWebVtt, tileAt } from './webvtt.rules.ts'

const file = `\uFEFFWEBVTT

STYLE
::cue { color: red }

NOTE 00:00:00.000 --> 00:00:01.000 is not a cue

1
00:01.000 --> 00:03.500 align:center line:10%
<v 師傅>燈管要<b>趁熱</b>，
人也一樣 &amp; &lt;3

01:00:00.000 --> 01:00:02.000
一小時後

00:02.000 --> 00:04.000
同時

00:09.000 --> 00:08.000
倒轉了

00:05.000 --> 00:06.000

`

describe('WebVTT', () => {
  const cues = parseWebVtt(file.replaceAll('\n', '\r\n'))

  test('cues are sorted by time, without markup', () => {
    expect(cues).toEqual([
      { start: 1, end: 3.5, text: '燈管要趁熱，\n人也一樣 & <3', line: 10 },
      { start: 2, end: 4, text: '同時', line: undefined },
      { start: 3600, end: 3602, text: '一小時後', line: undefined },
    ])
  })

  test.each([
    [0.9, []],
    [1, ['燈管要趁熱，\n人也一樣 & <3']],
    [2.5, ['燈管要趁熱，\n人也一樣 & <3', '同時']],
    [3.5, ['同時']],
    [4, []],
    [3601, ['一小時後']],
  ])('at %s s', (time, texts) => {
    expect(activeCues(cues, time).map((cue) => cue.text)).toEqual(texts)
  })

  test('a file that is not WebVTT has no cues', () => {
    expect(parseWebVtt('<html>403</html>')).toEqual([])
  })
})

describe('storyboard', () => {
  const tiles = parseStoryboard(
    `WEBVTT

00:00.000 --> 00:04.000
1.jpg#xywh=0,0,264,148

00:04.000 --> 00:08.000
1.jpg#xywh=264,0,264,148

00:08.000 --> 00:12.000
not a picture
`,
    'https://a.example/v/g/a1/storyboard/storyboard.vtt',
  )

  test('image URLs are resolved against the file', () => {
    expect(tiles).toHaveLength(2)
    expect(tiles[1]).toEqual({
      start: 4,
      end: 8,
      url: 'https://a.example/v/g/a1/storyboard/1.jpg',
      x: 264,
      y: 0,
      width: 264,
      height: 148,
    })
  })

  test.each([
    [-1, 0],
    [0, 0],
    [3.9, 0],
    [4, 264],
    [99, 264],
  ])('at %s s the tile at x=%s', (time, x) => {
    expect(tileAt(tiles, time)?.x).toBe(x)
  })

  test('an empty storyboard has no tile', () => {
    expect(tileAt([], 3)).toBeUndefined()
  })
})
