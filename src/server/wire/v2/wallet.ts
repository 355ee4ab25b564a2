import type { ParsedInputOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import * as endpoints from '#contract/wallet.ts'
import type { StatementEntry } from '#server/domains/ledger/index.ts'
import { bind } from '../bind.ts'
import { toStatementFile, toStatementLine, toWalletResponse } from './wallet.presenter.ts'

/** Credits: the balance and the statement. */
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

/** Hong Kong days, both included, as instants. */
const periodOf = ({ from, to, bucket, kind }: Period) => ({
  bucket,
  kind,
  from: from === undefined ? undefined : startOf(Temporal.PlainDate.from(from)),
  until: to === undefined ? undefined : startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
})

const startOf = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime('Asia/Hong_Kong').toInstant()
