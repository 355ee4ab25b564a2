import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { errorRow } from '#contract/error-codes.ts'
import { refusalsOf } from '#server/wire/api-model.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { FIXTURE_FILES, FIXTURES, type FixtureCase, fixtureFileOf, isSuccess } from '../support/wire-fixture-files.ts'
import { createWireWorld, type WireWorld } from '../support/wire-world.ts'

const MATCHERS: Readonly<Record<string, unknown>> = {
  $string: expect.any(String),
  $text: expect.stringMatching(/\S/),
  $number: expect.any(Number),
  $list: expect.any(Array),
  $instant: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  $playback: expect.stringMatching(/^\/v\/[\w.~-]+\/[\w.-]+\/master\.m3u8$/),
  $image: expect.stringMatching(/^\/i\/\S+$/),
  $upload: expect.stringMatching(/^\/u\/[0-9a-z]{20}\/\d{10}\/[\w-]{43}$/),
  $preview: expect.stringMatching(/^\/p\/\S+\.mp4$/),
}

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())

test('every call has a fixture, and every fixture a call', () => {
  expect(FIXTURE_FILES.toSorted()).toEqual(ENDPOINTS.map(fixtureFileOf).toSorted())
})

test('every call shows a success', () => {
  const without = FIXTURES.filter(({ endpoint, cases }) => !cases.some((one) => isSuccess(one, endpoint)))
  expect(without.map(({ endpoint }) => endpointUrl(endpoint))).toEqual([])
})

test('every call of the contract is bound to a handler', async () => {
  const unbound = ENDPOINTS.map(endpointUrl).filter((url) => !world.app.hasRoute({ method: 'GET', url }))
  expect(unbound).toEqual([])
})

describe.each(FIXTURES.map(({ endpoint, cases }) => ({ url: endpointUrl(endpoint), row: endpoint, cases })))(
  '$url',
  ({ url, row, cases }) => {
    test.each(cases)('$name', async ({ request, response: wanted }) => {
      const response = await world.app.inject(injected(url, withKnown(request)))
      const found = { status: response.statusCode, headers: response.headers, body: parsed(response.body) }
      expect(found).toMatchObject(withMatchers(wanted) as object)
      expect(undeclared(row, found)).toEqual([])
    })
  },
)

/** `$quote` in a request is the quote that the member `renter` was given, `$screeningQuote` that of a screening, which begins at `$screeningStart`, `$guestSecret` that of a guests' link, `$photo` an image, `$giftCard` the code of the gift card that `giver` bought, `$giftCardOrder` its order, `$staffToken` that of a checked number. */
const withKnown = (request: FixtureCase['request']): FixtureCase['request'] =>
  JSON.parse(
    JSON.stringify(request)
      .replaceAll('"$quote"', JSON.stringify(world.quote))
      .replaceAll('"$screeningQuote"', JSON.stringify(world.screeningQuote))
      .replaceAll('"$screeningStart"', JSON.stringify(world.screeningStart))
      .replaceAll('"$guestSecret"', JSON.stringify(world.guestSecret))
      .replaceAll('"$giftCard"', JSON.stringify(world.giftCard))
      .replaceAll('"$giftCardOrder"', JSON.stringify(world.giftCardOrder))
      .replaceAll('"$photo"', JSON.stringify(world.photo.toString('base64')))
      .replaceAll('"$staffToken"', JSON.stringify(world.staffTokens[0]))
      .replaceAll('"$otherStaffToken"', JSON.stringify(world.staffTokens[1])),
  )

/** What a refusal is without being declared: its errorCode, and the data that it carries. */
function undeclared(row: Endpoint, { status, body }: { status: number; body: unknown }): string[] {
  const { result, errorCode, message: _, ...data } = (body ?? {}) as Record<string, unknown>
  if (result !== 'FAILED') return []
  const declared = refusalsOf(row)
    .map(errorRow)
    .filter((error) => error.wireCode === errorCode && error.status === status)
  if (declared.length === 0) return [`${status} ${String(errorCode)}`]
  const fields = declared.flatMap(({ carries }) => Object.keys(carries?._zod.def.shape ?? {}))
  return Object.keys(data).filter((name) => !fields.includes(name))
}

/** The envelope as an object, whichever way it came; undefined for a file. */
function parsed(text: string): unknown {
  if (text.startsWith('<?xml')) return xml.parse(text).response
  return text.startsWith('{') ? JSON.parse(text) : undefined
}

const xml = new XMLParser({ parseTagValue: false })

function injected(
  url: string,
  { method = 'GET', query = {}, body, form, files, headers = {} }: FixtureCase['request'],
) {
  if (files) return { method, url, query, headers, payload: multipartOf(files) }
  const type = form ? 'application/x-www-form-urlencoded' : body ? 'application/json' : undefined
  const payload = form ? new URLSearchParams(form).toString() : body ? JSON.stringify(body) : undefined
  return {
    method,
    url,
    query,
    headers: { ...(type && { 'content-type': type }), ...headers },
    ...(payload && { payload }),
  }
}

function multipartOf(files: Record<string, string>): FormData {
  const parts = new FormData()
  for (const [name, base64] of Object.entries(files)) {
    parts.append(name, new Blob([Buffer.from(base64, 'base64')]), 'photo.jpg')
  }
  return parts
}

function withMatchers(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    const matcher = MATCHERS[value]
    if (!matcher) throw new Error(`There is no matcher ${value}`)
    return matcher
  }
  if (Array.isArray(value)) return value.map(withMatchers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withMatchers(item)]))
}
