import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adminChange, adminRead } from '#contract/admin/endpoint.ts'
import { change, changed } from '#contract/admin/forms.ts'
import { emptyInput, emptyOutput } from '#contract/wire-values.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'

const look = adminRead({
  path: '/things/look',
  roles: ['care'],
  summary: 'Looks.',
  input: emptyInput,
  output: z.object({ count: z.number() }),
})
const move = { path: '/things/move', roles: ['care'], summary: 'Moves.', input: change({}), output: changed } as const
const give = adminChange({ ...move, path: '/things/give', audit: 'give things', fourEyes: 'finance' })

test('a call without roles, a change without its action for the audit log or without a key, do not compile', () => {
  // @ts-expect-error -- the roles are missing
  adminRead({ path: '/a', summary: 'A.', input: emptyInput, output: emptyOutput })
  // @ts-expect-error -- the action is missing
  adminChange(move)
  // @ts-expect-error -- an input without a request key
  adminChange({ ...move, audit: 'move things', input: emptyInput })
  // @ts-expect-error -- no such role
  adminRead({ path: '/a', roles: ['owner'], summary: 'A.', input: emptyInput, output: emptyOutput })
  expect(look.audit).toBeUndefined()
})

test('every call has exactly one handler of its own kind', () => {
  const bound = bindAdmin({ look, LIMIT: 3 }, () => ({ look: () => ({ count: 1 }) }))
  expect(bound.endpoints).toEqual([look])
  // @ts-expect-error -- `look` is missing
  bindAdmin({ look }, () => ({}))
  // @ts-expect-error -- nothing is called `other`
  bindAdmin({ look }, () => ({ look: () => ({ count: 1 }), other: () => ({}) }))
  // @ts-expect-error -- not the output of the call
  bindAdmin({ look }, () => ({ look: () => ({ count: 'one' }) }))
  // @ts-expect-error -- a read has no transaction
  bindAdmin({ look }, () => ({ look: (_input: object, { tx }) => ({ count: Number(tx) }) }))
})

test('a call with four eyes says when a second person is needed, or the service does not start', () => {
  const handler = async () => ({})
  const alone = bindAdmin({ give }, () => ({ give: handler }))
  expect(() => alone.routes({} as AdminDomains)).toThrow('/things/give: four eyes')
  const both = bindAdmin({ give }, () => ({ give: { handler, approvalNeed: async () => ({ things: 3 }) } }))
  expect(both.routes({} as AdminDomains)).toHaveLength(1)
})
