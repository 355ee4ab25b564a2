import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import iconv from 'iconv-lite'
import { decodeText } from './subtitle-encoding.rules.ts'

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const utf32 = (text: string, isBig = false) => {
  const bytes = Buffer.from(Uint32Array.from(text, (char) => char.codePointAt(0)!).buffer)
  return isBig ? bytes.swap32() : bytes
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
    ['UTF-32 with a BOM', utf32('\uFEFF你好 A 𨋢'), '你好 A 𨋢'],
    ['UTF-32 without a BOM', utf32('你好 A'), '你好 A'],
    ['big-endian UTF-32 with a BOM', utf32('\uFEFF你好 A 𨋢', true), '你好 A 𨋢'],
    ['a surrogate in UTF-32', utf32('A\uD800B'), 'A\uFFFDB'],
    ['UTF-16 of a length that UTF-32 has', utf16('A\n你好'), 'A\n你好'],
    [
      'ISO-2022-JP',
      Buffer.concat([Buffer.from('1\n\u001B$B'), Buffer.from([0x46, 0x7c, 0x4b, 0x5c]), Buffer.from('\u001B(B A')]),
      '1\n日本 A',
    ],
    ['Big5', BIG5, '你好，我們在香港。'],
    ['GB 18030', GB, '你好，我们在香港。'],
  ])('%s is decoded to its characters', (_, bytes, text) => {
    expect(decodeText(bytes).text).toBe(text)
  })
})

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n'
const SAID = {
  traditional: '我們在香港等你，明天早上見。',
  simplified: '我们在香港等你，明天早上见。',
  cantonese: '佢哋喺嗰度做緊乜嘢㗎？啲𨋢幾時嚟，瞓咗未？',
  english: 'I don’t know. “You can’t…” – we’re late.',
  portuguese: 'Não, amanhã não posso. A situação é difícil.',
  capitals: 'AÇÃO! NÃO É POSSÍVEL.',
  french: 'Où êtes-vous ? C’est déjà fini, à bientôt.',
  japanese: '私は明日、東京へ行きます。何を食べますか？',
  korean: '안녕하세요. 저는 내일 서울에 갑니다.',
  russian: 'Я не знаю, что делать. Привет!',
  thai: 'สวัสดีครับ คุณสบายดีไหม',
  polish: 'Zażółć gęślą jaźń',
}
describe('decides by language, mark and how a decoding reads', () => {
  test.each([
    ['cantonese', 'big5', 'big5hkscs', 'zh-Hant'],
    ['cantonese', 'big5', 'big5hkscs', 'yue'],
    ['cantonese', 'big5', 'big5hkscs', 'en'],
    ['traditional', 'big5', 'big5', 'zh-Hans'],
    ['traditional', 'gb18030', 'gb18030', 'zh-Hant'],
    ['simplified', 'gb18030', 'gb18030', 'zh-Hant'],
    ['english', 'windows-1252', 'win1252', 'en'],
    ['english', 'windows-1252', 'win1252', 'zh-Hant'],
    ['portuguese', 'windows-1252', 'win1252', 'pt'],
    ['portuguese', 'macintosh', 'macroman', 'pt'],
    ['capitals', 'windows-1252', 'win1252', 'pt'],
    ['french', 'windows-1252', 'win1252', 'fr'],
    ['french', 'windows-1252', 'win1252', 'zh-Hant'],
    ['japanese', 'shift_jis', 'shift_jis', 'ja'],
    ['japanese', 'euc-jp', 'euc-jp', 'ja'],
    ['japanese', 'shift_jis', 'shift_jis', 'zh-Hant'],
    ['korean', 'euc-kr', 'euc-kr', 'ko'],
    ['korean', 'euc-kr', 'euc-kr', 'en'],
    ['russian', 'windows-1251', 'win1251', 'ru'],
    ['russian', 'koi8-r', 'koi8-r', 'ru'],
    ['thai', 'windows-874', 'win874', 'th'],
    ['polish', 'windows-1250', 'win1250', 'pl'],
  ] as const)('%s in %s', (said, encoding, written, language) => {
    const text = `${CUE}${SAID[said]}\n`
    expect(decodeText(iconv.encode(text, written), language)).toEqual({ text, encoding, damaged: null })
  })
})

describe('a file of one short line is read by its language', () => {
  test.each([
    ['谢谢', 'gb18030', 'zh-Hans'],
    ['早晨', 'gb18030', 'zh-Hant'],
    ['喂？', 'big5hkscs', 'zh-Hant'],
    ['唔該晒', 'gb18030', 'zh-Hant'],
    ['違う', 'shift_jis', 'ja'],
    ['東京都', 'euc-jp', 'ja'],
    ['待って！', 'euc-jp', 'ja'],
    ['아니요', 'euc-kr', 'ko'],
    ['cœur à 5 €', 'iso885915', 'fr'],
    ['8½', 'win1252', 'en'],
    ['can´t', 'win1252', 'zh-Hant'],
    ['– No', 'win1252', 'pt'],
    ['Što želiš, čovječe? Đavo', 'win1250', 'sr'],
    ['Cześć, źle', 'iso88592', 'pl'],
    ['Ačiū, šiandien', 'win1257', 'lt'],
    ['Привет, как дела?', 'cp866', 'ru'],
    ['Привет, как дела?', 'win1251', 'en'],
  ])('%s in %s', (said, written, language) => {
    const text = `${CUE}${said}\n`
    expect(decodeText(iconv.encode(text, written), language)).toMatchObject({ text, damaged: null })
  })
})

