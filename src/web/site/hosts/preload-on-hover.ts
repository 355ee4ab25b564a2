import type { Program, ProgramCard } from '#contract/programs.ts'
import {
  discardPreload as discardPreloadedTitle,
  prefetchPlay,
  startPreloaded,
} from '#web/features/player/engine/preload-player.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { factsOf } from '#web/viewer/playback-gates/playback-gates.ts'
import { playStep } from '#web/viewer/playback-gates/play-flow.rules.ts'
import type { Path } from '#web/kit/router.tsx'
import { preloadScreen } from '../navigation/routes.tsx'
import { CONTENT_WARNING, PURCHASE } from './layers.tsx'

/** Without a gate and an opening video: it may play with sound as soon as its link is clicked. */
let ungatedId: string | undefined

/** A loaded screen does not suspend at the click; React delays what suspends by 300 ms. */
export function preloadTitle(program: ProgramCard | Program, at?: { programGuid?: string; start?: number }): void {
  preloadScreen(program.programType === 'drama' ? 'PlayDrama' : 'Play')
  const step = playStep(factsOf(program))
  if (step === 'warning') CONTENT_WARNING.preload()
  const isOnSale = 'access' in program && program.access === 'buy'
  if (isOnSale) PURCHASE.preload()
  // A card does not say whether the title has a content warning.
  const isUngated = 'access' in program && step === 'order' && !program.openingVideo
  ungatedId = isUngated ? program.programId : undefined
  // A title on sale has no stream before it is bought.
  if (!program.preparing && !isOnSale && (step === 'order' || step === 'warning')) void prefetchPlay(program, at)
}

/**
 * Starts a preloaded title before its screen is rendered.
 * @returns resolves when the video is painted, which rendering the screen would delay; undefined if nothing is shown
 */
export function startOnClick({ pathname, search }: Path): Promise<void> | undefined {
  const isPlay = pathname === PATHS.play || pathname.startsWith(`${PATHS.playDrama}/`)
  const query = new URLSearchParams(search)
  // The last title passed to `preloadTitle` may be refused: it then did not replace the preloaded one.
  if (!isPlay || ungatedId === undefined || query.get('programId') !== ungatedId) return undefined
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  if (query.has('kind') || query.has('previewURL')) return undefined
  return startPreloaded({ programGuid: query.get('programGuid') ?? '', start: Number(query.get('position') ?? 0) })
}

/** It was ordered for another viewer. */
export function discardPreload(): void {
  ungatedId = undefined
  discardPreloadedTitle()
}
