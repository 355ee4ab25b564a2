import type { Endpoint } from '#contract/endpoint.ts'
import { type CallModel, callModels, errorModels, type JsonSchema } from './api-model.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
}

/** The contract as OpenAPI 3.1: both wires, the envelope, the refusals. */
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
        tags: [call.endpoint.wire === 'action' ? '/api' : '/api_v2'],
        security: call.endpoint.viewer === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
        parameters: [...contextReferences(), ...(method === 'GET' ? queryParameters(call.input) : [])],
        ...(method === 'POST' && { requestBody: requestBody(call.input) }),
        responses: responses(call),
      },
    ]),
  )
}

const queryParameters = ({ properties = {}, required = [] }: JsonSchema): object[] =>
  Object.entries(properties)
    .filter(([name]) => !(name in CONTEXT))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name) && schema.default === undefined,
      schema,
    }))

const requestBody = (schema: JsonSchema): object => ({
  content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
})

function responses(call: CallModel): object {
  const successes = call.outputs.map(envelope)
  const media = (schema: object) => ({
    'application/json': { schema },
    ...(call.endpoint.wire === 'action' && { 'application/xml': { schema: { ...schema, xml: { name: 'response' } } } }),
  })
  const codes = call.refuses.map(({ wireCode }) => wireCode)
  const typed = call.refuses.flatMap((error) => (error.carries ? [{ $ref: `#/components/schemas/${error.code}` }] : []))
  const refused = codes.length > 0 ? `Or a refusal with errorCode ${[...new Set(codes)].join(', ')}.` : ''
  return {
    200: {
      description: `The answer. ${refused}`.trim(),
      content: media({ anyOf: [...successes, ...typed, { $ref: '#/components/schemas/Failure' }] }),
    },
    default: {
      description: 'The call was not understood or could not be answered.',
      content: media({ $ref: '#/components/schemas/Failure' }),
    },
  }
}

const envelope = (output: JsonSchema): JsonSchema => ({
  ...output,
  properties: { result: { const: 'SUCCESS' }, ...output.properties },
  required: ['result', ...(output.required ?? [])],
})

/** What every refusal has. What some carry besides is in a schema of each code's own. */
const failure = (): JsonSchema => ({
  type: 'object',
  required: ['result', 'errorCode', 'message'],
  properties: {
    result: { const: 'FAILED' },
    errorCode: { type: 'string', enum: [...new Set(errorModels().map(({ wireCode }) => wireCode))] },
    message: { type: 'string', description: 'In the language of the request.' },
  },
})

/** By code: the refusals that carry data. */
const refusals = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    errorModels().flatMap(({ code, wireCode, sentence, carries }) =>
      carries ? [[code, refusal({ wireCode, sentence, carries })]] : [],
    ),
  )

const refusal = ({ wireCode, sentence, carries }: { wireCode: string; sentence: string; carries: JsonSchema }) => ({
  description: sentence,
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    { ...carries, properties: { errorCode: { const: wireCode }, ...carries.properties } },
  ],
})

/** The request context that travels on every call. */
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
