import type { Program, ProgramCard } from '#contract/programs.ts'

/** A title as its offers need it. Of a card that is on sale the offers are not known: it is rented. */
type OfferedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'offers'>>

/** What the play button of a title sells. */
export const buttonOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? (offers?.[0]?.kind ?? 'rental') : undefined

/** The offer of the plan beside the one of the button. */
export const secondPlanOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? offers?.slice(1).find(({ kind }) => kind === 'plan') : undefined
