import type { ProgramCard } from '#contract/programs.ts'

/** SPEC 9: below this many px a screen is a phone's. */
export const MOBILE_WIDTH = 768

/** What this browser can decode. */
export interface Abilities {
  /** HEVC: what 4K needs (error 4032 without it). */
  hevc: boolean
  ac3: boolean
  eac3: boolean
}

const NOTHING: Abilities = { hevc: false, ac3: false, eac3: false }
let known: Abilities | undefined

/** Asked of MediaSource, not of `canPlayType`, which also says yes to what only a native player can. */
export function abilities(): Abilities {
  known ??= ask()
  return known
}

function ask(): Abilities {
  const can = mediaTest()
  if (!can) return NOTHING
  return {
    hevc: can('video/mp4; codecs="hvc1.1.6.L150.90"') || can('video/mp4; codecs="hvc1.2.4.L150.90"'),
    ac3: can('audio/mp4; codecs="ac-3"'),
    eac3: can('audio/mp4; codecs="ec-3"'),
  }
}

function mediaTest(): ((type: string) => boolean) | undefined {
  if (typeof window === 'undefined') return undefined
  if ('MediaSource' in window) return (type) => MediaSource.isTypeSupported(type)
  // An iPhone has no MediaSource and plays natively: there its word is all there is.
  const video = document.createElement('video')
  return (type) => video.canPlayType(type) !== ''
}

/** The badges of a title that this device can play, in the order in which they are shown. */
export function techBadges(
  program: Pick<ProgramCard, 'maxResolution' | 'dolbyAtmos' | 'dolbyDigital' | 'dolbyDigitalPlus' | 'stereoAac51'>,
  can: Abilities,
): string[] {
  const badges: string[] = []
  if (program.maxResolution === '4K' && can.hevc) badges.push('4K')
  else if (program.maxResolution && program.maxResolution !== 'SD') badges.push('HD')
  if (program.dolbyAtmos && can.eac3) badges.push('Atmos')
  else if ((program.dolbyDigitalPlus && can.eac3) || (program.dolbyDigital && can.ac3)) badges.push('Dolby')
  if (program.stereoAac51) badges.push('5.1')
  return badges
}

/** SPEC 4: iPhone, iPad and Android count as mobile. A new iPad calls itself a Mac, but has fingers. */
export function isMobileAgent(userAgent: string, touchPoints = 0): boolean {
  return /iPhone|iPad|iPod|Android/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}

/** A phone's agent or a phone's width. */
export const isMobile = (): boolean =>
  isMobileAgent(navigator.userAgent, navigator.maxTouchPoints) || innerWidth < MOBILE_WIDTH

/** The first that stands in an agent's words is its browser: most call themselves Chrome or Safari too. */
const BROWSERS = [
  ['MicroMessenger', 'WeChat'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox|FxiOS', 'Firefox'],
  ['Chrome|CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const

/** The name that the request context gives as `deviceModel`: what tells one browser of an account from another. */
export const browserName = (userAgent: string): string =>
  BROWSERS.find(([words]) => new RegExp(words).test(userAgent))?.[1] ?? 'browser'

/** The name that the request context gives as `osVersion`; the browser tells no more than its kind. A new iPad calls itself a Mac. */
export function osName(userAgent: string, touchPoints = 0): string {
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'iPadOS'
  const found = /Windows NT [\d.]+|Android [\d.]+|(?:iPhone )?OS [\d_]+|Mac OS X [\d_]+|CrOS/.exec(userAgent)
  // An Android names its kernel before itself.
  return found?.[0].replace(/_/g, '.') ?? (userAgent.includes('Linux') ? 'Linux' : 'unknown')
}
