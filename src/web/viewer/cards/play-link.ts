import type { ProgramCard } from '#contract/programs.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

/** Where a title plays from its beginning: a film, or a series' first episode. */
export function playLink({
  programId,
  programGuid,
  programType,
}: Pick<ProgramCard, 'programId' | 'programGuid' | 'programType'>): string {
  return programType === 'drama'
    ? paths.playDrama({ programId, programGuid, episode: 1 })
    : paths.play({ programId, programGuid })
}
