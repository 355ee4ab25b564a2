import type { ProgramCard } from '#contract/programs.ts'
import type { Pattern } from '#contract/patterns.ts'

/** `off` in this key of local storage switches the cards off. */
export const HOVER_CARD_KEY = 'harbour.hoverCard'
/** SPEC 9: never narrower. */
export const CARD_MIN_WIDTH = 300
const CARD_GROWTH = 1.28
/** Kept free along the edges of the screen. */
const EDGE_PX = 12

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How wide the card of a list's card is. */
export function cardWidth(anchorWidth: number): number {
  return Math.max(CARD_MIN_WIDTH, Math.round(anchorWidth * CARD_GROWTH))
}

/** Where the card stands: centred on its anchor, moved inside the screen. */
export function positionCard(
  anchor: Box,
  card: { width: number; height: number },
  screen: { width: number; height: number },
) {
  const left = anchor.left + anchor.width / 2 - card.width / 2
  const top = anchor.top + anchor.height / 2 - card.height / 2
  return { left: inside(left, card.width, screen.width), top: inside(top, card.height, screen.height) }
}

function inside(at: number, size: number, screen: number): number {
  return Math.max(EDGE_PX, Math.min(at, screen - size - EDGE_PX))
}

/** Whether a title has a card of this kind: it has a trailer (SPEC 2); in kids mode one whose picture can really be shown. */
export function mayOpen(
  program: Pick<ProgramCard, 'trailer'>,
  { pattern, setting }: { pattern: Pattern; setting: string | null },
): boolean {
  if (setting === 'off' || !program.trailer) return false
  return pattern === 'normal' || program.trailer.previewURL !== undefined
}
