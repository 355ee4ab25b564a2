/**
 * Cards: titles in a viewer's language, what decides access to them, and the viewer state that is laid over them.
 * Owns no table. Writes no sentence: buttons, reasons and lengths in words are added by the wire.
 */
export { inLanguage } from './cards.rules.ts'
export { type Cards, createCards, type OfferedCard } from './cards.service.ts'
export type { LocalizedEpisode, LocalizedProgram } from './cards.rules.ts'
export type { ViewerState, ViewerStateQuery } from './viewer-state.repo.ts'
