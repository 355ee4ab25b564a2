import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { ResponseCache, Entry } from '../response-cache.ts'
import type { Pipeline, CallRequest, Outcome } from '../handle.ts'
import type { RenderHome } from './http-deps.ts'
import { formatOf } from '../envelope.ts'
import { formFields } from './bodies.ts'

export interface Home {
  page(language: Language, region: string): Promise<Entry>
}

export interface HomeDeps {
  readonly pipeline: Pipeline
  readonly cache: ResponseCache
  readonly renderHome: RenderHome
}

/** Cached like a shared response, at most as long as its data; rendered once for concurrent requests. */
export function createHome({ pipeline, cache, renderHome }: HomeDeps): Home {
  return {
    page: (language, region) => cache.get(`home|${language}|${region}`, () => render(language, region)),
  }

  async function render(language: Language, region: string) {
    let untilMs = Infinity
    const html = await renderHome({
      language,
      request: async (url) => {
        const outcome = await answerVisitor(pipeline, url, region)
        // A page that shows an error is not cached.
        untilMs = outcome.kind === 'own' ? 0 : Math.min(untilMs, outcome.entry.expiresAtMs)
        return envelopeOf(outcome)
      },
    })
    const until = Number.isFinite(untilMs) ? Temporal.Instant.fromEpochMilliseconds(untilMs) : undefined
    return { bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', until }
  }
}

export const cookieLanguage = (cookie: string | undefined): Language =>
  (/(?:^|;\s*)language=(zh_HK|en_US)\s*(?:;|$)/.exec(cookie ?? '')?.[1] as Language | undefined) ?? DEFAULT_LANGUAGE

export type VisitorOutcome = Exclude<Outcome, { kind: 'personalized' }>

export async function answerVisitor(pipeline: Pipeline, url: string, region: string): Promise<VisitorOutcome> {
  const [path = '', query] = url.split('?', 2)
  const route = pipeline.routes.get(path)
  if (!route) throw new Error(`${path} is not an endpoint`)
  const request: CallRequest = {
    method: 'GET',
    fields: formFields(query ?? ''),
    headers: {},
    region,
    address: '',
    requestId: 'page',
    format: formatOf(path, 'json', undefined),
  }
  const outcome = await pipeline.answer(route, request)
  if (outcome.kind === 'personalized') throw new Error('Pages are made for visitors')
  return outcome
}

export const envelopeOf = (outcome: VisitorOutcome): unknown =>
  outcome.kind === 'own' ? outcome.answer.body : JSON.parse(outcome.entry.variants.identity.bytes.toString('utf8'))
