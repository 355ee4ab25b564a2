import type { Program, ProgramCard } from '#contract/programs.ts'

/** Of a card that is on sale the offers are not known: it is rented. */
type OfferedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'offers'>>

export const buttonOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? (offers?.[0]?.kind ?? 'rental') : undefined

export const secondPlanOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? offers?.slice(1).find(({ kind }) => kind === 'plan') : undefined
