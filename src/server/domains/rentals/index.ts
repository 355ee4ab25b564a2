/**
 * Rentals: quotes, purchases and their refunds. Owns the tables rental and consumed_quote. Books through the ledger and decides through
 * access; never issues a grant (playback).
 */
export { createRentals, type RentalQuote, type Rentals } from './rentals.service.ts'
export { priceOf, remainingMinutes } from './rentals.rules.ts'
