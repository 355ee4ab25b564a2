import { createContext, type ReactNode, useContext } from 'react'
import type { ProgramCard } from '#contract/programs.ts'

export interface FavoriteSlotProps {
  program: Pick<ProgramCard, 'programId' | 'programGuid' | 'title' | 'myFavorite'>
  /** Width in px. */
  size: 44 | 52
}

/** Provided by the shell: features do not import one another. */
export const FavoriteSlotContext = createContext<(props: FavoriteSlotProps) => ReactNode>(() => null)

export const Favorite = (props: FavoriteSlotProps): ReactNode => useContext(FavoriteSlotContext)(props)
