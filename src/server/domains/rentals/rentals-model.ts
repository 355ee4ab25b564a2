/** A rental as it was bought, with credits or one voucher. `transferId` charged for it. */
export type Rental = {
  rentalId: string
  walletId: string
  programId: string
  transferId: number
  credits: number
  /** The lot of the voucher that paid for it. */
  voucherLotId: number | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
}
