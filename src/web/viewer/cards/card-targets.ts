import type { ProgramCard } from '#contract/programs.ts'

/** Which title an element on the screen stands for. The hover card and the route transition ask it. */
const programs = new WeakMap<Element, ProgramCard>()

/** A `ref` for a card's link: tells which title it is. */
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

/** What a hover card is given. It places itself by the anchor and calls `onClose` when it should go. */
export interface HoverCardProps {
  program: ProgramCard
  anchor: HTMLElement
  onClose: () => void
}
