import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/wire-values.ts'
import { page } from '#contract/paging.ts'
import { createTestHttp, type TestHttp, type TestHttpOptions } from './http.ts'
import type { Calls } from '#server/wire/handle.ts'
import { memberViewer } from './viewers.ts'

const output = z.object({
  list: z.array(z.string()),
  empty: z.optional(z.array(z.string())),
  note: z.optional(z.nullable(z.string())),
})
export const read = endpoint({
  wire: 'v2',
  path: '/thing',
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Reads.',
  input: z.object({ programId: id, page, kind: z._default(z.enum(['a', 'b']), 'a') }),
  output,
})
export const old = endpoint({
  wire: 'action',
  path: '/thing.action',
  viewer: 'anyone',
  kids: 'refused',
  summary: 'Reads, the older way.',
  input: z.object({}),
  output,
})
export const write = endpoint({
  wire: 'v2',
  path: '/thing/write',
  viewer: 'anyone',
  kids: 'open',
  changes: true,
  summary: 'Writes.',
  input: z.object({ text: z.string().check(z.minLength(2), z.maxLength(5)) }),
  output: z.object({}),
})
export const strict = endpoint({
  wire: 'action',
  path: '/strict.action',
  viewer: 'anyone',
  kids: 'open',
  postOnly: true,
  changes: true,
  summary: 'Only POST.',
  input: z.object({ mobileno: z.optional(z.string()) }),
  output: z.object({}),
})
export const members = endpoint({
  wire: 'v2',
  path: '/mine',
  viewer: 'member',
  summary: 'A member’s own.',
  input: z.object({}),
  output: z.object({ accountId: z.string() }),
})
export const spoken = endpoint({
  wire: 'v2',
  path: '/spoken',
  viewer: 'anyone',
  summary: 'Filters by spoken language.',
  input: z.object({ language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/))) }),
  output: z.object({ said: z.string() }),
})
export const chosen = endpoint({
  wire: 'v2',
  path: '/chosen',
  viewer: 'anyone',
  summary: 'Takes a language of ours.',
  input: z.object({ language: z.optional(z.enum(['zh_HK', 'en_US'])) }),
  output: z.object({ said: z.string() }),
})

export const MEMBER = memberViewer({ accountId: 'a1', sessionId: 's1', profileId: 'p1' })

const handlers: Calls = (on) => {
  on(read, async (viewer, input) => ({
    list: [viewer.language, viewer.kids ? 'kids' : 'all', viewer.region, input.kind, String(input.page)],
  }))
  on(old, () => ({ list: ['a & <b>', 'c\u0000\u001F'], empty: [], note: null }))
  on(write, () => ({}))
  on(strict, () => ({}))
  on(members, ({ accountId }) => ({ accountId }))
  on(spoken, (_viewer, { language }) => ({ said: language ?? 'none' }))
  on(chosen, (_viewer, { language }) => ({ said: language ?? 'none' }))
}

/** The server over these calls, or over given ones. Closed after the test. */
export async function start(options: TestHttpOptions = {}, calls: Calls = handlers): Promise<TestHttp> {
  const http = await createTestHttp(calls, options)
  onTestFinished(() => http.app.close())
  return http
}
