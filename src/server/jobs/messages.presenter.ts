import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { RenderedMail, Renderer } from '#server/domains/messages/index.ts'
import { messages as enUS } from '#text/en_US/messages.ts'
import { type MailText, type MessagesText, messages as zhHK } from '#text/zh_HK/messages.ts'

const TEXT: Record<Language, MessagesText> = { zh_HK: zhHK, en_US: enUS }

/** The brand's name in each language. */
export type BrandNames = Readonly<Record<Language, string>>

/** Renders message templates in the name of the brand. */
export function createRenderer(brands: BrandNames): Renderer {
  return {
    sms<T extends keyof SmsTemplates>(template: T, values: SmsTemplates[T], language: Language) {
      return TEXT[language].sms[template]({ ...values, brand: brands[language] })
    },
    mail<T extends keyof MailTemplates>(template: T, values: MailTemplates[T], language: Language) {
      return toMail(TEXT[language].mail[template]({ ...values, brand: brands[language] }), language)
    },
    inbox<T extends keyof InboxTemplates>(template: T, values: InboxTemplates[T], language: Language) {
      return TEXT[language].inbox[template]({ ...values, brand: brands[language] })
    },
  }
}

const BODY =
  'margin:0;padding:24px;background:#f4f4f5;font:16px/1.6 -apple-system,"PingFang HK","Noto Sans HK",sans-serif;color:#18181b'
const SHEET = 'max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px'
const CODE = 'margin:24px 0;font-size:32px;font-weight:700;letter-spacing:.2em'
const CLOSING = 'margin:32px 0 0;font-size:13px;color:#71717a'

/** One text, twice: plain, and as HTML that needs nothing from outside. */
function toMail({ subject, paragraphs, code, closing }: MailText, language: Language): RenderedMail {
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p style='${CODE}'>${escaped(code)}</p>`]),
    `<p style='${CLOSING}'>${escaped(closing)}</p>`,
  ].join('\n')
  return {
    subject: subject.replaceAll(/[\r\n]+/g, ' '),
    text: [...paragraphs, ...(code === undefined ? [] : [code]), closing].join('\n\n'),
    html: `<!doctype html>
<html lang="${HTML_LANG[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style='${BODY}'><div style='${SHEET}'>
${html}
</div></body></html>`,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
