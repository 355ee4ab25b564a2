/**
 * Access: who may watch what, decided by one pure function that every screen and the order call use (PRODUCT section 5).
 * Owns no table. Never sells anything and never gives out a grant (playback).
 */
export { type AccessDecision, decideAccess, factsOf, type ViewerFacts } from './access.rules.ts'
