import type { RunningStream } from '#contract/running-streams.ts'
import { endStream } from '#contract/streams.ts'
import { formatInstant } from '#web/kit/format.ts'
import { readLanguage } from '#web/kit/language.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow } from './focus-on-show.ts'
import styles from './running-streams.module.css'

/** The streams that hold all slots of the account. Stopping one plays here; a kids profile stops none. */
export function RunningStreams({ streams }: { streams: readonly RunningStream[] }) {
  const { actions, text } = usePlayer()
  const { pattern } = useSession()
  const labels = text.failure.streams
  const retry = () => actions.retry()
  // One that is over already has released its slot too.
  const { submit, pending } = useSubmit(endStream, { onSuccess: retry, on: { NOT_FOUND: retry }, toastsRefusals: true })
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
              disabled={pending}
              aria-label={labels.stopOf(deviceName)}
              onClick={() => void submit({ streamId })}
            >
              {labels.stop}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
