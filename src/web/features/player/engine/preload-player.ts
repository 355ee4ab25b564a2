import type { ProgramCard } from '#contract/programs.ts'
import type { PlayRequest } from './stream-source.ts'

/** Once it has come, for what cannot wait for an import's turn. */
let warm: typeof import('./preload.ts') | undefined

/**
 * Makes a title ready to play: code, order, playlists, key, init and first segment, each loaded once and handed over to
 * the player when it opens. Only the newest title is kept. Does nothing when the viewer saves data. This file is the only part of the player in the first chunk.
 */
export async function prefetchPlay(
  program: Pick<ProgramCard, 'programId' | 'programGuid'>,
  { programGuid = program.programGuid, start = 0 }: { programGuid?: string; start?: number } = {},
): Promise<void> {
  if (savesData()) return
  const request: PlayRequest = { programId: program.programId, programGuid, kind: 'movie', start }
  // At once, when it can be: a press comes with the pointer and the focus, and what is ready by then is taken in the same breath.
  if (warm) return warm.preload(request)
  try {
    ;[warm] = await Promise.all([import('./preload.ts'), import('./hls-engine.ts')])
    warm.preload(request)
  } catch {
    // A chunk that does not come now is asked for again, with its own error screen, when play is pressed.
  }
}

/** Begins what was made ready, in the same breath as the press. */
export function startPreloaded(request: Pick<PlayRequest, 'programGuid' | 'start'>): void {
  warm?.startPreloadedPlayback(request)
}

/** Gives up what was made ready. */
export function discardPreload(): void {
  warm?.discardPreloadedPlayback()
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