describe.each([0xff, 0x80, 0xa0, 0x81])(
  'the byte %i anywhere in a short cue leaves the encoding of the file',
  (byte) => {
    test.each([
      ['gb18030', 'gb18030', SAID.simplified, 'zh-Hans'],
      ['gb18030', 'gb18030', SAID.simplified, 'zh-Hant'],
      ['gb18030', 'gb18030', '你好，我们在香港等你', 'zh-Hant'],
      ['big5', 'big5hkscs', SAID.cantonese, 'zh-Hant'],
      ['shift_jis', 'shift_jis', SAID.japanese, 'ja'],
      ['euc-kr', 'euc-kr', SAID.korean, 'ko'],
    ])('%s', (encoding, written, said, language) => {
      const bytes = iconv.encode(`${CUE}${said}\n`, written)
      const other = said.length > 10 ? bytes : Buffer.alloc(0)
      for (let at = CUE.length; at < bytes.length; at++) {
        const bad = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at), other])
        expect({ at, encoding: decodeText(bad, language).encoding }).toEqual({ at, encoding })
      }
    })
  },
)

describe('one bad byte is told with its line and spoils nothing else', () => {
  const bad = (written: string, text: string, byte = 0xff) => {
    const cue = iconv.encode(`${CUE}${text}\n\n`, written)
    return Buffer.concat([cue, Buffer.from([byte, 0x0a]), cue])
  }
  test.each([
    ['gb18030', 'gb18030', SAID.simplified],
    ['big5', 'big5hkscs', SAID.cantonese],
    ['utf-8', 'utf8', SAID.traditional],
    ['utf-8', 'utf8', SAID.french],
    ['euc-kr', 'euc-kr', SAID.korean],
  ])('%s', (encoding, written, text) => {
    const language = encoding === 'euc-kr' ? 'ko' : 'zh-Hans'
    const cue = `${CUE}${text}\n\n`
    expect(decodeText(bad(written, text), language)).toEqual({
      text: `${cue}\uFFFD\n${cue}`,
      encoding,
      damaged: { line: 5, count: 1 },
    })
  })
})

const LANGUAGES_OF = {
  traditional: 'zh-Hant',
  simplified: 'zh-Hans',
  cantonese: 'yue',
  english: 'en',
  portuguese: 'pt',
  capitals: 'pt',
  french: 'fr',
  japanese: 'ja',
  korean: 'ko',
  russian: 'ru',
  thai: 'th',
  polish: 'pl',
} satisfies Record<keyof typeof SAID, string>

describe.each([0xff, 0x80, 0xc3, 0xe2])(
  'the byte %i anywhere in a short file of UTF-8 spoils one character',
  (byte) => {
    test.each(Object.entries(LANGUAGES_OF))('%s', (said, language) => {
      const bytes = Buffer.from(`${CUE}${SAID[said as keyof typeof SAID]}\n`)
      const of = (at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)])
      for (let at = CUE.length; at < bytes.length; at++) {
        const { encoding, text, damaged } = decodeText(of(at), language)
        expect({ at, encoding, text }).toEqual({ at, encoding: 'utf-8', text: of(at).toString() })
        if (text.includes('\uFFFD')) expect(damaged?.line).toBe(3)
      }
    })
  },
)

test.each([
  ['“Hello,” she said.', 'zh-Hant'],
  ['He said “yes”.', 'zh-Hant'],
  ['‘yes’', 'zh-Hans'],
  ['“no”', 'en'],
])('quotation marks of Windows-1252 alone are read as such: %s', (text, language) => {
  const bytes = iconv.encode(`${CUE}${text}\n`, 'win1252')
  expect(decodeText(bytes, language)).toEqual({ text: `${CUE}${text}\n`, encoding: 'windows-1252', damaged: null })
})

test('characters of private use and controls are told too', () => {
  expect(decodeText(Buffer.from('one\n\uE000\n\u0092')).damaged).toEqual({ line: 2, count: 2 })
})

test('a mark of UTF-8 before another encoding does not decide', () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), iconv.encode(`${CUE}${SAID.traditional}`, 'big5')])
  expect(decodeText(bytes, 'zh-Hant').text).toContain(SAID.traditional)
})

test('a large file is decoded in a moment', () => {
  const bytes = Buffer.alloc(5_000_000, iconv.encode(`${CUE}${SAID.cantonese}\n\n`, 'big5hkscs'))
  const start = process.threadCpuUsage()
  expect(decodeText(bytes, 'zh-Hant').encoding).toBe('big5')
  expect(process.threadCpuUsage(start).user).toBeLessThan(5_000_000)
})

