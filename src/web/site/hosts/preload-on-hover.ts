import type { Program, ProgramCard } from '#contract/programs.ts'
import {
  startPreloaded,
  discardPreload as discardPlayer,
  prefetchPlay,
} from '#web/features/player/engine/preload-player.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { mustWarn } from '#web/viewer/parental/accepted-warnings.ts'
import type { LinkLocation } from '../navigation/links.rules.ts'
import { preloadScreen } from '../navigation/routes.tsx'

/** The preloaded title, if a click may start it with sound at once. */
let openId: string | undefined

/**
 * Preloads a title and the player's screen. A screen whose code is loaded does not suspend; React would hold back a suspended one for 300 ms.
 */
export function preloadTitle(program: ProgramCard | Program, at?: { programGuid?: string; start?: number }): void {
  preloadScreen(program.programType === 'drama' ? 'PlayDrama' : 'Play')
  // A card does not tell whether a content warning has to be shown first.
  openId = 'access' in program && !mustWarn(program) ? program.programId : undefined
  void prefetchPlay(program, at)
}

/**
 * Starts the preloaded title on the click itself, while its screen is still being rendered. Only without a route transition (reduced motion), and only the
 * title and position that were preloaded.
 */
export function startOnClick({ pathname, search }: LinkLocation): void {
  const isPlay = pathname === PATHS.play || pathname.startsWith(`${PATHS.playDrama}/`)
  const query = new URLSearchParams(search)
  // The preloaded title may not be the last one requested: a title that cannot be played does not replace it.
  if (!isPlay || openId === undefined || query.get('programId') !== openId) return
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (query.has('kind') || query.has('previewURL')) return
  startPreloaded({ programGuid: query.get('programGuid') ?? '', start: Number(query.get('position') ?? 0) })
}

/** Discards the preloaded title: it was ordered for another viewer. */
export function discardPreload(): void {
  openId = undefined
  discardPlayer()
}
