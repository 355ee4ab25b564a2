/** SPEC 9: screens below this width, in px, count as phones. */
export const MOBILE_WIDTH = 768

export interface Abilities {
  /** HEVC: what 4K needs (error 4032 without it). */
  hevc: boolean
  ac3: boolean
  eac3: boolean
}

const NOTHING: Abilities = { hevc: false, ac3: false, eac3: false }
let known: Abilities | undefined

/** Tested by MediaSource: `canPlayType` also accepts what only a native player decodes. */
export function abilities(): Abilities {
  known ??= detect()
  return known
}

function detect(): Abilities {
  const can = mediaTest()
  if (!can) return NOTHING
  return {
    hevc: can('video/mp4; codecs="hvc1.1.6.L150.90"') || can('video/mp4; codecs="hvc1.2.4.L150.90"'),
    ac3: can('audio/mp4; codecs="ac-3"'),
    eac3: can('audio/mp4; codecs="ec-3"'),
  }
}

const SURROUND_CHANNELS = 6
let surround: boolean | undefined

/** Every browser decodes AAC 5.1 and mixes it down. Not among `Abilities`: it opens the sound device. */
export function hasSurroundOutput(): boolean {
  surround ??= outputChannels() >= SURROUND_CHANNELS
  return surround
}

function outputChannels(): number {
  try {
    const context = new AudioContext()
    const { maxChannelCount } = context.destination
    void context.close()
    return maxChannelCount
  } catch {
    // The interface or the sound device is missing.
    return 0
  }
}

function mediaTest(): ((type: string) => boolean) | undefined {
  if (typeof window === 'undefined') return undefined
  if ('MediaSource' in window) return (type) => MediaSource.isTypeSupported(type)
  // An iPhone has no MediaSource and plays natively.
  const video = document.createElement('video')
  return (type) => video.canPlayType(type) !== ''
}

/** SPEC 4: iPhone, iPad and Android count as mobile. A new iPad calls itself a Mac, but has touch points. */
export function isMobileAgent(userAgent: string, touchPoints = 0): boolean {
  return /iPhone|iPad|iPod|Android/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}

/** Whatever the window's width: wallet apps can be on it, and it cannot scan its own screen. */
export const isMobileDevice = (): boolean => isMobileAgent(navigator.userAgent, navigator.maxTouchPoints)

export const isMobile = (): boolean => isMobileDevice() || innerWidth < MOBILE_WIDTH

/** The first match in the user agent wins: most browsers call themselves Chrome or Safari too. */
const BROWSERS = [
  ['MicroMessenger', 'WeChat'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox|FxiOS', 'Firefox'],
  ['Chrome|CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const

/** `deviceModel` of the request context: tells the browsers of an account apart. */
export const browserName = (userAgent: string): string =>
  BROWSERS.find(([pattern]) => new RegExp(pattern).test(userAgent))?.[1] ?? 'browser'

/** `osVersion` of the request context. A new iPad calls itself a Mac. */
export function osName(userAgent: string, touchPoints = 0): string {
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'iPadOS'
  const found = /Windows NT [\d.]+|Android [\d.]+|(?:iPhone )?OS [\d_]+|Mac OS X [\d_]+|CrOS/.exec(userAgent)
  // Android user agents name Linux first.
  return found?.[0].replace(/_/g, '.') ?? (userAgent.includes('Linux') ? 'Linux' : 'unknown')
}
