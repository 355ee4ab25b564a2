import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'

/** A request with what it is answered. `body` of the response names the fields that matter; `$…` words are matchers. */
export interface FixtureCase {
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

const FOLDER = join(import.meta.dirname, '../wire-fixtures')

/** `/api_v2/revamp/detail` → `revamp-detail.json`, `/api/homePopupAd.action` → `homePopupAd.action.json`. */
export const fixtureFileOf = (endpoint: Endpoint): string => `${endpoint.path.slice(1).replaceAll('/', '-')}.json`

export const FIXTURE_FILES = (await readdir(FOLDER)).filter((name) => name.endsWith('.json'))

/** Every endpoint with the cases of its fixture. */
export const FIXTURES = await Promise.all(
  ENDPOINTS.map(async (endpoint) => {
    const file = fixtureFileOf(endpoint)
    const text = FIXTURE_FILES.includes(file) ? await readFile(join(FOLDER, file), 'utf8') : '[]'
    return { endpoint, cases: JSON.parse(text) as FixtureCase[] }
  }),
)

/** Whether a case shows a success: of a call that responds with a file, that file. */
export const isSuccess = ({ response: { status, body, headers } }: FixtureCase, { file }: Endpoint): boolean =>
  file === undefined ? body?.result === 'SUCCESS' : status === 200 && headers?.['content-type'] === file
