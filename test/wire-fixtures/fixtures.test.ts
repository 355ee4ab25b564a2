import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { errorRow } from '#contract/errors.ts'
import { refusalsOf } from '#server/wire/api-model.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { createWireWorld, type WireWorld } from '../support/wire-world.ts'

/** A request with what it is answered. `body` of the response names the fields that matter; `$…` words are matchers. */
interface Case {
  name: string
  request: {
    method?: 'GET' | 'POST'
    query?: Record<string, string>
    body?: object
    form?: Record<string, string>
    /** Base64 by field name: the request is multipart. */
    files?: Record<string, string>
    headers?: Record<string, string>
  }
  response: {
    status: number
    headers?: Record<string, string>
    body?: Record<string, unknown>
  }
}

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

/** `/api_v2/revamp/detail` → `revamp-detail.json`, `/api/homePopupAd.action` → `homePopupAd.action.json`. */
const fileOf = (row: Endpoint): string => `${row.path.slice(1).replaceAll('/', '-')}.json`

const folder = import.meta.dirname
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
const fixtures = await Promise.all(
  ENDPOINTS.map(async (row) => ({
    row,
    cases: files.includes(fileOf(row)) ? (JSON.parse(await readFile(join(folder, fileOf(row)), 'utf8')) as Case[]) : [],
  })),
)

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())

test('every call has a fixture, and every fixture a call', () => {
  expect(files.toSorted()).toEqual(ENDPOINTS.map(fileOf).toSorted())
})

test('every call shows a success', () => {
  const isSuccess = ({ status, body, headers }: Case['response'], file: string | undefined) =>
    file === undefined ? body?.result === 'SUCCESS' : status === 200 && headers?.['content-type'] === file
  const without = fixtures.filter(({ row, cases }) => !cases.some(({ response }) => isSuccess(response, row.file)))
  expect(without.map(({ row }) => endpointUrl(row))).toEqual([])
})

test('every call of the contract is bound to a handler', async () => {
  const unbound = ENDPOINTS.map(endpointUrl).filter((url) => !world.app.hasRoute({ method: 'GET', url }))
  expect(unbound).toEqual([])
})

describe.each(fixtures.map(({ row, cases }) => ({ url: endpointUrl(row), row, cases })))(
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

/** `$quote` in a request is the quote that the member `renter` was given, `$screeningQuote` that of a screening, which begins at `$screeningStart`, `$guestSecret` that of a guests' link, `$photo` an image, `$giftCard` the code of the gift card that `giver` bought, `$staffToken` that of a checked number. */
const withKnown = (request: Case['request']): Case['request'] =>
  JSON.parse(
    JSON.stringify(request)
      .replaceAll('"$quote"', JSON.stringify(world.quote))
      .replaceAll('"$screeningQuote"', JSON.stringify(world.screeningQuote))
      .replaceAll('"$screeningStart"', JSON.stringify(world.screeningStart))
      .replaceAll('"$guestSecret"', JSON.stringify(world.guestSecret))
      .replaceAll('"$giftCard"', JSON.stringify(world.giftCard))
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

function injected(url: string, { method = 'GET', query = {}, body, form, files, headers = {} }: Case['request']) {
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
