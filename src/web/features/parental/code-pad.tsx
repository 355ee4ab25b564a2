import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { formatClock } from '#web/kit/format.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { DeleteIcon } from '#web/ui/feature-icons.tsx'
import { ParentalCodeInput } from './parental-code-input.tsx'
import { type CodeNotice, isComplete, noticeOf, applyKey } from './code-pad.rules.ts'
import styles from './code-pad.module.css'

/** Two names of the same animation, alternating, so that each refusal restarts it. */
const shakes = [styles.shaken, styles.shakenAgain]
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'delete'] as const

export interface CodePadProps {
  /** Called with the code at the fourth digit. The pad is disabled until it resolves, and then empty. */
  onSubmit: (code: string) => Promise<unknown>
  /** The server's message about the last try. */
  error?: string | undefined
  triesLeft?: number | undefined
  /** After too many tries: seconds to wait from the end of the last try. */
  retryAfter?: number | undefined
  onForgot?: (() => void) | undefined
  /** The label for a forgotten code; by default the reset by SMS. */
  forgotLabel?: string | undefined
}

/** Enters the parental code: a masked input with four boxes, an on-screen keypad, and what was wrong with the last try. */
export function CodePad({ onSubmit, error, triesLeft, retryAfter, onForgot, forgotLabel }: CodePadProps) {
  const { codePad } = useText('parental')
  const noticeId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(() => ({ count: 0, at: Date.now() }))
  const left = useCountdown(retryAfter === undefined ? undefined : tried.at + retryAfter * 1000)
  const notice = busy ? noticeOf({}, 0) : noticeOf({ error, triesLeft }, left)
  const isLocked = left > 0
  const isRefused = tried.count > 0 && notice.kind !== 'none'
  // Also when it is mounted in a dialog that is already open.
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  const enter = (next: string) => {
    if (busy || isLocked) return
    setCode(next)
    if (isComplete(next)) void submit(next)
  }
  const submit = async (whole: string) => {
    setBusy(true)
    try {
      await onSubmit(whole)
    } finally {
      setBusy(false)
      setCode('')
      setTried(({ count }) => ({ count: count + 1, at: Date.now() }))
      input.current?.focus({ preventScroll: true })
    }
  }
  /** Keeps the focus in the input for the physical keyboard. */
  const keepFocus = (event: MouseEvent) => event.preventDefault()

  return (
    <div className={styles.pad} aria-busy={busy || undefined}>
      <div className={isRefused ? shakes[tried.count % shakes.length] : undefined}>
        <ParentalCodeInput
          ref={input}
          name="parentalCode"
          label={codePad.label}
          hideLabel
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          value={code}
          onChange={enter}
          readOnly={isLocked || busy}
          isWrong={isRefused && code === ''}
          describedBy={noticeId}
        />
      </div>
      <Notice id={noticeId} notice={notice} />
      <fieldset className={styles.keys} aria-label={codePad.keys}>
        {KEYS.map((key) =>
          key === '' ? (
            <span key="gap" />
          ) : (
            <button
              key={key}
              type="button"
              className={classNames(styles.key, key === 'delete' && styles.delete)}
              aria-label={key === 'delete' ? codePad.remove : undefined}
              disabled={isLocked || busy}
              tabIndex={-1}
              onMouseDown={keepFocus}
              onClick={() => enter(applyKey(code, key))}
            >
              {key === 'delete' ? <DeleteIcon size={24} /> : key}
            </button>
          ),
        )}
      </fieldset>
      {onForgot ? (
        <Button look="text" className={styles.forgot} onClick={onForgot}>
          {forgotLabel ?? codePad.forgot}
        </Button>
      ) : null}
    </div>
  )
}

function Notice({ id, notice }: { id: string; notice: CodeNotice }) {
  const { codePad } = useText('parental')
  const text = {
    none: () => '',
    wrong: (given: CodeNotice) => (given.kind === 'wrong' ? codePad.wrong(given.triesLeft) : ''),
    locked: () => codePad.locked,
    error: (given: CodeNotice) => (given.kind === 'error' ? given.text : ''),
  }[notice.kind](notice)
  return (
    <div className={styles.notice}>
      <p id={id} role="alert">
        {text ? (
          <>
            <WarningIcon size={17} />
            {text}
          </>
        ) : null}
      </p>
      {notice.kind === 'locked' ? (
        <p role="timer" className={styles.wait}>
          {codePad.wait(formatClock(notice.seconds))}
        </p>
      ) : null}
    </div>
  )
}
