import { expect, test, vi } from 'vitest'
import { noFacets } from '#server/domains/catalogue/index.ts'
import * as endpoints from '#contract/search.ts'
import type { Domains } from '../domains.ts'
import type { Handle, Handler } from '../handle.ts'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import { search } from './search.ts'

test.each([
  ['a member', memberViewer(), 1],
  ['a visitor', visitor(), 0],
])("a search by %s is not shared if it is a member's: scenes depend on the parental code", async (_, viewer, times) => {
  const handlers = new Map<unknown, Handler<typeof endpoints.search>>()
  const on = ((endpoint: unknown, handler: never) => void handlers.set(endpoint, handler)) as Handle
  const facets = noFacets()
  const found = { titles: [], total: 0, facets, scenes: [], didYouMean: undefined, person: undefined }
  const domains = { cards: { localize: () => [] }, search: { search: async () => found } } as unknown as Domains
  search.register(on, domains)
  const isOwn = vi.fn()
  const call = { address: '203.0.113.5', isOwn } as never
  await handlers.get(endpoints.search)!(viewer, { keyword: '夜', page: 1 } as never, call)
  expect(isOwn).toHaveBeenCalledTimes(times)
})
