import type { FastifyInstance } from 'fastify'
import { apiPage } from '../api-page.ts'
import { variantsOf } from '../encodings.ts'
import { DOCUMENTED } from '../calls.ts'
import { ofCurrent, sendVariants } from './static-files.ts'
import { type Endpoint, WIRE_BASE } from '#contract/endpoint.ts'
import { type CallModel, callModels, type ErrorModel, errorModels, type JsonSchema } from '../api-model.ts'

const VERSION = '1.0'

/** `/api/openapi.json` and `/api/docs`, generated on the first request, and again once the brand has changed. */
export function bindDocuments(app: FastifyInstance, { brand }: { brand: () => string }): void {
  const documents = {
    '/api/openapi.json': {
      type: 'application/json; charset=utf-8',
      make: (name: string) => JSON.stringify(openApi(DOCUMENTED, { title: `${name} wire`, version: VERSION })),
    },
    '/api/docs': { type: 'text/html; charset=utf-8', make: (name: string) => apiPage(DOCUMENTED, name) },
  }
  for (const [path, { type, make }] of Object.entries(documents)) {
    const variantsFor = ofCurrent(brand, (name) => variantsOf(Buffer.from(make(name)), 'file'))
    app.get(path, async (request, reply) => {
      const variants = variantsFor()
      await sendVariants(request, reply, { variants, type, cacheControl: 'public, max-age=60' })
      return reply
    })
  }
}

interface OpenApiOptions {
  readonly title: string
  readonly version: string
}

/** OpenAPI 3.1. */
export function openApi(endpoints: readonly Endpoint[], { title, version }: OpenApiOptions): object {
  const calls = callModels(endpoints)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Every call answers one envelope. A business outcome is HTTP 200 whatever `result` says. ' +
        'Calls below /api also answer XML for `Accept: application/xml` or `format=xml`.',
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(calls.map((call) => [call.url, pathItem(call)])),
    components: {
      schemas: { Failure: failure(), ...refusals() },
      parameters: contextParameters(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A member’s token.' } },
    },
  }
}

function pathItem(call: CallModel): object {
  const name = call.url.replace(/^\//, '').replaceAll(/\W+/g, '_')
  return Object.fromEntries(
    call.methods.map((method) => [
      method.toLowerCase(),
      {
        operationId: `${method.toLowerCase()}_${name}`,
        summary: call.summary,
        tags: [WIRE_BASE[call.endpoint.wire]],
        security: call.endpoint.viewer === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
        parameters: [
          ...pathParameters(call.url),
          ...contextReferences(),
          ...(method === 'GET' ? queryParameters(call.input) : []),
        ],
        ...(method === 'POST' && { requestBody: requestBody(call) }),
        responses: responses(call),
      },
    ]),
  )
}

const pathParameters = (url: string): object[] =>
  [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = ({ properties = {}, required = [] }: JsonSchema): object[] =>
  Object.entries(properties)
    .filter(([name]) => !(name in CONTEXT))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name) && schema.default === undefined,
      schema,
    }))

const requestBody = ({ input, endpoint: { uploads } }: CallModel): object => {
  if (!uploads)
    return {
      content: { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } },
    }
  const files = Object.keys(uploads).map((name) => [name, { type: 'string', format: 'binary' }])
  const schema = { ...input, properties: { ...input.properties, ...Object.fromEntries(files) } }
  return { content: { 'multipart/form-data': { schema } } }
}

/** One per HTTP status, with its refusals. */
function responses(call: CallModel): object {
  const media = (schemas: readonly object[]) => {
    const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
    const isXml = call.endpoint.wire === 'action'
    return {
      'application/json': { schema },
      ...(isXml && { 'application/xml': { schema: { ...schema, xml: { name: 'response' } } } }),
    }
  }
  const statuses = Map.groupBy(call.refusals, ({ status }) => status)
  const outcomes = statuses.get(SUCCESS_STATUS) ?? []
  statuses.delete(SUCCESS_STATUS)
  return {
    [SUCCESS_STATUS]: {
      description: `The answer. ${named(outcomes)}`.trim(),
      content: media([...call.outputs.map(envelope), ...outcomes.map(reference)]),
    },
    ...Object.fromEntries(
      [...statuses].map(([status, errors]) => [
        status,
        { description: named(errors), content: media(errors.map(reference)) },
      ]),
    ),
  }
}

const SUCCESS_STATUS = 200

const reference = ({ code }: ErrorModel): object => ({ $ref: `#/components/schemas/${code}` })

const named = (errors: readonly ErrorModel[]): string =>
  errors.length > 0
    ? `A refusal with errorCode ${[...new Set(errors.map(({ wireCode }) => wireCode))].join(', ')}.`
    : ''

const envelope = (output: JsonSchema): JsonSchema => ({
  ...output,
  properties: { result: { const: 'SUCCESS' }, ...output.properties },
  required: ['result', ...(output.required ?? [])],
})

const failure = (): JsonSchema => ({
  type: 'object',
  required: ['result', 'errorCode', 'message'],
  properties: {
    result: { const: 'FAILED' },
    errorCode: { type: 'string', enum: [...new Set(errorModels().map(({ wireCode }) => wireCode))] },
    message: { type: 'string', description: 'In the language of the request.' },
  },
})

const refusals = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(errorModels().map((error) => [error.code, refusal(error)]))

const refusal = ({ wireCode, sentence, carries }: ErrorModel): JsonSchema => ({
  description: sentence,
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    { type: 'object', ...carries, properties: { errorCode: { const: wireCode }, ...carries?.properties } },
  ],
})

const CONTEXT: Readonly<Record<string, object>> = {
  language: { type: 'string', enum: ['zh_HK', 'en_US'], default: 'zh_HK' },
  pattern: { type: 'string', enum: ['normal', 'children'], default: 'normal' },
}

const contextParameters = (): object => ({
  ...Object.fromEntries(Object.entries(CONTEXT).map(([name, schema]) => [name, { name, in: 'query', schema }])),
  clientContext: {
    name: 'X-Client-Context',
    in: 'header',
    description:
      'The rest of the request context, form-encoded: platform, appVersion, deviceSerial, areaCode, profileId …',
    schema: { type: 'string' },
  },
})

const contextReferences = (): object[] =>
  [...Object.keys(CONTEXT), 'clientContext'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
