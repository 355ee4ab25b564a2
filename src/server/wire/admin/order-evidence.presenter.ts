import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { CustomerEvidence } from '#server/domains/customers/index.ts'
import type { OrderEvidence } from '#server/domains/payments/index.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { consoleCustomers as customersEn } from '#text/en_US/console-customers.ts'
import { consoleEvidence as evidenceEn } from '#text/en_US/console-evidence.ts'
import { consoleOrder as orderEn } from '#text/en_US/console-order.ts'
import { consoleOrders as ordersEn } from '#text/en_US/console-orders.ts'
import { consoleCustomers as customersZh } from '#text/zh_HK/console-customers.ts'
import { consoleEvidence as evidenceZh } from '#text/zh_HK/console-evidence.ts'
import { consoleOrder as orderZh } from '#text/zh_HK/console-order.ts'
import { consoleOrders as ordersZh } from '#text/zh_HK/console-orders.ts'

const TEXTS = {
  zh_HK: { evidence: evidenceZh, order: orderZh, orders: ordersZh, customers: customersZh },
  en_US: { evidence: evidenceEn, order: orderEn, orders: ordersEn, customers: customersEn },
} as const

type Cell = string | number | Temporal.Instant | null

export interface Evidence extends OrderEvidence {
  /** Null once the account is erased. */
  readonly customer: CustomerEvidence | null
  readonly brand: Readonly<Record<Language, string>>
  readonly at: Temporal.Instant
}

/** A document for the provider of a payment: it needs nothing from outside, runs nothing, and prints on paper. */
export function evidenceHtml(given: Evidence, language: Language): string {
  const { evidence: text } = TEXTS[language]
  const { order, customer, brand, at } = given
  const title = text.title(order.orderNumber)
  const parts = [
    facts(text.headings.order, orderFacts(given, language)),
    ...(customer
      ? [...deliveryParts(given, customer, language), ...activityParts(customer, language)]
      : [`<p>${escaped(text.erased)}</p>`]),
    table(text, {
      heading: text.headings.events,
      columns: ['at', 'event', 'source', 'amount', 'reference'],
      rows: eventRows(given, language),
    }),
    table(text, {
      heading: text.headings.refunds,
      columns: ['at', 'amount', 'state', 'finished', 'reference'],
      rows: refundRows(given, language),
    }),
  ]
  return `<!doctype html>
<html lang="${HTML_LANG[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>
<p>${escaped(text.made(timeOf(at), brand[language]))}</p>
${parts.join('\n')}
</body></html>
`
}

const STYLE =
  'body{font:14px/1.5 system-ui,sans-serif;color:#111;background:#fff;margin:2rem;max-width:60rem}' +
  'table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:700;font-size:1.15em;padding:1.2em 0 .3em}' +
  'th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top}th{background:#eee}'

type EvidenceText = (typeof TEXTS)[Language]['evidence']
type Facts = readonly (readonly [label: string, value: Cell])[]

function orderFacts({ order }: Evidence, language: Language): Facts {
  const { evidence, order: text, orders } = TEXTS[language]
  const { paidCents, paidCurrency, gateway, kind } = order
  return [
    [text.number, order.orderNumber],
    [text.outTradeNo, order.orderId],
    [orders.columns.item, order.item],
    [orders.kind, orders.kinds[order.purpose]],
    [orders.state, orders.states[order.state]],
    [text.provider, [orders.providers[kind], gateway].filter(Boolean).join(' · ')],
    [text.amount, money(order.amountCents, order.currency)],
    [text.paid, paidCents === null ? null : money(paidCents, paidCurrency ?? order.currency)],
    [text.reference, order.providerReference],
    [text.payment, order.paymentReference],
    [text.receipt, order.receiptNumber],
    [text.created, order.createdAt],
    [`${text.paid} (${evidence.columns.at})`, order.paidAt],
    [evidence.fields.delivered, order.deliveredAt],
    [evidence.deadline, order.answerBy],
  ]
}

function deliveryParts({ order }: Evidence, customer: CustomerEvidence, language: Language): string[] {
  const { evidence: text } = TEXTS[language]
  const { fields, headings } = text
  const { account, plan, goods, giftCard, screening } = customer
  return [
    facts(headings.customer, [
      [fields.accountId, order.accountId],
      [fields.since, account.since],
      [fields.terms, account.termsAgreedAt],
      [fields.number, account.maskedNumber],
      [fields.email, account.maskedEmail],
      [fields.proven, account.isEmailProven ? text.yes : text.no],
    ]),
    ...(plan
      ? [
          facts(headings.plan, [
            [fields.planVersion, plan.versionId],
            [fields.planPublished, plan.publishedAt],
            [fields.month, `${timeOf(plan.from)} – ${timeOf(plan.until)}`],
          ]),
        ]
      : []),
    ...(goods
      ? [
          facts(headings.delivery, [
            [fields.goodsSent, goods.sentAt],
            [fields.goodsDelivered, goods.deliveredAt],
            [fields.goodsReference, goods.reference],
          ]),
        ]
      : []),
    ...(giftCard
      ? [
          facts(headings.delivery, [
            [fields.cardSent, giftCard.sentAt],
            [fields.cardUsed, giftCard.usedAt],
          ]),
        ]
      : []),
    ...(screening
      ? [
          facts(headings.delivery, [
            [fields.screening, screening.startsAt],
            [fields.seats, screening.seats],
            [fields.joined, screening.joined],
          ]),
        ]
      : []),
  ]
}

