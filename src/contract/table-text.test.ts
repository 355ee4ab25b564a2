import { expect, test } from 'vitest'
import { isReadable, tableText } from './table-text.ts'

const read = (bytes: Uint8Array) => tableText(bytes, TextDecoder)
const SIGNS = new Map([...'‘’“”–—…'].map((sign, at) => [sign, [0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x85][at]!]))
const windows = (text: string) => Uint8Array.from([...text].map((char) => SIGNS.get(char) ?? char.charCodeAt(0)))
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'))

test.each([
  ['UTF-8', new TextEncoder().encode('公司'), '公司'],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFF公司'), '公司'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x6c, 0x51, 0xf8, 0x53]), '公司'],
  ['UTF-16, the other way round', new Uint8Array([0xfe, 0xff, 0x51, 0x6c, 0x53, 0xf8]), '公司'],
  ['Big5', hex('a4bda571'), '公司'],
  ['Big5, with second bytes of ASCII', hex('412ca571a571'), 'A,司司'],
  ['Big5, in two cells', hex('a445c0732cb4e4ae71'), '九龍,港島'],
  ['Big5, one character among Latin', hex('486f74656c20b4e420426172'), 'Hotel 港 Bar'],
  ['GB 18030', hex('b1e0bac52cb9abcbbec3fbb3c60a312cd6d0b9fac2c3d0d0c9e7'), '编号,公司名称\n1,中国旅行社'],
])('a table in %s is read', (_, bytes, text) => {
  expect(read(bytes)).toBe(text)
})

test.each([
  'Companhia São José,12',
  'A – B',
  'Conceição',
  'Fundação Conceição',
  'João e Maria, edição especial',
  'Assunção,Encarnação',
  'CONCEIÇÃO',
  'It’s “Here”',
  'Café “Été”',
  'époque créée',
])('%s of Windows-1252 stays as it is', (text) => {
  expect(read(windows(text))).toBe(text)
})

test('what no encoding reads is told', () => {
  expect(isReadable(read(new TextEncoder().encode('旺角').subarray(0, 5)))).toBe(false)
  expect(isReadable('旺角 São')).toBe(true)
})
