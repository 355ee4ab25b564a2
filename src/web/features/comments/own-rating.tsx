import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { createRating, RATING_STARS, removeRating, type TitleRating } from '#contract/comments.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { showRating } from './comment-cache.ts'
import { EmailForm } from './email-form.tsx'
import styles from './own-rating.module.css'
import { StarRow } from './star-row.tsx'
import { formatStars, starsAfterKey, starsAt } from './stars.rules.ts'
import { takeOpinion } from './pending-opinion.ts'
import { useOpinionLogin } from './use-opinion-login.ts'

/** Keys come one after another: the last one is sent. */
const KEYS_MS = 600

/** The account's own vote: a slider of five stars by halves, saved at once. */
export function OwnRating({ programId, mine }: { programId: string; mine: TitleRating['mine'] }) {
  const { rating: text } = useText('comments')
  const { site } = useShellText()
  const { score, isSaved, set, clear, clearing, needsEmail, resend } = useOwnRating(programId, mine)
  const [byKeys, setByKeys] = useState(false)
  const onStarClick = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    set(starsAt((event.clientX - left) / width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = starsAfterKey(event.key, score)
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    set(next, KEYS_MS)
  }
  return (
    <section className={styles.card} aria-label={text.own}>
      <p className={styles.head}>
        <span className={styles.title}>{text.own}</span>
        <span className={score === null ? styles.none : styles.value}>
          {score === null ? text.ownNone : formatStars(score)}
        </span>
      </p>
      <div className={styles.stars}>
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={RATING_STARS.max}
          step={RATING_STARS.step}
          value={score ?? 0}
          aria-label={text.own}
          aria-valuetext={score === null ? text.ownNone : text.stars(formatStars(score))}
          // The place of a click picks the half; the slider's own value is shifted by its thumb.
          onClick={onStarClick}
          onKeyDown={onKeyDown}
          // Tab is released on the field that it leads to.
          onKeyUp={() => setByKeys(true)}
          onPointerDown={() => setByKeys(false)}
          onChange={(event) => set(starsAt(Number(event.target.value) / RATING_STARS.max), KEYS_MS)}
        />
        <StarRow score={score ?? 0} size={40} />
      </div>
      {byKeys ? <p className={styles.hint}>{text.hint}</p> : null}
      <p className={styles.foot}>
        <output className={styles.saved}>
          {isSaved ? (
            <>
              <CheckIcon size={16} />
              {text.saved}
            </>
          ) : null}
        </output>
        {score !== null ? (
          <Button look="text" size="s" busy={clearing} busyText={site.busy} onClick={clear}>
            {text.clear}
          </Button>
        ) : null}
      </p>
      {needsEmail ? <EmailForm purpose="rating" onVerified={resend} /> : null}
    </section>
  )
}

function useOwnRating(programId: string, mine: TitleRating['mine']) {
  const queries = useQueryClient()
  const requireLogin = useOpinionLogin()
  const [wanted, setWanted] = useState<number>()
  // SPEC 6: the vote waits for a verified e-mail address.
  const [needsEmail, setNeedsEmail] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onSuccess = (rated: TitleRating) => {
    setNeedsEmail(false)
    showRating(queries, programId, rated)
  }
  const on = { EMAIL_NEEDED: () => setNeedsEmail(true) }
  const rating = useSubmit(createRating, { toastsRefusals: true, onSuccess, on })
  const removing = useSubmit(removeRating, { toastsRefusals: true, onSuccess })

  const send = async (score: number) => {
    const answer = await rating.submit({ programId, score })
    if (answer.result === 'FAILED' && answer.failure.errorCode !== 'EMAIL_NEEDED') setWanted(undefined)
  }
  const resend = () => {
    if (wanted !== undefined) void send(wanted)
  }
  const set = (score: number, afterMs = 0) => {
    if (!requireLogin({ kind: 'rate', programId, score })) return
    setWanted(score)
    clearTimeout(timer.current)
    if (afterMs === 0) void send(score)
    else timer.current = setTimeout(() => void send(score), afterMs)
  }
  const clear = async () => {
    clearTimeout(timer.current)
    const answer = await removing.submit({ programId })
    if (answer.result === 'SUCCESS') setWanted(undefined)
  }
  const resume = useRef(set)
  useEffect(() => {
    const opinion = takeOpinion(programId, 'rate')
    if (opinion) resume.current(opinion.score)
  }, [programId])
  const score = wanted ?? mine
  const isSaved = mine !== null && score === mine && !rating.pending
  return { score, isSaved, set, clear: () => void clear(), clearing: removing.pending, needsEmail, resend }
}
