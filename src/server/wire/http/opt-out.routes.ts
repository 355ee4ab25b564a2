import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { optOut as en } from '#text/en_US/opt-out.ts'
import { type OptOutText, optOut as zh } from '#text/zh_HK/opt-out.ts'
import type { RequestLimiter } from '../request-rate.ts'
import type { BrandNames, OptOut } from './http-deps.ts'
import { escaped, sendPlainPage } from './plain-page.ts'

interface OptOutDeps extends OptOut {
  readonly brand: () => BrandNames
  readonly limiter: RequestLimiter
}

/** In the query, which the log leaves out. */
export const optOutPath = (token: string, language: Language): string =>
  `/unsubscribe?token=${encodeURIComponent(token)}${language === 'en_US' ? '&lang=en_US' : ''}`

const BODY_BYTES_MAX = 4 * 1024
const TEXT: Readonly<Record<Language, OptOutText>> = { zh_HK: zh, en_US: en }

type Query = { Querystring: { token?: string; lang?: string } }

/**
 * Ends marketing without a sign-in (RFC 8058). The page asks first, since mail scanners open every link; its button, and the one of mail
 * programs, post to the same address.
 */
export async function bindOptOut(scope: FastifyInstance, { isToken, optOut, brand, limiter }: OptOutDeps) {
  scope.removeAllContentTypeParsers()
  // Mail programs post a form of either kind. What it says changes nothing.
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  )

  scope.get<Query>('/unsubscribe', (request, reply) => {
    limiter.count(request.ip)
    const { token, language } = asked(request.query)
    const page = isToken(token) ? 'ask' : 'invalid'
    return sendPage(reply, page, { token, language, brand: brand()[language] })
  })

  scope.post<Query>('/unsubscribe', async (request, reply) => {
    limiter.count(request.ip)
    const { token, language } = asked(request.query)
    const page = (await optOut(token)) ? 'done' : 'invalid'
    return sendPage(reply, page, { token, language, brand: brand()[language] })
  })
}

const asked = ({ token, lang }: Query['Querystring']): { token: string; language: Language } => ({
  token: typeof token === 'string' ? token : '',
  language: lang === 'en_US' ? 'en_US' : 'zh_HK',
})

interface Shown {
  readonly token: string
  readonly language: Language
  readonly brand: string
}

function sendPage(
  reply: FastifyReply,
  page: 'ask' | 'done' | 'invalid',
  { token, language, brand }: Shown,
): FastifyReply {
  const text = TEXT[language]
  const form = `<form method="post" action="${escaped(optOutPath(token, language))}"><button type="submit">${escaped(text.submit)}</button></form>`
  const bodies = { ask: [text.askText], done: [text.doneText, text.again], invalid: [text.invalidText] }
  return sendPlainPage(reply.status(page === 'invalid' ? 404 : 200), {
    language,
    title: `${text.title} - ${brand}`,
    heading: text[page],
    paragraphs: bodies[page],
    ...(page === 'ask' && { form }),
    home: text.home(brand),
  })
}
