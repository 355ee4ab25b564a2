import { OFFLINE_URL } from '#contract/service-worker.ts'

/** What the worker does with a request: a page of the site, a file of the build, or nothing, which leaves it to the browser. */
export type Treatment = 'page' | 'asset' | 'none'

interface RequestHead {
  readonly method: string
  readonly mode: string
  readonly url: string
}

interface Site {
  readonly origin: string
  readonly assets: ReadonlySet<string>
}

/** The pages: home, which is every screen, and those to share. Files and data that are opened as a page are none. */
const PAGE = /^\/(?:index\.html|s\/[^/]+)?$/

export function treatmentOf({ method, mode, url }: RequestHead, { origin, assets }: Site): Treatment {
  const at = new URL(url)
  if (method !== 'GET' || at.origin !== origin) return 'none'
  if (mode === 'navigate') return PAGE.test(at.pathname) ? 'page' : 'none'
  return at.search === '' && assets.has(at.pathname) ? 'asset' : 'none'
}

interface ResponseHead {
  readonly status: number
  readonly type: string
  readonly redirected: boolean
}

/** Whether the answer for a path may be stored: the files of this build and the offline page, complete and from here. */
export const mayStore = (
  path: string,
  { status, type, redirected }: ResponseHead,
  assets: ReadonlySet<string>,
): boolean => (path === OFFLINE_URL || assets.has(path)) && status === 200 && type === 'basic' && !redirected
