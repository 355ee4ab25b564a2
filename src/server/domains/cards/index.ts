/**
 * Cards: titles dressed for one viewer, in the viewer's language and with what that viewer may do with them.
 * Owns no table. Writes no sentence: buttons, reasons and lengths in words are added by the wire.
 */
export { inLanguage } from './cards.rules.ts'
export { type Cards, createCards, type OfferedCard } from './cards.service.ts'
export type { LocalizedEpisode, LocalizedProgram } from './localize.rules.ts'
export type { ViewerState, ViewerStateQuery } from './viewer-state.repo.ts'
