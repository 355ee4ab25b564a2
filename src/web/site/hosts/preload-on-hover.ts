import type { Program, ProgramCard } from '#contract/programs.ts'
import { startPreloaded, discardPreload as coolFilm, prefetchPlay } from '#web/features/player/engine/preload-player.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { mustWarn } from '#web/viewer/parental/accepted-warnings.ts'
import type { LinkLocation } from '../navigation/links.rules.ts'
import { preloadScreen } from '../navigation/routes.tsx'

/** The title that may be heard at the press already. */
let openId: string | undefined

/**
 * Makes a title ready to play, its screen included: a screen that is there when play is pressed does not suspend, and React
 * holds back what suspended for 300 ms.
 */
export function readyToPlay(program: ProgramCard | Program, at?: { programGuid?: string; start?: number }): void {
  preloadScreen(program.programType === 'drama' ? 'PlayDrama' : 'Play')
  // Of a mere card it is not known whether a warning has to be read first.
  openId = 'access' in program && !mustWarn(program) ? program.programId : undefined
  void prefetchPlay(program, at)
}

/**
 * A press that goes to a film without a curtain before it (reduced motion) begins the film while its screen is still being
 * made. Only the film that was made ready, from where it was made ready.
 */
export function startOnClick({ pathname, search }: LinkLocation): void {
  const isPlay = pathname === PATHS.play || pathname.startsWith(`${PATHS.playDrama}/`)
  const query = new URLSearchParams(search)
  // What is ready may be another title than the last that was asked for: one that cannot be played takes nothing's place.
  if (!isPlay || openId === undefined || query.get('programId') !== openId) return
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (query.has('kind') || query.has('previewURL')) return
  startPreloaded({ programGuid: query.get('programGuid') ?? '', start: Number(query.get('position') ?? 0) })
}

/** Gives up what was made ready: it was ordered for somebody else. */
export function discardPreload(): void {
  openId = undefined
  coolFilm()
}
