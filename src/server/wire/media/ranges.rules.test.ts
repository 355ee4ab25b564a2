import { expect, test } from 'vitest'
import { resolveRange } from './ranges.rules.ts'

const target = { size: 1000, etag: '"abc"' }
const whole = { status: 200 }
const none = { status: 416 }
const part = (start: number, end: number) => ({ status: 206, start, end })

test.each([
  ['bytes=0-', part(0, 999)],
  ['bytes=0-0', part(0, 0)],
  ['bytes=0-499', part(0, 499)],
  ['bytes=500-999', part(500, 999)],
  ['bytes=500-99999', part(500, 999)],
  ['bytes=999-', part(999, 999)],
  ['bytes=-1', part(999, 999)],
  ['bytes=-1000', part(0, 999)],
  ['bytes=-5000', part(0, 999)],
  ['BYTES=1-2', part(1, 2)],
  ['bytes=1000-', none],
  ['bytes=5000-6000', none],
  ['bytes=-0', none],
  ['bytes=99999999999999999999-', none],
  ['bytes=2-1', whole],
  ['bytes=-', whole],
  ['bytes=', whole],
  ['bytes=a-b', whole],
  ['bytes=0x1-2', whole],
  ['bytes=1-2,4-5', whole],
  ['bytes= 1-2', whole],
  ['items=0-5', whole],
  ['0-5', whole],
  ['', whole],
])('a response holds the requested range, all of it for a malformed one: %s', (range, expected) => {
  expect(resolveRange({ method: 'GET', range }, target)).toEqual(expected)
})

test.each([
  ['an empty file has no satisfiable range', { range: 'bytes=0-' }, { size: 0, etag: '"abc"' }, none],
  ['HEAD ignores ranges', { method: 'HEAD', range: 'bytes=0-1' }, target, whole],
  ['If-Range holds', { range: 'bytes=0-1', ifRange: '"abc"' }, target, part(0, 1)],
  ['If-Range of another version', { range: 'bytes=0-1', ifRange: '"old"' }, target, whole],
  ['a weak If-Range', { range: 'bytes=0-1', ifRange: 'W/"abc"' }, target, whole],
  ['a date in If-Range', { range: 'bytes=0-1', ifRange: 'Sat, 21 Nov 2026 04:00:00 GMT' }, target, whole],
  ['If-Range with an unsatisfiable range', { range: 'bytes=5000-', ifRange: '"old"' }, target, whole],
  ['If-None-Match', { ifNoneMatch: '"abc"' }, target, { status: 304 }],
  ['a weak ETag in an If-None-Match list', { ifNoneMatch: '"x", W/"abc"' }, target, { status: 304 }],
  ['If-None-Match takes precedence over Range', { ifNoneMatch: '*', range: 'bytes=0-1' }, target, { status: 304 }],
  ['If-None-Match with another ETag', { ifNoneMatch: '"x"' }, target, whole],
])('a conditional request is answered by the ETag of what is stored: %s', (...[, request, of, expected]) => {
  expect(resolveRange({ method: 'GET', ...request }, of)).toEqual(expected)
})
