import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { GiftCardDesign } from '#contract/gift-card-designs.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { RenderedMail, Renderer } from '#server/domains/messages/index.ts'
import { builtInTexts, type MessageTexts, ownMail, ownSms } from './message-texts.presenter.ts'
import { messages as enUS } from '#text/en_US/messages.ts'
import { type MailText, type MessagesText, messages as zhHK } from '#text/zh_HK/messages.ts'

const TEXT: Record<Language, MessagesText> = { zh_HK: zhHK, en_US: enUS }

type BrandNames = Readonly<Record<Language, string>>

/** `brands` and `texts` may change while the service runs. */
export function createRenderer(brands: () => BrandNames, texts: () => MessageTexts = builtInTexts): Renderer {
  return {
    sms<T extends keyof SmsTemplates>(template: T, values: SmsTemplates[T], language: Language) {
      const given = { ...values, brand: brands()[language] }
      return ownSms(texts(), template, { values: given, language }) ?? TEXT[language].sms[template](given)
    },
    mail<T extends keyof MailTemplates>(template: T, values: MailTemplates[T], language: Language) {
      const brand = brands()[language]
      const given = { ...values, brand }
      const builtIn = TEXT[language].mail[template](given)
      return toMail(ownMail(texts(), template, { values: given, language, builtIn }), { language, brand })
    },
    inbox<T extends keyof InboxTemplates>(template: T, values: InboxTemplates[T], language: Language) {
      return TEXT[language].inbox[template]({ ...values, brand: brands()[language] })
    },
  }
}

const BODY =
  'margin:0;padding:24px;background:#f4f4f5;font:16px/1.6 -apple-system,"PingFang HK","Noto Sans HK",sans-serif;color:#18181b'
const SHEET = 'max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px'
const CODE = 'margin:24px 0;font-weight:700;font-size:32px;letter-spacing:.2em'
/** A code of four groups keeps to one line of a phone. */
const LONG_CODE = 'margin:24px 0;font-weight:700;font-size:18px;white-space:nowrap'
const CARD =
  'display:flex;align-items:flex-end;justify-content:space-between;box-sizing:border-box;height:262px;margin:0 0 24px;padding:20px;border-radius:16px;font-weight:700'
const LINK =
  'display:inline-block;padding:12px 24px;border-radius:999px;background:#18181b;color:#fff;font-weight:700;text-decoration:none'
const CLOSING = 'margin:32px 0 0;font-size:13px;color:#71717a'

/** Of the mail apps that know it: dark as the reader's device is, and without wide margins on a phone. */
const STYLE = `@media (prefers-color-scheme:dark){body{background:#18181b!important;color:#f4f4f5!important}.sheet{background:#27272a!important}.link{background:#f4f4f5!important;color:#18181b!important}.closing{color:#a1a1aa!important}}
@media (max-width:479.98px){body{padding:12px!important}.sheet{padding:24px 20px!important}.card{height:196px!important}}`

/** The images of gift cards, drawn by gradients; a client that knows none shows the colour below. */
const PICTURES: Readonly<Record<GiftCardDesign, string>> = {
  harbour:
    'color:#f6f1e8;background-color:#0d1440;background-image:radial-gradient(circle at 72% 42%,#ffe2a0 0 14%,#ffb04a 21%,transparent 21.5%),linear-gradient(transparent 66%,#ff6a52 66% 67%,transparent 67%),linear-gradient(#0d1440,#26306e 66%,#0a0f2a 66%)',
  neon: 'color:#f6f1e8;background-color:#1b0b26;background-image:radial-gradient(circle at 30% 44%,#ffc46b 0 5%,#1b0b26 5.5% 20%,#ff8a70 20.5% 22%,transparent 22.5%),linear-gradient(#2b0f38,#140818)',
  sunrise:
    'color:#f6f1e8;background-color:#17265c;background-image:radial-gradient(circle at 50% 52%,#e8523a 0 28%,transparent 28.5%),linear-gradient(#f6ead0 66%,#17265c 66%)',
}

const cardHtml = ({ design, value }: NonNullable<MailText['card']>, brand: string): string =>
  `<div class="card" style='${CARD};${PICTURES[design]}'><span style='flex:1'>${escaped(brand)}</span><span style='font-size:24px'>${escaped(value)}</span></div>`

/** One text, twice: plain, and as HTML that needs nothing from outside. */
function toMail(
  { subject, paragraphs, code, card, link, closing, optOut }: MailText,
  { language, brand }: { language: Language; brand: string },
): RenderedMail {
  const html = [
    ...(card ? [cardHtml(card, brand)] : []),
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p style='${code.length > 8 ? LONG_CODE : CODE}'>${escaped(code)}</p>`]),
    ...(link
      ? [`<p><a class="link" style='${LINK}' href="${escaped(link.address)}">${escaped(link.label)}</a></p>`]
      : []),
    `<p class="closing" style='${CLOSING}'>${escaped(closing)}</p>`,
    ...(optOut
      ? [`<p class="closing" style='${CLOSING}'><a href="${escaped(optOut.address)}">${escaped(optOut.label)}</a></p>`]
      : []),
  ].join('\n')
  return {
    subject: subject.replaceAll(/[\r\n]+/g, ' '),
    text: [
      ...paragraphs,
      ...(code === undefined ? [] : [code]),
      ...(link ? [`${link.label}: ${link.address}`] : []),
      closing,
      ...(optOut ? [`${optOut.label}: ${optOut.address}`] : []),
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="${HTML_LANG[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title>
<style>${STYLE}</style></head>
<body style='${BODY}'><div class="sheet" style='${SHEET}'>
${html}
</div></body></html>`,
    ...(optOut && { optOut: optOut.address }),
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
