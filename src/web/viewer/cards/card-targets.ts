import type { ProgramCard } from '#contract/programs.ts'

const programs = new WeakMap<Element, ProgramCard>()

export const cardRef = (program: ProgramCard) => (element: HTMLElement | null) => {
  if (!element) return
  element.dataset.card = ''
  programs.set(element, program)
}

export function cardAt(target: EventTarget | null): { anchor: HTMLElement; program: ProgramCard } | undefined {
  if (!(target instanceof Element)) return undefined
  const anchor = target.closest<HTMLElement>('[data-card]')
  const program = anchor && programs.get(anchor)
  return anchor && program ? { anchor, program } : undefined
}

export interface HoverCardProps {
  program: ProgramCard
  anchor: HTMLElement
  onClose: () => void
}
