/**
 * Access: what an account owns (plan, credits, vouchers, rentals, screenings), and who may watch what, decided by one pure function
 * that every screen and the order call use (PRODUCT section 5). Owns no table: it reads those of the domains that sell. Never sells
 * anything and never issues a grant (playback).
 */
export type { AccessDecision, AccountFacts, Offer, ScreeningFact, TitleFacts, ViewerFacts } from './access-model.ts'
export { decideAccess, offersOf, OWNS_NOTHING, viewerFacts, vouchersLeft } from './access.rules.ts'
export { type Access, createAccess } from './access.service.ts'
export {
  accountFactsColumn,
  type AccountFactsJson,
  accountFactsOf,
  rentalsColumn,
  rentalsOf,
} from './account-facts.repo.ts'
