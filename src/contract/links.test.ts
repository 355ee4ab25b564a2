import { expect, test } from 'vitest'
import { hasLink } from './links.ts'

const INVISIBLE = ['\u00AD', '\u200B', '\u200C', '\u200D', '\u180E', '\u034F', '\uFE0F', '\u061C', '\u2800', '\uE000']

test.each(INVISIBLE.map((character) => [character.codePointAt(0)?.toString(16), character]))(
  'a link is found with the invisible %s in it',
  (_, character) => {
    expect(hasLink(`exa${character}mple.com`)).toBe(true)
    expect(hasLink(`example${character}.${character}com`)).toBe(true)
    expect(hasLink(`example.c${character}om`)).toBe(true)
  },
)

test.each([
  'example.ai',
  'example.win',
  'example.casino',
  'example.bet',
  'example.fun',
  'example.icu',
  'example.pro',
  'example.website',
  'is.gd/x',
  't.me/x',
  'youtu.be/x',
  'example.in/free',
  'example.whatever/free',
  'example.whatever:8080',
  'https:example',
  'https : //example',
  'http：example',
  'e x a m p l e . c o m',
  'e  x  a  m  p  l  e.com',
  'example . c o m',
  '到 e x a m p l e . c o m / f 看',
  'example·com',
  'exámple.cóm',
  'e\u0332x\u0332.com',
  'www.example.in',
  'ⓔⓧ.ⓒⓞⓜ',
])('%j has a link', (text) => {
  expect(hasLink(text)).toBe(true)
})

test.each([
  'Mr.in the film',
  'the end.to be continued',
  'I like it.me too',
  'etc.in Hong Kong',
  'so good.so is the score.us all',
  'It was great.The end too.',
  'I saw this. Casino was better',
  'a film.He/she is fine.and/or not',
  'A B C . X Y',
  '8.5/10, 3.5/5',
  '1997.07.01',
  'Vol.2 and No.1',
  'the score: 9.5',
  '節奏快.演員/導演都好',
  '好看。香港人必看',
])('%j has none', (text) => {
  expect(hasLink(text)).toBe(false)
})
