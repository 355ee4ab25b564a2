import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readManifest } from './manifest.rules.ts'

const HEAD = 'reference,titleZh,titleEn,class'
const read = (text: string | Uint8Array) => readManifest(typeof text === 'string' ? Buffer.from(text) : text)
const cellsOf = (text: string | Uint8Array) => read(text).lines.map(({ cells }) => cells)

const LINE = { reference: 'HM-1', titleZh: '佢哋喺嗰度瞓覺', titleEn: 'Asleep', class: 'IIA' }
const TEXT = `${HEAD}\r\n${Object.values(LINE).join(',')}\r\n`

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, as spreadsheets save Unicode text', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['Big5 with the characters of Hong Kong', iconv.encode(TEXT, 'big5-hkscs')],
  ['GB18030', iconv.encode(TEXT, 'gb18030')],
])('reads %s', (_, bytes) => {
  expect(cellsOf(bytes)).toEqual([LINE])
})

test.each([
  ['semicolons', TEXT.replaceAll(',', ';')],
  ['tabs', TEXT.replaceAll(',', '\t')],
  ['a line that names the separator', `sep=;\r\n${TEXT.replaceAll(',', ';')}`],
  ['line feeds', TEXT.replaceAll('\r', '')],
  ['carriage returns', TEXT.replaceAll('\n', '')],
  ['no line end at the end', TEXT.trim()],
  ['quoted cells', `${HEAD}\n"HM-1","佢哋喺嗰度瞓覺","Asleep","IIA"`],
  [
    'heads in another order and another way of writing',
    `Class,TITLE_EN,title zh,Reference\nIIA,Asleep,佢哋喺嗰度瞓覺,HM-1`,
  ],
  ['empty lines, notes, and columns of notes', `${HEAD},#mine\n,,,,\n# HM-0,,,\nHM-1,佢哋喺嗰度瞓覺,Asleep,IIA,x\n\n`],
  ['JSON Lines', JSON.stringify(LINE)],
  [
    'JSON Lines in another way of writing',
    `\n${JSON.stringify({ Reference: 'HM-1', title_zh: LINE.titleZh, titleEN: 'Asleep', class: 'IIA', '#note': 1 })}`,
  ],
])('reads a file with %s', (_, text) => {
  expect(cellsOf(text)).toEqual([LINE])
})

test('a title may begin with the sign of notes, in whichever column it is', () => {
  const lines = ['titleEn,reference,titleZh,class', '#Awake,HM-1,醒,IIA', '#of mine', 'Asleep,#HM-2,睡,IIA']
  expect(cellsOf(lines.join('\n'))).toEqual([{ titleEn: '#Awake', reference: 'HM-1', titleZh: '醒', class: 'IIA' }])
})

test('quoted cells may hold separators, quotation marks and line breaks, and lines keep their numbers', () => {
  const { lines } = read(`${HEAD},descriptionEn\n1,a,b,I,"one, ""two""\r\nthree"\n2,a,b,I,`)
  expect(lines.map(({ line }) => line)).toEqual([2, 4])
  expect(lines[0]!.cells.descriptionEn).toBe('one, "two"\nthree')
  expect(lines[1]!.cells.descriptionEn).toBe('')
})

test.each([
  ['nothing', '', [{ is: 'fileEmpty', line: 0 }]],
  ['heads alone', HEAD, [{ is: 'fileEmpty', line: 0 }]],
  ['an unknown column', `${HEAD},prize\n1,a,b,I,2`, [{ is: 'columnsUnknown', names: ['prize'], line: 1 }]],
  ['missing columns', 'reference,titleZh\n1,a', [{ is: 'columnsMissing', names: ['titleEn', 'class'], line: 1 }]],
  ['a column twice', `${HEAD},Title_Zh\n1,a,b,I,c`, [{ is: 'columnTwice', name: 'titleZh', line: 1 }]],
  ['a quotation mark that is never closed', `${HEAD}\n1,a,b,I\n2,"a,b,I\n3`, [{ is: 'quoteOpen', line: 3 }]],
])('refuses a file with %s as a whole', (_, text, problems) => {
  expect(read(text)).toEqual({ lines: [], problems: problems.map((one) => ({ column: null, ...one })) })
})

test.each([
  ['more cells than heads', `${HEAD}\n1,a,b,I,x\n2,a,b,I`, { is: 'cellsMany', found: 5, expected: 4 }],
  ['broken JSON', '{"reference":\n{"reference":"2","titleZh":"a"}', { is: 'notJson' }],
  ['another kind of JSON', '{"reference":"1","titleZh":{"zh":1}}\n{"reference":"2"}', { is: 'notText' }],
  ['an unknown field', '{"reference":"1","prize":1}\n{"reference":"2"}', { is: 'columnsUnknown', names: ['prize'] }],
])('a line with %s stops no other', (_, text, problem) => {
  const { lines, problems } = read(text)
  expect(problems).toEqual([])
  expect(lines[0]!.problems).toMatchObject([problem])
  expect(lines[1]!.problems).toEqual([])
})

test('JSON may nest episodes and lists', () => {
  const title = {
    reference: 'HS-1',
    actors: ['a; b', 'c'],
    kids: true,
    episodes: [{ episode: 1, titleZh: '一' }, { titleZh: '二' }],
  }
  const { lines } = read(JSON.stringify(title))
  expect(lines.map(({ cells }) => cells)).toEqual([
    { reference: 'HS-1', actors: ['a; b', 'c'], kids: 'yes' },
    { reference: 'HS-1', episode: '1', titleZh: '一' },
    { reference: 'HS-1', titleZh: '二' },
  ])
  expect(lines[2]!.problems).toMatchObject([{ is: 'needed', column: 'episode' }])
})
