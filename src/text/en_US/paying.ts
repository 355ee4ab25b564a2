import type { PayingText } from '../zh_HK/paying.ts'
import { paymentKinds } from './payment-kinds.ts'

/** The kinds of payment, and paying by QR code: what top-up and plans share. */
export const paying = {
  providers: paymentKinds,
  anotherDevice: 'Scan with another device',
  qr: {
    title: (provider: string) => `Pay with ${provider}`,
    steps: (provider: string) => [
      `Open ${provider} on your phone`,
      'Scan the QR code',
      'Check the amount and confirm the payment',
    ],
    stepsElsewhere: (provider: string) => [
      `Scan this QR code with ${provider} on another device`,
      'Check the amount and confirm the payment',
    ],
    image: (provider: string) => `${provider} payment QR code`,
    amount: 'Amount',
    order: 'Order number',
    expires: (time: string) => `Expires in ${time}`,
    expired: 'The QR code has expired',
    expiredText: 'If you’ve paid, check the status. Otherwise, start again.',
    waiting: 'Waiting for your payment. You’ll continue automatically once it’s done.',
    check: 'Already paid? Check status',
    open: (provider: string) => `Open ${provider}`,
    close: 'Close',
    again: 'Start again',
    sandbox: 'Open the sandbox’s payment page',
  },
  copy: { label: 'Copy number', done: 'Copied', failed: 'Couldn’t copy. Select it and copy it yourself.' },
  progress: {
    label: 'Progress',
    done: 'Done',
    placed: 'Order placed',
    waiting: (provider: string) => `Waiting for ${provider} to confirm`,
    delivered: (item: string) => `Then: ${item}`,
  },
} satisfies PayingText
