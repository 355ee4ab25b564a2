import type { ProgramCard } from '#contract/programs.ts'
import { prefetchPlay } from '#web/features/player/prefetch-play.ts'
import { SCREENS } from './screens.tsx'

let isWarm = false

/**
 * Makes a title ready to play, its screen included: a screen that is there when play is pressed does not suspend, and React
 * holds back what suspended for 300 ms.
 */
export function readyToPlay(program: ProgramCard, at?: { programGuid?: string; start?: number }): void {
  SCREENS[program.programType === 'drama' ? 'PlayDrama' : 'Play'].preload()
  isWarm = true
  void prefetchPlay(program, at)
}

/** Gives up what was made ready: it was ordered for somebody else. */
export function coolDown(): void {
  if (!isWarm) return
  isWarm = false
  void import('#web/features/player/warm.ts').then(
    (warm) => warm.coolDown(),
    () => {},
  )
}
