import type { ProgramCard } from '#contract/programs.ts'
import type { PlayRequest } from './engine.ts'

/** Kept: a click cannot await an import. */
let module: typeof import('./preload.ts') | undefined

/**
 * Preloads code, order, playlists, key, init and first segment of the newest title only; nothing when the viewer saves data.
 * Only this file of the player is in the first chunk.
 */
export async function prefetchPlay(
  program: Pick<ProgramCard, 'programId' | 'programGuid'>,
  { programGuid = program.programGuid, start = 0 }: { programGuid?: string; start?: number } = {},
): Promise<void> {
  if (savesData()) return
  const request: PlayRequest = { programId: program.programId, programGuid, kind: 'movie', start }
  // Synchronous: a click follows pointer and focus at once.
  if (module) return module.preload(request)
  try {
    ;[module] = await Promise.all([import('./preload.ts'), import('./hls-engine.ts')])
    module.preload(request)
  } catch {
    // The player's route loads a failed chunk again.
  }
}

/** Synchronous with the click. @returns resolves when the video is painted; undefined if nothing is shown */
export function startPreloaded(request: Pick<PlayRequest, 'programGuid' | 'start'>): Promise<void> | undefined {
  return module?.startPreloadedPlayback(request)
}

export function discardPreload(): void {
  module?.discardPreloadedPlayback()
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
