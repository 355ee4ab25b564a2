import { type FormEvent, useRef, useState } from 'react'
import { COMMENT_LENGTH, commentLength, isCommentLength, normalizeComment } from '#contract/comments.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import styles from './composer.module.css'
import { EmailForm } from './email-form.tsx'
import type { Draft, Posting } from './use-posting.ts'
import { useText } from '#web/kit/text.ts'

export interface ComposerProps {
  initial: Draft
  posting: Posting
  submitLabel: string
  onCancel?: () => void
}

/**
 * Where a comment is written. The length counts what a reader counts, and not while a character is being composed. The field has no
 * `maxLength`, which counts UTF-16 units: an emoji has up to fifteen, and what is pasted beyond it would be lost.
 */
export function Composer({ initial, posting, submitLabel, onCancel }: ComposerProps) {
  const { write: text } = useText('comments')
  const { site } = useShellText()
  const { profile } = useSession()
  const [draft, setDraft] = useState(initial)
  const [counted, setCounted] = useState(() => commentLength(initial.text))
  const isComposing = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isRight = isCommentLength(counted)
  const type = (typed: string) => {
    setDraft({ ...draft, text: typed })
    if (!isComposing.current) setCounted(commentLength(typed))
  }
  // As it was counted: spaces that do not count must not make it too long for the server.
  const post = () => void posting.post({ ...draft, text: normalizeComment(draft.text) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) post()
    else area.current?.focus()
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <textarea
          ref={area}
          className={styles.area}
          aria-label={text.label}
          placeholder={text.placeholder}
          rows={3}
          value={draft.text}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            setCounted(commentLength(event.currentTarget.value))
          }}
        />
        <div className={styles.foot}>
          <CheckField
            className={styles.spoiler}
            name="spoiler"
            label={text.spoiler}
            checked={draft.spoiler}
            onChange={(spoiler) => setDraft({ ...draft, spoiler })}
          />
          <p className={styles.count} data-state={isRight ? 'ok' : counted > COMMENT_LENGTH.max ? 'bad' : undefined}>
            {isRight ? <CheckIcon size={16} /> : null}
            <strong>{counted}</strong> {text.range}
          </p>
          {onCancel ? (
            <Button look="text" size="s" onClick={onCancel}>
              {text.cancel}
            </Button>
          ) : null}
          <Button type="submit" size="s" disabled={!isRight} busy={posting.pending} busyText={site.busy}>
            {submitLabel}
          </Button>
        </div>
        {profile && draft.text !== '' ? <p className={styles.as}>{text.as(profile.name)}</p> : null}
        <FormError>{posting.error}</FormError>
      </form>
      {posting.needsEmail ? <EmailForm purpose="comment" onVerified={post} /> : null}
    </>
  )
}
