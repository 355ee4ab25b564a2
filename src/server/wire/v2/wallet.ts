import type { ParsedInputOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import * as endpoints from '#contract/wallet.ts'
import type { StatementLine, CreditBucket } from '#contract/wallet.ts'
import type { StatementEntry, Balance, Spendable } from '#server/domains/ledger/index.ts'
import { bind } from '../bind.ts'
import type { Language } from '#contract/languages.ts'
import { toCsvFile } from '#server/kit/csv.ts'
import { credits as creditsEn } from '#text/en_US/wallet.ts'
import { credits as creditsZh, type CreditsText } from '#text/zh_HK/wallet.ts'
import { wireInstant } from '../instants.ts'
import { startOfHongKongDay } from '#server/kit/instants.ts'

export const wallet = bind(endpoints, ({ catalogue, ledger }) => {
  const namesOf = (lines: readonly StatementEntry[]) =>
    catalogue.names([...new Set(lines.flatMap(({ subject }) => subject ?? []))])
  return {
    wallet: async ({ accountId }) => toWalletResponse(await ledger.balance(accountId)),

    walletStatement: async ({ accountId, language }, { pageSize = PAGE_SIZE.portrait, cursor, ...period }) => {
      const before = cursor === undefined ? undefined : Number(cursor)
      const filter = { ...periodOf(period), limit: pageSize, before }
      const { lines, next } = await ledger.statement(accountId, filter)
      const names = await namesOf(lines)
      const list = lines.map((line) => toStatementLine(line, names, language))
      return { list, pageSize, ...(next !== undefined && { next: String(next) }) }
    },

    walletStatementFile: async ({ accountId, language }, period) => {
      const lines = await ledger.wholeStatement(accountId, periodOf(period))
      const names = await namesOf(lines)
      const list = lines.map((line) => toStatementLine(line, names, language))
      return { fileName: 'statement.csv', bytes: toStatementFile(list, language) }
    },
  }
})

type Period = Pick<ParsedInputOf<typeof endpoints.walletStatement>, 'from' | 'to' | 'bucket' | 'kind'>

/** Hong Kong days, both included. */
const periodOf = ({ from, to, bucket, kind }: Period) => ({
  bucket,
  kind,
  from: from === undefined ? undefined : startOf(Temporal.PlainDate.from(from)),
  until: to === undefined ? undefined : startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
})

const startOf = (day: Temporal.PlainDate): Temporal.Instant => startOfHongKongDay(day)

const TEXT: Record<Language, CreditsText> = { zh_HK: creditsZh, en_US: creditsEn }

type CreditAmount = Spendable & { bucket: CreditBucket }
const isCredit = (one: Spendable): one is CreditAmount => one.bucket === 'monthly' || one.bucket === 'recharged'

function toWalletResponse({ spendable, isBlocked }: Balance) {
  const lapses = spendable
    .filter(isCredit)
    .map(({ bucket, amount, expiresAt }) => ({ bucket, credits: amount, expiresAt: wireInstant(expiresAt) }))
  const buckets = new Map<CreditBucket, (typeof lapses)[number]>()
  for (const one of lapses) {
    const known = buckets.get(one.bucket)
    buckets.set(one.bucket, known ? { ...known, credits: known.credits + one.credits } : one)
  }
  const credits = lapses.reduce((sum, one) => sum + one.credits, 0)
  return { credits, buckets: [...buckets.values()], lapses, blocked: isBlocked }
}

type Names = ReadonlyMap<string, { zh: string; en: string }>
type LineKind = keyof CreditsText['lines']

/** `names`: the titles that lines are about. */
export function toStatementLine(entry: StatementEntry, names: Names, language: Language): StatementLine {
  const { at, kind, subject, bucket, change, balance } = entry
  const { lines } = TEXT[language]
  const sentence = Object.hasOwn(lines, kind) ? lines[kind as LineKind] : lines.other
  const name = names.get(subject ?? '')
  const title = name ? (language === 'zh_HK' ? name.zh : name.en) : ''
  const payment = kind === 'topup' && subject !== null && { outTradeNo: subject }
  return { at: wireInstant(at), kind, text: sentence(title), bucket, change, balance, ...payment }
}

export function toStatementFile(list: readonly StatementLine[], language: Language): Uint8Array<ArrayBuffer> {
  const { csv, buckets } = TEXT[language]
  const head = [csv.at, csv.text, csv.bucket, csv.change, csv.balance]
  const rows = list.map(({ at, text, bucket, change, balance }) => [
    Temporal.Instant.from(at),
    text,
    buckets[bucket],
    change,
    balance,
  ])
  return toCsvFile([head, ...rows])
}
