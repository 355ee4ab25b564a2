import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp, type TestHttpOptions } from './http.ts'
import type { Calls } from '#server/wire/handle.ts'

export const thing = endpoint({
  wire: 'v2',
  path: '/thing',
  viewer: 'anyone',
  kids: 'open',
  cacheable: true,
  summary: 'A thing.',
  input: z.object({}),
  output: z.object({ text: z.string() }),
})
const calls: Calls = (on) => on(thing, ({ language, region }) => ({ text: `${language} ${region}` }))

/** The server over one call, or over given ones. Closed after the test. */
export async function start(options: TestHttpOptions = {}, bound: Calls = calls): Promise<TestHttp> {
  const http = await createTestHttp(bound, options)
  onTestFinished(() => http.app.close())
  return http
}
