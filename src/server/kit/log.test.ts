import { expect, test } from 'vitest'
import { loggableUrl } from './log.ts'

const hidden = [
  ['/api_v2/x?%74oken=SECRET', '/api_v2/x?token=…'],
  ['/api_v2/x?token[]=SECRET', '/api_v2/x?token[]=…'],
  ['/api_v2/x?token%5B%5D=SECRET', '/api_v2/x?token[]=…'],
  ['http://x/v/SECRET/film/master.m3u8', '/v/…/film/master.m3u8'],
  ['https://SECRET@x:8443/v/SECRET/film/key?page=1', '/v/…/film/key?page=1'],
  ['/%76/SECRET/film/v720/00001.m4s', '/v/…/film/v720/00001.m4s'],
  ['/v%2FSECRET%2ffilm', '/v/…/film'],
  ['//v//SECRET/film', '//v//…/film'],
  ['/%76/SECRET/%E0%A4%A', '/v/…/%E0%A4%A'],
  ['/api/login.action?mobileno=SECRET&verificationToken=SECRET', '/api/login.action?mobileno=…&verificationToken=…'],
  ['/api_v2/x?TOKEN=SECRET&session=SECRET=SECRET', '/api_v2/x?TOKEN=…&session=…'],
  ['/api_v2/x?SECRET&=SECRET', '/api_v2/x?…&…=…'],
  ['/api_v2/x?a%00SECRET=1', '/api_v2/x?…=…'],
  ['/api_v2/x#token=SECRET', '/api_v2/x?token=…'],
  ['/api_v2/x;token=SECRET?page=1;token=SECRET', '/api_v2/x?token=…&page=1&token=…'],
] as const

test.each(hidden)('%s is logged without secrets', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged)
})

test.each([
  '/',
  '/api_v2/revamp/detail?programId=harbour-light&language=zh_HK&pattern=normal',
  '/i/%E6%B8%AF/hero.webp?w=320',
  '/p/film/v1/abc.mp4',
])('%s is logged unchanged', (url) => {
  expect(loggableUrl(url)).toBe(url)
})
