import { useEffect, useState } from 'react'
import type { ProgramCard } from '#contract/programs.ts'
import { type Abilities, measuredAbilities } from '#web/kit/device-capabilities.ts'

export type DeviceLimit = 'uhd' | 'dolby'

type Media = Pick<ProgramCard, 'maxResolution' | 'dolbyAtmos' | 'dolbyDigital' | 'dolbyDigitalPlus'>

export function deviceLimits(program: Media, can: Abilities): DeviceLimit[] {
  const { maxResolution, dolbyAtmos, dolbyDigital, dolbyDigitalPlus } = program
  const hasDolby = dolbyAtmos || dolbyDigital || dolbyDigitalPlus
  const playsDolby = ((dolbyAtmos || dolbyDigitalPlus) && can.eac3) || (dolbyDigital && can.ac3)
  return [
    ...(maxResolution === '4K' && !can.hevc ? (['uhd'] as const) : []),
    ...(hasDolby && !playsDolby ? (['dolby'] as const) : []),
  ]
}

export function useDeviceLimits(program: Media): DeviceLimit[] {
  const [can, setCan] = useState<Abilities>()
  useEffect(() => {
    let isCurrent = true
    void measuredAbilities().then((measured) => isCurrent && setCan(measured))
    return () => {
      isCurrent = false
    }
  }, [])
  return can ? deviceLimits(program, can) : []
}
