import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { ResponseCache, Entry } from '../response-cache.ts'
import { formatOf } from '../envelope.ts'
import type { CallRequest, Outcome, Pipeline } from '../handle.ts'
import { formFields } from './bodies.ts'
import type { RenderHome } from './http-deps.ts'

/** The prerendered home page in every encoding, by language and region. */
export interface Home {
  page(language: Language, region: string): Promise<Entry>
}

export interface HomeDeps {
  readonly pipeline: Pipeline
  readonly cache: ResponseCache
  readonly renderHome: RenderHome
}

/**
 * Prerenders home from the responses of its calls. The page is cached like a shared response, at most as long as its
 * data, and rendered once for concurrent requests.
 */
export function createHome({ pipeline, cache, renderHome }: HomeDeps): Home {
  return {
    page: (language, region) => cache.get(`home|${language}|${region}`, () => render(language, region)),
  }

  async function render(language: Language, region: string) {
    let untilMs = Infinity
    const html = await renderHome({
      language,
      request: async (url) => {
        const outcome = await answer(url, region)
        if (outcome.kind === 'own') {
          // A page that shows an error is not cached, so the next request renders again.
          untilMs = 0
          return outcome.answer.body
        }
        untilMs = Math.min(untilMs, outcome.entry.expiresAtMs)
        return JSON.parse(outcome.entry.variants.identity.bytes.toString('utf8'))
      },
    })
    const until = Number.isFinite(untilMs) ? Temporal.Instant.fromEpochMilliseconds(untilMs) : undefined
    return { bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', until }
  }

  async function answer(url: string, region: string): Promise<Exclude<Outcome, { kind: 'personalized' }>> {
    const [path = '', query] = url.split('?', 2)
    const route = pipeline.routes.get(path)
    if (!route) throw new Error(`Home requests ${path}, which is not an endpoint`)
    const fields = formFields(query ?? '')
    const request: CallRequest = {
      method: 'GET',
      fields,
      headers: {},
      region,
      address: '',
      requestId: 'home',
      format: formatOf(path, 'json', undefined),
    }
    const outcome = await pipeline.answer(route, request)
    if (outcome.kind === 'personalized') throw new Error('Home requests must be made as a visitor')
    return outcome
  }
}

/** Language from the cookie; the default if missing or invalid. */
export const cookieLanguage = (cookie: string | undefined): Language =>
  (/(?:^|;\s*)language=(zh_HK|en_US)\s*(?:;|$)/.exec(cookie ?? '')?.[1] as Language | undefined) ?? DEFAULT_LANGUAGE
