import type { OfferKind } from '#contract/programs.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useEffect, useCallback } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type Failure, isFinal } from '../engine/failure.rules.ts'
import styles from './failure-panel.module.css'
import { focusOnShow, passFocusToPlayer } from '../controls/focus.ts'
import { usePlayer } from '../controls/player-context.ts'
import { rungName } from '../engine/quality.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { closeGates, openGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { helpErrorLink } from '#web/viewer/navigation/help-links.ts'
import { useLoginAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import type { RunningStream } from '#contract/error-codes.ts'
import { endStream } from '#contract/streams.ts'
import { formatInstant } from '#web/kit/format.ts'
import { readLanguage } from '#web/kit/language.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'

export function FailurePanel({ failure, onLeave }: { failure: Failure; onLeave: () => void }) {
  const { actions, text } = usePlayer()
  const labels = text.failure
  const { kind, instead } = failure
  const isOnline = useOnline()
  const message = kind === 'format' && instead === undefined ? labels.formatOnly : labels[kind]
  useEffect(() => {
    if (kind === 'format') actions.pause()
  }, [kind, actions])
  const useInstead = () => {
    if (instead === undefined) return
    actions.chooseQuality(instead)
    actions.play()
  }
  return (
    <div
      ref={passFocusToPlayer}
      className={styles.panel}
      role="alertdialog"
      aria-label={message.title}
      data-controls=""
    >
      <h2 className={styles.title}>{message.title}</h2>
      <p className={styles.text}>{textOf()}</p>
      {failure.streams ? <RunningStreams streams={failure.streams} /> : null}
      <div className={styles.buttons}>
        {instead !== undefined ? (
          <Button ref={focusOnShow} look="primary" onClick={useInstead}>
            {labels.at(rungName(instead))}
          </Button>
        ) : null}
        {kind !== 'format' && kind !== 'browser' && !isFinal(failure) ? (
          <Button ref={failure.streams ? undefined : focusOnShow} look="primary" onClick={actions.retry}>
            {labels.retry}
          </Button>
        ) : null}
        {instead !== undefined ? (
          <Button onClick={actions.dismissFailure}>{text.cancel}</Button>
        ) : (
          <Button ref={isFinal(failure) ? focusOnShow : undefined} onClick={onLeave}>
            {labels.leave}
          </Button>
        )}
      </div>
      {isFinal(failure) ? null : (
        <p className={styles.code}>
          <FailureCode code={failure.code} requestId={failure.requestId} />
        </p>
      )}
    </div>
  )

  function textOf(): string {
    if (kind === 'network' && isOnline) return labels.unreachable
    return (kind === 'refused' && failure.message) || message.text
  }
}

interface GatePanelProps {
  gate: 'login' | 'parentalCode' | 'buy'
  programId: string
  offer: OfferKind | undefined
  preview: (() => void) | undefined
  onLeave: () => void
}

/** The gate's dialog opens at once, and again by the button. Leaving the title closes it. */
export function GatePanel({ gate, programId, offer = 'rental', preview, onLeave }: GatePanelProps) {
  const { state, actions, text } = usePlayer()
  const needsPlan = useStore(state, ({ failure }) => failure?.code === 'PLAN_REQUIRED')
  const { pathname, search } = useLocation()
  const isKids = useSession().pattern === 'children'
  const labels = gate === 'buy' ? text.gate.buy[needsPlan ? 'plan' : offer] : text.gate[gate]
  const open = useCallback(() => {
    void openGate(gate, { programId }, `#${pathname}${search}`).then((answer) => answer === 'passed' && actions.retry())
  }, [gate, programId, pathname, search, actions])
  const logIn = useLoginAction({ kind: 'play', to: `#${pathname}${search}` })
  // The panel itself is the prompt to log in.
  const isPrompt = gate === 'login' && !isKids
  useEffect(() => {
    if (!isPrompt) open()
    return closeGates
  }, [isPrompt, open])
  return (
    <div ref={passFocusToPlayer} className={styles.panel} role="alertdialog" aria-label={labels.title} data-controls="">
      <h2 className={styles.title}>{labels.title}</h2>
      <p className={styles.text}>{labels.text}</p>
      <div className={styles.buttons}>
        <Button ref={focusOnShow} look="primary" {...(isPrompt ? logIn : { onClick: open })}>
          {labels.go}
        </Button>
        {gate === 'buy' && preview ? <Button onClick={preview}>{text.gate.preview}</Button> : null}
        <Button onClick={onLeave}>{text.failure.leave}</Button>
      </div>
    </div>
  )
}

/** Links to the code's page in the help centre, which children do not have. */
export function FailureCode({ code, requestId }: { code: string; requestId?: string | undefined }) {
  const { failure } = useText('player')
  const isKids = useSession().pattern === 'children'
  return (
    <span className={styles.failureCode}>
      {failure.code(code)}
      {requestId ? <span>{failure.reference(requestId)}</span> : null}
      {isKids ? null : <a href={helpErrorLink(code)}>{failure.help}</a>}
    </span>
  )
}

/** Stopping one plays here. A kids profile stops none. */
function RunningStreams({ streams }: { streams: readonly RunningStream[] }) {
  const { actions, text } = usePlayer()
  const { pattern } = useSession()
  const labels = text.failure.streams
  const retry = () => actions.retry()
  // NOT_FOUND: it ended already, its slot is free.
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
