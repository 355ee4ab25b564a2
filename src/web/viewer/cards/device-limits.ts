import { useEffect, useState } from 'react'
import type { ProgramCard } from '#contract/programs.ts'
import { type Abilities, measuredAbilities } from '#web/kit/device-capabilities.ts'

/** What of a title this device cannot play: 4K, or Dolby sound. It plays the next best of each. */
export type DeviceLimit = 'uhd' | 'dolby'

type Media = Pick<ProgramCard, 'maxResolution' | 'dolbyAtmos' | 'dolbyDigital' | 'dolbyDigitalPlus'>

/** What of a title a device cannot play. */
export function deviceLimits(program: Media, can: Abilities): DeviceLimit[] {
  const { maxResolution, dolbyAtmos, dolbyDigital, dolbyDigitalPlus } = program
  const hasDolby = dolbyAtmos || dolbyDigital || dolbyDigitalPlus
  const playsDolby = ((dolbyAtmos || dolbyDigitalPlus) && can.eac3) || (dolbyDigital && can.ac3)
  return [
    ...(maxResolution === '4K' && !can.hevc ? (['uhd'] as const) : []),
    ...(hasDolby && !playsDolby ? (['dolby'] as const) : []),
  ]
}

/** What of a title this device cannot play, as the browser measures it; nothing until it has. */
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