/** As a program that takes UTF-8 for Windows-1252, and saves it as UTF-8, leaves it. */
const again = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

test.each([
  SAID.traditional,
  SAID.cantonese,
  SAID.english,
  SAID.portuguese,
  SAID.french,
  SAID.japanese,
  'Czy to naprawdę to?',
])('%s is read as meant when it was encoded as UTF-8 twice', (text) => {
  const bytes = Buffer.from(`${CUE}${again(text)}\n`)
  expect(decodeText(bytes, 'en')).toEqual({ text: `${CUE}${text}\n`, encoding: 'utf-8', damaged: null, twice: 1 })
})

test('only the lines that were encoded twice change, and none that merely looks odd', () => {
  const text = 'Ça va, “très” bien.\nÂ, Ã et â€ sont rares.\nÀ demain !'
  expect(decodeText(Buffer.from(`${again('déjà')}\n${text}`), 'fr')).toEqual({
    text: `déjà\n${text}`,
    encoding: 'utf-8',
    damaged: null,
    twice: 1,
  })
  expect(decodeText(Buffer.from(text), 'fr').twice).toBeUndefined()
})

/** UTF-8 as a program that takes it for another encoding leaves it. Windows writes a question mark for what it cannot keep. */
const misread = (text: string, encoding: string, lost = '\uFFFD') =>
  new TextDecoder(encoding).decode(Buffer.from(`${text}\n`)).replaceAll('\uFFFD', lost)

describe('UTF-8 that was misread and saved again is read as meant', () => {
  test.each([
    ['gb18030', '你好'],
    ['gb18030', 'It’s late.'],
    ['gb18030', SAID.portuguese],
    ['gb18030', SAID.russian],
    ['gb18030', SAID.polish],
    ['big5', SAID.portuguese],
    ['macintosh', SAID.english],
    ['macintosh', SAID.cantonese],
    ['windows-1251', SAID.english],
    ['windows-1251', SAID.russian],
    ['iso-8859-1', SAID.french],
  ] as const)('%s: %s', (encoding, text) => {
    const bytes = Buffer.from(`${CUE}${misread(text, encoding)}`)
    expect(decodeText(bytes, 'zh-Hant')).toEqual({
      text: `${CUE}${text}\n`,
      encoding: 'utf-8',
      damaged: null,
      twice: 1,
    })
  })

  test.each([
    ['gb18030', '\uFFFD', SAID.traditional, '我們在香港等你，明天早上見\uFFFD', 1],
    ['gb18030', '?', SAID.traditional, '我們在香港等你，明天早上見\uFFFD', 1],
    ['gb18030', '?', SAID.english, 'I don’t know. “You can’t…\uFFFD \uFFFD we’re late.', 2],
    ['gb18030', '\uFFFD', SAID.korean, '안녕하세\uFFFD. 저\uFFFD 내일 서울\uFFFD 갑니\uFFFD.', 4],
    ['shift_jis', '\uFFFD', SAID.japanese, '私\uFFFD明日、東京へ行きます\uFFFD何を食べますか\uFFFD', 3],
  ])('%s, but for what was lost as %s, which is told: %s', (encoding, lost, said, text, count) => {
    const bytes = Buffer.from(`${CUE}${misread(said, encoding, lost)}`)
    expect(decodeText(bytes, 'zh-Hant')).toEqual({
      text: `${CUE}${text}\n`,
      encoding: 'utf-8',
      damaged: { line: 3, count },
      twice: 1,
    })
  })

  test.each([
    ['too much was lost in Big5', misread(SAID.traditional, 'big5'), 15],
    ['too much was lost as question marks', misread(SAID.traditional, 'shift_jis', '?'), 1],
    ['replacement characters were misread as GBK', 'one\n锟斤拷锟斤拷\n', 2],
    ['replacement characters were misread as Big5', 'one\n嚙踝蕭\n', 1],
  ])('it stays and is told with its line where %s', (_, written, count) => {
    const read = decodeText(Buffer.from(`${CUE}${written}`), 'zh-Hant')
    expect(read.text).toBe(`${CUE}${written}`)
    expect(read.twice).toBeUndefined()
    expect(read.damaged).toEqual({ line: written.startsWith('one') ? 4 : 3, count })
  })
})

const CONTENT = ['seed/titles.json', 'seed/pages.json', 'content/zh_HK/help.md', 'src/text/zh_HK/screenings.ts']
test.each([...CONTENT, ...globSync('seed/clips/*.srt')])(
  'no line of %s, nor a part of one, is taken for misread',
  (file) => {
    for (const line of readFileSync(file, 'utf8').split('\n'))
      for (const part of [line, ...(line.match(/\p{Script=Han}[\p{Script=Han}，。？！、：]*/gu) ?? [])]) {
        const { twice, damaged } = decodeText(Buffer.from(part), 'zh-Hant')
        expect({ part, twice, damaged }).toEqual({ part, damaged: null })
      }
  },
)
