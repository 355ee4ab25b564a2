import { useText } from '#web/kit/text.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronLeftIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FAILURE_CODE, isFinal, isServerFault, MALFORMED } from '../engine/failure.rules.ts'
import { FailureCode } from './failure-panel.tsx'
import styles from './play-waiting.module.css'
import { useLeave, useWayBack } from './use-leave.ts'

/** Before the title is known. It has a way back: header and footer are hidden here. */
export function PlayWaiting({ programId, instead }: { programId: string; instead?: string }) {
  const text = useText('player')
  const leave = useWayBack(programId, { instead })
  return (
    <div className={classNames(styles.room, 'night')}>
      <BackButton onClick={leave} />
      <Spinner size={56} label={text.loading} />
    </div>
  )
}

/** Without an error, or with a malformed id, the address names no title. */
export function PlayFailed({
  error,
  programId,
  onRetry,
}: {
  error: CallError | null
  programId: string
  onRetry: () => void
}) {
  const text = useText('player')
  const leave = useLeave(programId, { isUnknown: true })
  const isUnknown = error === null || isFinal({ kind: 'refused', code: error.code })
  const isOnline = useOnline()
  const isUnanswered = error?.code === 'NETWORK'
  const isOurs = error !== null && isServerFault(error.code)
  const labels = isUnknown ? text.failure.unknown : isOurs ? text.failure.server : text.failure.detail
  const message = isUnanswered && isOnline ? text.failure.unanswered : isMessageShown() ? error?.message : ''
  return (
    <div className={classNames(styles.room, 'night')}>
      {isUnknown ? null : <BackButton onClick={leave} />}
      <ErrorPanel
        isScreen
        title={labels.title}
        text={message || labels.text}
        code={
          isUnknown ? undefined : (
            <FailureCode code={isUnanswered ? FAILURE_CODE.network : error.code} requestId={error.failure.requestId} />
          )
        }
        action={isUnknown ? { label: text.back, onClick: leave } : { label: text.failure.retry, onClick: onRetry }}
      />
    </div>
  )

  function isMessageShown(): boolean {
    return !isUnanswered && !isOurs && error?.code !== MALFORMED
  }
}

function BackButton({ onClick }: { onClick: () => void }) {
  const { back } = useText('player')
  return <IconButton className={styles.back} label={back} icon={<ChevronLeftIcon size={28} />} onClick={onClick} />
}
