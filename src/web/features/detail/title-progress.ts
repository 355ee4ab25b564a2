import { createContext, useContext } from 'react'
import { NO_PROGRESS, type Progress, type ResumePoint } from '#web/viewer/watch-progress/watch-progress.rules.ts'

/** The viewer's progress in the overlay's title, and where to resume. */
export interface TitleProgress {
  readonly progress: Progress
  readonly resume: ResumePoint | undefined
}

export const TitleProgressContext = createContext<TitleProgress>({ progress: NO_PROGRESS, resume: undefined })

export const useTitleProgress = (): TitleProgress => useContext(TitleProgressContext)
