import type { Ledger } from '#server/domains/ledger/index.ts'
import { type CallbackReport, createPayments, type Payments, type Product } from '#server/domains/payments/index.ts'
import { createLog } from '#server/kit/log.ts'
import { openBooks } from '#server/commerce.ts'
import { formatItem } from '#text/en_US/payments.ts'
import type { AccountsApp } from './accounts.ts'
import { TestProvider } from './payment-provider.ts'

const log = createLog({ level: 'silent', role: 'test' })

type BankPaymentsDeps = Pick<AccountsApp, 'db' | 'clock' | 'messages'> & { ledger: Ledger; products: () => Product[] }

/** Payments with the books of the ledger, whose callbacks nobody has to sign, and their providers in memory. */
export function createBankPayments({ ledger, ...deps }: BankPaymentsDeps) {
  const wechat = new TestProvider('wechat', { capturing: false })
  const paypal = new TestProvider('paypal', { capturing: true })
  const payments: Payments = createPayments({
    ...deps,
    log,
    masterKey: Buffer.alloc(32, 7),
    ...openBooks({ db: deps.db, log }),
    providers: [wechat, paypal],
    callbacks: [
      {
        kinds: ['wechat', 'paypal'],
        provider: { name: 'bank', acknowledgement: { status: 200 }, verify: () => ({ outcome: 'ignored' }) },
        read: (body) => JSON.parse(body.toString()) as CallbackReport,
      },
    ],
    isBlocked: async (accountId) => (await ledger.balance(accountId)).isBlocked,
    itemName: formatItem,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: (origin) => origin === 'https://harbour.test',
  })
  return { payments, wechat, paypal }
}
