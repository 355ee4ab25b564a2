import { QUALITIES, type Quality as AccountQuality } from '#contract/fields.ts'
import { accountQuality, watchAccountQuality } from '#web/viewer/account/account-quality.ts'
import { readSession, watchSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { type Quality, startBandwidth, storedBandwidth } from './quality.rules.ts'
import { createStore, type Store } from '#web/kit/store.ts'

export const SUBTITLE_SIZES = ['small', 'medium', 'large', 'huge'] as const
export type SubtitleSize = (typeof SUBTITLE_SIZES)[number]
export const SUBTITLE_BACKGROUNDS = ['none', 'soft', 'solid'] as const
export type SubtitleBackground = (typeof SUBTITLE_BACKGROUNDS)[number]

/** Per profile, stored on this device. */
export interface PlayerSettings {
  readonly volume: number
  readonly muted: boolean
  readonly speed: number
  readonly quality: Quality
  /** The account's setting at the time of the choice; a later change replaces it. */
  readonly accountQuality: AccountQuality | undefined
  /** BCP 47, `off`, or nothing chosen yet. */
  readonly subtitle: string | undefined
  readonly secondSubtitle: string | undefined
  readonly subtitleSize: SubtitleSize
  readonly subtitleBackground: SubtitleBackground
  readonly audioLang: string | undefined
  /** Tells tracks of one language apart. */
  readonly audioName: string | undefined
  /** So that stereo stays stereo. */
  readonly audioChannels: number | undefined
}

const KEY = 'harbour.player'
const BANDWIDTH_KEY = 'harbour.bandwidth'
const FIRST: PlayerSettings = {
  volume: 1,
  muted: false,
  speed: 1,
  quality: 'auto',
  accountQuality: undefined,
  subtitle: undefined,
  secondSubtitle: undefined,
  subtitleSize: 'medium',
  subtitleBackground: 'none',
  audioLang: undefined,
  audioName: undefined,
  audioChannels: undefined,
}

export function readSettings(stored: string | null): PlayerSettings {
  const found = parse(stored)
  const { volume, muted, speed, quality, accountQuality: fromAccount, subtitle, secondSubtitle, audioLang } = found
  const isQuality = quality === 'auto' || quality === 'medium' || quality === 'save' || typeof quality === 'number'
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : FIRST.volume,
    muted: muted === true,
    speed: typeof speed === 'number' && speed >= 0.5 && speed <= 2 ? speed : FIRST.speed,
    quality: isQuality ? quality : FIRST.quality,
    accountQuality: QUALITIES.find((one) => one === fromAccount),
    subtitle: typeof subtitle === 'string' ? subtitle : undefined,
    secondSubtitle: typeof secondSubtitle === 'string' ? secondSubtitle : undefined,
    subtitleSize: SUBTITLE_SIZES.find((one) => one === found.subtitleSize) ?? FIRST.subtitleSize,
    subtitleBackground:
      SUBTITLE_BACKGROUNDS.find((one) => one === found.subtitleBackground) ?? FIRST.subtitleBackground,
    audioLang: typeof audioLang === 'string' ? audioLang : undefined,
    audioName: typeof found.audioName === 'string' ? found.audioName : undefined,
    audioChannels: typeof found.audioChannels === 'number' ? found.audioChannels : undefined,
  }
}

/** Applies the account's setting when it has changed. */
export function withAccount(settings: PlayerSettings, fromAccount: AccountQuality | undefined): PlayerSettings {
  return fromAccount === undefined || fromAccount === settings.accountQuality
    ? settings
    : { ...settings, quality: fromAccount, accountQuality: fromAccount }
}

function parse(stored: string | null): Partial<Record<keyof PlayerSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** A profile without stored choices begins with the device's, which are a visitor's too. */
export const settingsKey = (profileId: string | undefined): string => (profileId ? `${KEY}.${profileId}` : KEY)

/** The settings of the profile that watches, shared by every playback. */
export const playerSettings: Store<PlayerSettings> = persisted()

function persisted(): Store<PlayerSettings> {
  let key = settingsKey(readSession().profile?.profileId)
  const read = () => withAccount(readSettings(storage.local.get(key) ?? storage.local.get(KEY)), accountQuality())
  const store = createStore(read())
  watchAccountQuality(() => store.set(withAccount(store.get(), accountQuality())))
  watchSession(() => {
    const next = settingsKey(readSession().profile?.profileId)
    if (next === key) return
    key = next
    store.set(read())
  })
  store.subscribe(() => storage.local.set(key, JSON.stringify(store.get())))
  return store
}

export function rememberedBandwidth(): number {
  return startBandwidth(storage.local.get(BANDWIDTH_KEY), Date.now())
}

export function rememberBandwidth(bits: number | undefined): void {
  if (bits) storage.local.set(BANDWIDTH_KEY, storedBandwidth(bits, Date.now()))
}
