import { QUALITIES, type Quality as AccountQuality } from '#contract/fields.ts'
import { accountQuality, watchAccountQuality } from '#web/viewer/account/account-quality.ts'
import { storage } from '#web/kit/storage.ts'
import { type Quality, startBandwidth, storedBandwidth } from './quality.rules.ts'
import { createStore, type Store } from '#web/kit/store.ts'

/** The viewer's choices in the player, stored on this device. */
export interface PlayerSettings {
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  readonly speed: number
  readonly quality: Quality
  /** The account's setting when `quality` was chosen. A later change of it replaces the choice. */
  readonly accountQuality: AccountQuality | undefined
  /** A BCP 47 language, `off`, or nothing chosen yet. */
  readonly subtitle: string | undefined
  readonly audioLang: string | undefined
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
  audioLang: undefined,
}

/** Parses stored settings; invalid values fall back to the defaults. */
export function readSettings(stored: string | null): PlayerSettings {
  const found = parse(stored)
  const { volume, muted, speed, quality, accountQuality: fromAccount, subtitle, audioLang } = found
  const isQuality = quality === 'auto' || quality === 'medium' || quality === 'save' || typeof quality === 'number'
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : FIRST.volume,
    muted: muted === true,
    speed: typeof speed === 'number' && speed >= 0.5 && speed <= 2 ? speed : FIRST.speed,
    quality: isQuality ? quality : FIRST.quality,
    accountQuality: QUALITIES.find((one) => one === fromAccount),
    subtitle: typeof subtitle === 'string' ? subtitle : undefined,
    audioLang: typeof audioLang === 'string' ? audioLang : undefined,
  }
}

/** Applies the account's setting when it has changed; otherwise the choice made in the player stays. */
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

/** The settings of this device, shared by every playback. */
export const playerSettings: Store<PlayerSettings> = persisted()

function persisted(): Store<PlayerSettings> {
  const store = createStore(withAccount(readSettings(storage.local.get(KEY)), accountQuality()))
  watchAccountQuality(() => store.set(withAccount(store.get(), accountQuality())))
  store.subscribe(() => storage.local.set(KEY, JSON.stringify(store.get())))
  return store
}

/** The bandwidth estimate to start with, in bits per second. */
export function rememberedBandwidth(): number {
  return startBandwidth(storage.local.get(BANDWIDTH_KEY), Date.now())
}

/** Stores this session's measurement, if any, for the next one. */
export function rememberBandwidth(bits: number | undefined): void {
  if (bits) storage.local.set(BANDWIDTH_KEY, storedBandwidth(bits, Date.now()))
}
