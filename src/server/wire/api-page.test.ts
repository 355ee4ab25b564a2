import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADMIN_BASE } from '#contract/admin/endpoint.ts'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { ERROR_CODES, errorRow } from '#contract/error-codes.ts'
import { privateCinemaStream } from '#contract/watching-together.ts'
import { type JsonSchema, refusalsOf } from './api-model.ts'
import { apiMarkdown, apiPage } from './api-page.ts'
import { openApi } from './http/documents.ts'
import { DOCUMENTED } from './calls.ts'

const ROOT = join(import.meta.dirname, '../../..')
const document = openApi(DOCUMENTED, { title: 'Harbour', version: '1' }) as {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name?: string; required?: boolean; $ref?: string }[]
        responses: Record<string, { content: object }>
        requestBody?: object
      }
    >
  >
  components: { parameters: object; schemas: Record<string, unknown> }
}

test('lists every endpoint of the contract once', async () => {
  const folder = join(ROOT, 'src/contract')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(names.map((name) => import(join(folder, name))))
  const isRow = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'wire' in value && 'output' in value
  const urls = modules.flatMap((module) => Object.values(module).filter(isRow).map(endpointUrl))
  // A stream is bound by a route of its own.
  const bound = [...DOCUMENTED, privateCinemaStream].map(endpointUrl)
  expect(bound.toSorted()).toEqual(urls.toSorted())
  expect(new Set(urls).size).toBe(urls.length)
})

/** What every quote says. */
const QUOTED = [
  'result',
  'payment',
  'buttonText',
  'resourceId',
  'suggestedAction',
  'message',
  'rentedUntil',
  'quoteExpiresAt',
]

test('a union is told as its alternatives: the order is playable, a quote or refused', () => {
  const { content } = document.paths['/api_v2/order']!.get!.responses['200']!
  const { anyOf } = (content as Record<string, { schema: { anyOf: JsonSchema[] } }>)['application/json']!.schema
  expect(anyOf.map(({ required, $ref }) => $ref ?? required).slice(0, 4)).toEqual([
    ['result', 'redirectURL', 'expiresAt', 'subtitles'],
    [...QUOTED, 'unit', 'credits'],
    [...QUOTED, 'unit', 'vouchers'],
    '#/components/schemas/NOT_FOUND',
  ])
  expect(anyOf.every(({ properties, $ref }) => $ref !== undefined || properties?.result)).toBe(true)
  expect(apiMarkdown(DOCUMENTED)).toMatch(
    /## `\/api_v2\/order`[^]*Answer, 1 of 3:[^]*`redirectURL`[^]*Answer, 2 of 3:[^]*`credits`[^]*Answer, 3 of 3:[^]*`vouchers`/,
  )
})

test('docs/wire-api.md is current (`npm run docs` generates it)', async () => {
  expect(await readFile(join(ROOT, 'docs/wire-api.md'), 'utf8')).toBe(apiMarkdown(DOCUMENTED))
})

test('OpenAPI has every call of both wires, with its methods, input and answers', () => {
  expect(Object.keys(document.paths)).toEqual(DOCUMENTED.map(endpointUrl))
  for (const endpoint of DOCUMENTED) {
    const path = document.paths[endpointUrl(endpoint)]
    expect(Object.keys(path ?? {})).toEqual(endpoint.postOnly ? ['post'] : ['get', 'post'])
    for (const operation of Object.values(path ?? {}))
      expect(Object.keys(operation.responses)).toEqual(
        [...new Set(['200', ...refusalsOf(endpoint).map((code) => String(errorRow(code).status))])].toSorted(),
      )
  }
  const grant = { name: 'grant', in: 'path', required: true }
  expect(document.paths['/v/{grant}/progress']?.post?.parameters).toContainEqual(expect.objectContaining(grant))
  const order = document.paths['/api_v2/order']
  expect(order?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'programId', in: 'query', required: true }),
  )
  expect(order?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { required: expect.arrayContaining(['programId']) } } },
  })
  expect(document.paths['/api/homePopupAd.action']?.get?.responses[200]?.content).toHaveProperty(['application/xml'])
})

test('every reference in OpenAPI leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(references.length).toBeGreaterThan(0)
  const follow = (path: string) =>
    path.split('/').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
  expect(references.filter((path) => follow(path) === undefined)).toEqual([])
})

test('the page tells of every call and every refusal, without scripts', () => {
  const page = apiPage(DOCUMENTED, 'Harbour <港映>')
  for (const endpoint of DOCUMENTED) expect(page).toContain(`id="${endpointUrl(endpoint)}"`)
  for (const code of ERROR_CODES) expect(page).toContain(`<code>${code}</code>`)
  expect(page).toContain('Harbour &lt;港映&gt;')
  expect(page).not.toMatch(/<script|javascript:|\son\w+=/i)
})

test('a call of operators is documented nowhere', () => {
  const told = [document, apiPage(DOCUMENTED, 'Harbour'), apiMarkdown(DOCUMENTED)].map((one) => JSON.stringify(one))
  for (const text of told) {
    expect(text).toContain('/api_v2/')
    expect(text).not.toContain(ADMIN_BASE)
  }
})

test('a refusal with data has a schema of its own, which the calls that refuse so refer to', () => {
  const { schemas } = document.components
  expect(schemas.DEVICE_LIMIT).toMatchObject({
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      { required: ['devices'], properties: { errorCode: { const: 'DEVICE_LIMIT' }, devices: { type: 'array' } } },
    ],
  })
  const login = document.paths['/api/login.action']?.post?.responses[200]?.content
  expect(JSON.stringify(login)).toContain('#/components/schemas/DEVICE_LIMIT')
})

test('every response names its refusals, each with the schema of its data', () => {
  const refused = (url: string, status: number) => {
    const [media] = Object.values(document.paths[url]?.post?.responses[status]?.content ?? {})
    return [...(JSON.stringify(media) ?? '').matchAll(/schemas\/(\w+)/g)].map(([, code]) => code)
  }
  expect(refused('/api/login.action', 200)).toEqual(
    expect.arrayContaining(['WRONG_CREDENTIALS', 'DEVICE_LIMIT', 'WRONG_PARENTAL_CODE']),
  )
  expect(refused('/api/login.action', 400)).toEqual(['INVALID_INPUT'])
  expect(refused('/api/login.action', 401)).toEqual(['SESSION_UNKNOWN', 'SESSION_EXPIRED', 'SESSION_ENDED'])
  expect(refused('/api_v2/profile/list', 401)).toContain('LOGIN_REQUIRED')
  expect(refused('/api_v2/revamp/detail', 403)).toEqual([])
  expect(refused('/api_v2/profile/favorite/create', 403)).toEqual(['CROSS_SITE'])
  expect(refused('/api_v2/profile/parental/checkCustomerPassword', 200)).toEqual(
    expect.arrayContaining(['KIDS_NOT_ALLOWED', 'ACCOUNT_CLOSING', 'NOT_ALLOWED']),
  )
  expect(refused('/api/login.action', 429)).toEqual(['TOO_MANY_TRIES'])
  expect(document.components.schemas.TOO_MANY_TRIES).toMatchObject({
    allOf: [{}, { required: ['retryAfter'], properties: { retryAfter: { type: 'number' } } }],
  })
  expect(Object.keys(document.components.schemas).toSorted()).toEqual(['Failure', ...ERROR_CODES].toSorted())
})
