import type { ProgramCard } from '#contract/programs.ts'
import type { Pattern } from '#contract/patterns.ts'

/** The local storage key; `off` disables hover cards. */
export const HOVER_CARD_KEY = 'harbour.hoverCard'
/** The minimum width (SPEC 9). */
export const CARD_MIN_WIDTH = 300
const CARD_GROWTH = 1.28
/** The margin to the edges of the screen. */
const EDGE_PX = 12

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The width of the hover card over a card of a list. */
export function cardWidth(anchorWidth: number): number {
  return Math.max(CARD_MIN_WIDTH, Math.round(anchorWidth * CARD_GROWTH))
}

/** The position of the hover card: centred on its anchor, clamped to the screen. */
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

/** Whether a title has a hover card: it has a trailer (SPEC 2), in kids mode one with a preview file. */
export function mayOpen(
  program: Pick<ProgramCard, 'trailer'>,
  { pattern, setting }: { pattern: Pattern; setting: string | null },
): boolean {
  if (setting === 'off' || !program.trailer) return false
  return pattern === 'normal' || program.trailer.previewURL !== undefined
}
