import type { ProgramCard } from '#contract/programs.ts'

/** The title of each card element, for the hover card and the route transition. */
const programs = new WeakMap<Element, ProgramCard>()

/** A `ref` for a card's link that registers its title. */
export const cardRef = (program: ProgramCard) => (element: HTMLElement | null) => {
  if (!element) return
  element.dataset.card = ''
  programs.set(element, program)
}

/** The card at or above an element, with its title. */
export function cardAt(target: EventTarget | null): { anchor: HTMLElement; program: ProgramCard } | undefined {
  if (!(target instanceof Element)) return undefined
  const anchor = target.closest<HTMLElement>('[data-card]')
  const program = anchor && programs.get(anchor)
  return anchor && program ? { anchor, program } : undefined
}

/** The props of a hover card. It positions itself at the anchor and calls `onClose` when it should close. */
export interface HoverCardProps {
  program: ProgramCard
  anchor: HTMLElement
  onClose: () => void
}
