import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpointUrl } from '#contract/endpoint.ts'
import { ENDPOINTS } from './calls.ts'

type Shape = Readonly<Record<string, z.ZodMiniType>>

/** The fields of inputs that take a boolean. */
const BOOLEANS = ENDPOINTS.flatMap((endpoint) =>
  Object.entries((endpoint.input._zod.def as unknown as { shape: Shape }).shape)
    .filter(([, field]) => [true, false].some((value) => z.safeParse(field, value).success))
    .map(([name, field]) => ({ url: endpointUrl(endpoint), name, field })),
)

const read = (field: z.ZodMiniType, value: unknown): unknown => z.safeParse(field, value).data

test('there are endpoints with booleans', () => {
  expect(BOOLEANS.map(({ url, name }) => `${url} ${name}`)).toContain('/api_v2/privateCinema/control playing')
})

test.each(BOOLEANS)('$url reads $name from a query or form as from JSON', ({ field }) => {
  for (const text of ['true', '1']) expect(read(field, text)).toBe(read(field, true))
  for (const text of ['false', '0']) expect(read(field, text)).toBe(read(field, false))
})
