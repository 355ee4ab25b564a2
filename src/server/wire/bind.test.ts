import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { bind } from './bind.ts'
import type { Domains } from './domains.ts'
import type { Handle } from './handle.ts'

const row = {
  wire: 'v2',
  summary: 'A thing.',
  input: z.object({ id: z.string() }),
  output: z.object({ count: z.number() }),
} as const
const read = endpoint({ ...row, path: '/read', viewer: 'anyone' })
const own = endpoint({ ...row, path: '/own', viewer: 'member' })
const module = { read, own, MAX: 5, idField: z.string() }
const domains = { profiles: { icons: async () => [] } } as unknown as Domains

test('binds every endpoint of a module by name, with its overlay, and leaves its other exports alone', () => {
  const overlay = { load: async () => 1, view: () => 1, apply: () => ({}) }
  const bound = bind(module, ({ profiles }) => ({
    read: async (_viewer, { id }) => ({ count: (await profiles.icons()).length + id.length }),
    own: { handler: ({ accountId }, { id }) => ({ count: accountId.length + id.length }), overlay },
  }))
  expect(bound.endpoints).toEqual([read, own])
  const registered: unknown[][] = []
  const on = ((...call: unknown[]) => registered.push(call)) as unknown as Handle
  bound.register(on, domains)
  expect(registered).toEqual([
    [read, expect.any(Function)],
    [own, expect.any(Function), overlay],
  ])
})

test('does not compile with an answer missing, one too many, or a wrong one', () => {
  // @ts-expect-error -- `own` is missing
  const missing = bind(module, () => ({ read: () => ({ count: 0 }) }))
  // @ts-expect-error -- nothing is called `other`
  const extra = bind(module, () => ({ read: () => ({ count: 0 }), own: () => ({ count: 0 }), other: () => ({}) }))
  // @ts-expect-error -- not the output of the endpoint
  const wrong = bind(module, () => ({ read: () => ({ title: '' }), own: () => ({ count: 0 }) }))
  const visitor = bind(module, () => ({
    // @ts-expect-error -- anyone need not have an account
    read: (viewer) => ({ count: viewer.accountId.length }),
    own: (viewer) => ({ count: viewer.accountId.length }),
  }))
  for (const bound of [missing, extra, wrong, visitor]) expect(bound.endpoints).toHaveLength(2)
})
