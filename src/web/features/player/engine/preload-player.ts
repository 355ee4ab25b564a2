import type { ProgramCard } from '#contract/programs.ts'
import type { PlayRequest } from './engine.ts'

/** The module once it is loaded: a click cannot await an import. */
let module: typeof import('./preload.ts') | undefined

/**
 * Preloads a title: code, order, playlists, key, init and first segment, each loaded once and handed over to
 * the player when it opens. Only the newest title is kept. Does nothing when the viewer saves data. This file is the only part of the player in the first chunk.
 */
export async function prefetchPlay(
  program: Pick<ProgramCard, 'programId' | 'programGuid'>,
  { programGuid = program.programGuid, start = 0 }: { programGuid?: string; start?: number } = {},
): Promise<void> {
  if (savesData()) return
  const request: PlayRequest = { programId: program.programId, programGuid, kind: 'movie', start }
  // Synchronously when possible: a click follows pointer and focus at once.
  if (module) return module.preload(request)
  try {
    ;[module] = await Promise.all([import('./preload.ts'), import('./hls-engine.ts')])
    module.preload(request)
  } catch {
    // The player's route loads a failed chunk again, with its own error screen.
  }
}

/** Starts the preloaded title synchronously with the click. @returns a promise that resolves when its video is painted; undefined if nothing is shown */
export function startPreloaded(request: Pick<PlayRequest, 'programGuid' | 'start'>): Promise<void> | undefined {
  return module?.startPreloadedPlayback(request)
}

/** Discards the preloaded title. */
export function discardPreload(): void {
  module?.discardPreloadedPlayback()
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
