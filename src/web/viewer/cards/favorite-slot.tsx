import { createContext, type ReactNode, useContext } from 'react'
import type { ProgramCard } from '#contract/programs.ts'

export interface FavoriteSlotProps {
  program: Pick<ProgramCard, 'programId' | 'programGuid' | 'title' | 'myFavorite'>
  /** Its drawn width in px. */
  size: 44 | 52
}

/** Draws the favourite button. The shell brings it: features do not know one another. */
export const FavoriteSlotContext = createContext<(props: FavoriteSlotProps) => ReactNode>(() => null)

/** A title's favourite button. */
export const Favorite = (props: FavoriteSlotProps): ReactNode => useContext(FavoriteSlotContext)(props)
