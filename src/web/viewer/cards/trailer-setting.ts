import { accountQuality } from '#web/viewer/account/account-quality.ts'
import { storage } from '#web/kit/storage.ts'
import { createStore } from '#web/kit/store.ts'
import { useMediaQuery, useReducedMotion } from '#web/kit/use-media-query.ts'
import { useStore } from '#web/kit/use-store.ts'

const KEY = 'harbour.trailers'

const setting = createStore({ isOn: storage.local.get(KEY) !== 'off' })

export const useTrailerSetting = (): boolean => useStore(setting, ({ isOn }) => isOn)

export function setTrailers(isOn: boolean): void {
  if (isOn) storage.local.remove(KEY)
  else storage.local.set(KEY, 'off')
  setting.set({ isOn })
}

export interface TrailerFacts {
  isOn: boolean
  reducedMotion: boolean
  /** The device has no pointer that can rest. */
  isTouch: boolean
  savesData: boolean
}

export const trailersPlay = ({ isOn, reducedMotion, isTouch, savesData }: TrailerFacts): boolean =>
  isOn && !reducedMotion && !isTouch && !savesData

export function useTrailersPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return trailersPlay({
    isOn: useTrailerSetting(),
    reducedMotion: useReducedMotion(),
    isTouch: useMediaQuery('(hover: none)'),
    savesData: connection?.saveData === true || accountQuality() === 'save',
  })
}
