import { expect, test } from 'vitest'
import { decodeTable } from './table-file.ts'

test.each([
  ['UTF-8', new TextEncoder().encode('公司'), '公司'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x6c, 0x51, 0xf8, 0x53]), '公司'],
  ['UTF-16, the other way round', new Uint8Array([0xfe, 0xff, 0x51, 0x6c, 0x53, 0xf8]), '公司'],
  ['Big5', new Uint8Array([0xa4, 0xbd, 0xa5, 0x71]), '公司'],
  ['Big5, with second bytes of ASCII', new Uint8Array([0x41, 0x2c, 0xa5, 0x71, 0xa5, 0x71]), 'A,司司'],
  ['Windows-1252', new Uint8Array(Buffer.from('Companhia S\xE3o Jos\xE9,12', 'latin1')), 'Companhia São José,12'],
  ['Windows-1252, with a dash', new Uint8Array([0x41, 0x20, 0x96, 0x20, 0x42]), 'A – B'],
])('a table in %s is read', (_, bytes, text) => {
  expect(decodeTable(bytes)).toBe(text)
})
