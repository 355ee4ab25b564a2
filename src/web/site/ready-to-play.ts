import type { ProgramCard } from '#contract/programs.ts'
import { prefetchPlay } from '#web/features/player/prefetch-play.ts'
import { SCREENS } from './screens.tsx'

/**
 * Makes a title ready to play, its screen included: a screen that is there when play is pressed does not suspend, and React
 * holds back what suspended for 300 ms.
 */
export function readyToPlay(program: ProgramCard, programGuid?: string): void {
  SCREENS[program.programType === 'drama' ? 'PlayDrama' : 'Play'].preload()
  void prefetchPlay(program, programGuid)
}
