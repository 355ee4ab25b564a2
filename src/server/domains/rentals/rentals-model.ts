/** A rental as it was bought. `transferId` charged for it. */
export type Rental = {
  rentalId: string
  walletId: string
  programId: string
  transferId: number
  credits: number
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
}
