import type { Program, ProgramCard } from '#contract/programs.ts'
import type { PlayRequest } from './stream-source.ts'

/**
 * Makes a title ready to play: code, order, playlists, key, init and first segment, each loaded once and handed over to
 * the player when it opens. Only the newest title is kept. Does nothing for what cannot be played now, or when the viewer
 * saves data. This file is the only part of the player in the first chunk.
 */
export async function prefetchPlay(
  program: ProgramCard & Partial<Pick<Program, 'access'>>,
  { programGuid = program.programGuid, start = 0 }: { programGuid?: string; start?: number } = {},
): Promise<void> {
  if (program.preparing || (program.access !== undefined && program.access !== 'play') || savesData()) return
  const request: PlayRequest = { programId: program.programId, programGuid, kind: 'movie', start }
  try {
    const [{ warmUp }] = await Promise.all([import('./warm.ts'), import('./hls-engine.ts')])
    warmUp(request)
  } catch {
    // A chunk that does not come now is asked for again, with its own error screen, when play is pressed.
  }
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
