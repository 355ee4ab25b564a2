import { useState } from 'react'
import type { RunningStream } from '#contract/running-streams.ts'
import { endStream } from '#contract/streams.ts'
import { useApiClient } from '#web/kit/api-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { readLanguage } from '#web/kit/language.ts'
import { Button } from '#web/ui/button.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow } from './focus-on-show.ts'
import styles from './running-streams.module.css'

/** The streams that take all places of the account. Stopping one plays here; a kids profile stops none. */
export function RunningStreams({ streams }: { streams: readonly RunningStream[] }) {
  const { actions, text } = usePlayer()
  const { call } = useApiClient()
  const { pattern } = useSession()
  const [stopping, setStopping] = useState<string>()
  const labels = text.failure.streams
  const stop = async (streamId: string) => {
    setStopping(streamId)
    // One that is over already has left its place too.
    await call(endStream, { streamId })
    actions.retry()
  }
  return (
    <ul className={styles.list} aria-label={labels.list}>
      {streams.map(({ streamId, deviceName, title, since, current }, at) => (
        <li key={streamId} className={styles.stream}>
          <p className={styles.device}>
            {current ? labels.here(deviceName) : deviceName}
            <span className={styles.facts}>
              {title ? <span>{title}</span> : null}
              <span>{labels.since(formatInstant(since, readLanguage()))}</span>
            </span>
          </p>
          {pattern === 'children' ? null : (
            <Button
              ref={at === 0 ? focusOnShow : undefined}
              size="s"
              disabled={stopping !== undefined}
              aria-label={labels.stopOf(deviceName)}
              onClick={() => void stop(streamId)}
            >
              {labels.stop}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
