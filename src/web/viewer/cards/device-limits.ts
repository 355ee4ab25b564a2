import { useEffect, useState } from 'react'
import type { ProgramCard } from '#contract/programs.ts'
import { abilities, type Abilities } from '#web/kit/device-capabilities.ts'

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

const UHD = {
  contentType: 'video/mp4; codecs="hvc1.2.4.L150.90"',
  width: 3840,
  height: 2160,
  bitrate: 12_000_000,
  framerate: 25,
} as const

/** 4K as MediaCapabilities measures it: a decoder that cannot keep up counts as none. */
export async function measuredAbilities(
  capabilities: Pick<MediaCapabilities, 'decodingInfo'> | undefined = navigator.mediaCapabilities,
  declared = abilities(),
): Promise<Abilities> {
  if (!declared.hevc || !capabilities) return declared
  try {
    const { supported, smooth } = await capabilities.decodingInfo({ type: 'media-source', video: UHD })
    return { ...declared, hevc: supported && smooth }
  } catch {
    return declared
  }
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
