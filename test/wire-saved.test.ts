import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openApi } from '../src/server/wire/http/documents.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import {
  type CallShape,
  lostFeatures,
  type OpenApiDocument,
  parseShape,
  printShape,
  wireShape,
} from './support/saved-wire.ts'

/** Deliberate breaking changes since version 0.1: the sentence of `lostFeatures`, and the reason. */
const QUOTE =
  'an order that has to be bought answers a quote instead; version 0.1 sold nothing, so its clients meet none'
const DELIBERATE: Readonly<Record<string, string>> = {
  '/api/resetPassword.action has no get':
    'SPEC section 7 marks it POST; by GET its code and password would be in URLs, which are logged',
  '/api_v2/order may leave out output redirectURL': QUOTE,
  '/api_v2/order may leave out output expiresAt': QUOTE,
  '/api_v2/order may leave out output subtitles': QUOTE,
}

const saved = parseShape(await readFile('test/fixtures/v0.1/wire.json', 'utf8'))
const today = wireShape(openApi(ENDPOINTS, { title: 'Harbour', version: '1' }) as OpenApiDocument)

test('the saved contract holds every call of version 0.1', () => {
  expect(Object.keys(saved)).toHaveLength(57)
  expect(saved['/api/login.action']?.input).toMatchObject({ password: { types: ['string'], required: true } })
  expect(saved['/api_v2/profile/list']?.output).toHaveProperty(['data.profiles[].childrenModel'])
})

test('a contract that is printed is read back as the same', () => {
  expect(parseShape(printShape(today))).toEqual(today)
})

test('clients of version 0.1 find every call, input field and output field', () => {
  const losses = lostFeatures(saved, today)
  expect(losses.filter((loss) => !(loss in DELIBERATE))).toEqual([])
  // A reason without a breaking change is outdated.
  expect(Object.keys(DELIBERATE).filter((loss) => !losses.includes(loss))).toEqual([])
})

describe('reports a breaking change', () => {
  const field = (types: string[], required = false) => ({ types, required })
  const call: CallShape = {
    methods: ['get', 'post'],
    anyone: true,
    input: { id: field(['string'], true), kind: field(['"movie"', '"trailer"']) },
    output: { name: field(['string'], true), 'list[].count': field(['number']) },
  }
  const losses = (change: Partial<CallShape>) => lostFeatures({ '/x': call }, { '/x': { ...call, ...change } })

  test.each<[string, Partial<CallShape>, string[]]>([
    ['nothing changed', {}, []],
    ['a method that is gone', { methods: ['post'] }, ['/x has no get']],
    ['members only', { anyone: false }, ['/x is for members only']],
    ['an input that is gone', { input: { id: call.input.id! } }, ['/x has no input kind']],
    [
      'an input that is required now',
      { input: { ...call.input, kind: field(call.input.kind!.types, true) } },
      ['/x requires input kind'],
    ],
    [
      'a new input that is required',
      { input: { ...call.input, more: field(['string'], true) } },
      ['/x requires input more'],
    ],
    [
      'a value that is not accepted any more',
      { input: { ...call.input, kind: field(['"movie"', '"preview"']) } },
      ['/x does not accept "trailer" as input kind'],
    ],
    ['a wider input', { input: { id: field(['string', 'number']), kind: field(['string']) } }, []],
    ['a new optional input', { input: { ...call.input, more: field(['string']) } }, []],
    ['an output that is gone', { output: { name: call.output.name! } }, ['/x has no output list[].count']],
    [
      'an output that may be missing',
      { output: { ...call.output, name: field(['string']) } },
      ['/x may leave out output name'],
    ],
    [
      'an output of another type',
      { output: { ...call.output, 'list[].count': field(['string']) } },
      ['/x answers string as output list[].count'],
    ],
    ['a new output', { output: { ...call.output, more: field(['any']) } }, []],
  ])('%s', (_, change, expected) => {
    expect(losses(change)).toEqual(expected)
  })

  test('a call that is gone', () => {
    expect(lostFeatures({ '/x': call }, {})).toEqual(['/x is gone'])
  })

  test('an output that only some variants of an answer have', () => {
    const answer = (schema: object) => ({
      paths: {
        '/x': {
          post: { security: [{}], parameters: [], responses: { 200: { content: { 'application/json': { schema } } } } },
        },
      },
    })
    const one = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] }
    const other = { type: 'object', properties: { quote: { type: 'number' } }, required: ['quote'] }
    const before = wireShape(answer(one))
    expect(before['/x']?.output).toEqual({ url: field(['string'], true) })
    expect(lostFeatures(before, wireShape(answer({ oneOf: [one, other] })))).toEqual(['/x may leave out output url'])
  })
})
