import type { Language } from '#contract/languages.ts'
import type { StatementLine } from '#contract/wallet.ts'
import type { CreditBucket } from '#contract/wallet-buckets.ts'
import type { Balance, Spendable, StatementEntry } from '#server/domains/ledger/index.ts'
import { toCsvFile } from '#server/kit/csv.ts'
import { wallet as walletEn } from '#text/en_US/wallet.ts'
import { type WalletText, wallet as walletZh } from '#text/zh_HK/wallet.ts'
import { wireInstant } from '../instants.ts'

const TEXT: Record<Language, WalletText> = { zh_HK: walletZh, en_US: walletEn }

type CreditAmount = Spendable & { bucket: CreditBucket }
const isCredit = (one: Spendable): one is CreditAmount => one.bucket === 'monthly' || one.bucket === 'recharged'

/** What the account can spend, by bucket and by expiry. */
export function toWalletResponse({ spendable, isBlocked }: Balance) {
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
type LineKind = keyof WalletText['lines']

/** A line with its sentence. `names`: the titles that lines are about. */
export function toStatementLine(entry: StatementEntry, names: Names, language: Language): StatementLine {
  const { at, kind, subject, bucket, change, balance } = entry
  const { lines } = TEXT[language]
  const sentence = Object.hasOwn(lines, kind) ? lines[kind as LineKind] : lines.other
  const name = names.get(subject ?? '')
  const title = name ? (language === 'zh_HK' ? name.zh : name.en) : ''
  const payment = kind === 'topup' && subject !== null && { outTradeNo: subject }
  return { at: wireInstant(at), kind, text: sentence(title), bucket, change, balance, ...payment }
}

/** The statement as a CSV file. */
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