function activityParts(customer: CustomerEvidence, language: Language): string[] {
  const { evidence: text, customers } = TEXTS[language]
  const { headings } = text
  const minutes = (seconds: number) => Math.round(seconds / 60)
  return [
    table(text, {
      heading: headings.rentals,
      columns: ['at', 'title', 'credits', 'until', 'voided'],
      rows: customer.rentals.map((one) => [one.at, one.title[language], one.credits, one.endsAt, one.voidedAt]),
    }),
    table(text, {
      heading: headings.plays,
      columns: ['at', 'title', 'lastSeen'],
      rows: customer.plays.map(({ at, title, lastSeenAt }) => [at, title[language], lastSeenAt]),
    }),
    table(text, {
      heading: headings.progress,
      columns: ['at', 'title', 'position', 'duration'],
      rows: customer.progress.map((one) => [one.at, one.title[language], minutes(one.position), minutes(one.duration)]),
    }),
    table(text, {
      heading: headings.signIns,
      columns: ['at', 'device', 'lastUsed', 'ended'],
      rows: customer.signIns.map(({ at, device, lastUsedAt, endedAt }) => [at, device, lastUsedAt, endedAt]),
    }),
    table(text, {
      heading: headings.messages,
      columns: ['at', 'channel', 'message', 'state', 'sent'],
      rows: customer.messages.map(({ at, channel, template, state, sentAt }) => [
        at,
        customers.channels[channel],
        customers.templates[template as keyof typeof customers.templates] ?? template,
        customers.sentStates[state],
        sentAt,
      ]),
    }),
    table(text, {
      heading: headings.cases,
      columns: ['at', 'caseNumber', 'theme', 'answered'],
      rows: customer.cases.map((one) => [one.at, one.caseNumber, customers.themes[one.theme], one.answeredAt]),
    }),
    `<p>${escaped(text.kept)}</p>`,
  ]
}

function eventRows({ evidence }: Evidence, language: Language): Cell[][] {
  const { order: text } = TEXTS[language]
  return evidence.map(({ at, event, source, amountCents, currency, reference }) => [
    at,
    text.events[event],
    text.sources[source],
    amountCents === null ? null : money(amountCents, currency ?? ''),
    reference,
  ])
}

/** Without who refunded, and why: that is the service's own. */
function refundRows({ refunds }: Evidence, language: Language): Cell[][] {
  const { order: text } = TEXTS[language]
  return refunds.map((refund) => [
    refund.requestedAt,
    money(refund.amountCents, refund.currency),
    text.refundEnded[refund.state],
    refund.finishedAt,
    refund.providerReference,
  ])
}

const facts = (heading: string, rows: Facts): string =>
  `<table><caption>${escaped(heading)}</caption>${rows.map(([label, value]) => `<tr><th scope="row">${escaped(label)}</th>${cell(value)}</tr>`).join('')}</table>`

interface Table {
  readonly heading: string
  readonly columns: readonly (keyof EvidenceText['columns'])[]
  readonly rows: readonly (readonly Cell[])[]
}

function table(text: EvidenceText, { heading, columns, rows }: Table): string {
  const caption = `<caption>${escaped(heading)}</caption>`
  if (rows.length === 0) return `<table>${caption}<tr><td>${escaped(text.none)}</td></tr></table>`
  const heads = columns.map((name) => `<th scope="col">${escaped(text.columns[name])}</th>`).join('')
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
  return `<table>${caption}<thead><tr>${heads}</tr></thead><tbody>\n${lines}\n</tbody></table>`
}

function cell(value: Cell): string {
  const shown = value === null ? '–' : value instanceof Temporal.Instant ? timeOf(value) : String(value)
  return `<td>${escaped(shown)}</td>`
}

const money = (cents: number, currency: string): string => `${currency} ${decimalOf(cents)}`

/** In Hong Kong, to the second: the order of events is evidence. */
const timeOf = (at: Temporal.Instant): string =>
  at
    .toZonedDateTimeISO('Asia/Hong_Kong')
    .toString({ smallestUnit: 'second', timeZoneName: 'never', offset: 'never' })
    .replace('T', ' ')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
