import type { Language } from '#contract/languages.ts'
import type { RunningStream } from '#contract/error-codes.ts'
import type { AccountStream } from '#server/domains/playback/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { accounts as enUS } from '#text/en_US/accounts.ts'
import { accounts as zhHK } from '#text/zh_HK/accounts.ts'
import { wireInstant } from '../instants.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS } as const satisfies Record<Language, unknown>

/** A kids profile is not told what the others watch. */
export function toRunningStreams(
  streams: readonly AccountStream[],
  { language, kids }: Pick<Viewer, 'language' | 'kids'>,
): RunningStream[] {
  return streams.map(({ streamId, deviceName, title, since, current }) => ({
    streamId,
    deviceName: deviceName ?? TEXT[language].unknownDevice,
    title: kids ? '' : (title?.[language === 'zh_HK' ? 'zh' : 'en'] ?? ''),
    since: wireInstant(since),
    current,
  }))
}
