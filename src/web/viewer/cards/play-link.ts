import type { ProgramCard } from '#contract/programs.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

export function playLink({
  programId,
  programGuid,
  programType,
}: Pick<ProgramCard, 'programId' | 'programGuid' | 'programType'>): string {
  return programType === 'drama'
    ? paths.playDrama({ programId, programGuid, episode: 1 })
    : paths.play({ programId, programGuid })
}
