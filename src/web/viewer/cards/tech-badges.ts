import type { ProgramCard } from '#contract/programs.ts'
import { type Abilities, hasSurroundOutput } from '#web/kit/device-capabilities.ts'

export function techBadges(
  program: Pick<ProgramCard, 'maxResolution' | 'dolbyAtmos' | 'dolbyDigital' | 'dolbyDigitalPlus' | 'stereoAac51'>,
  can: Abilities,
  playsSurround = hasSurroundOutput,
): string[] {
  const badges: string[] = []
  if (program.maxResolution === '4K' && can.hevc) badges.push('4K')
  else if (program.maxResolution && program.maxResolution !== 'SD') badges.push('HD')
  if (program.dolbyAtmos && can.eac3) badges.push('Atmos')
  else if ((program.dolbyDigitalPlus && can.eac3) || (program.dolbyDigital && can.ac3)) badges.push('Dolby')
  if (program.stereoAac51 && playsSurround()) badges.push('5.1')
  return badges
}
