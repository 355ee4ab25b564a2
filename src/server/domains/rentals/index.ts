/**
 * Rentals: quotes, purchases, and what an account has rented. Owns the tables rental and consumed_quote. Books through the ledger and
 * decides through access; never issues a grant (playback).
 */
export { createAccountFacts } from './account-facts.service.ts'
export { priceOf } from './prices.rules.ts'
export type { RentalQuote } from './purchases.service.ts'
export { createRentals, type Rentals } from './rentals.service.ts'
export { remainingMinutes } from './rentals.rules.ts'
