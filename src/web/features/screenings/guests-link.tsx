import { useState } from 'react'
import { obtainPersonalCinema, privateCinemaInvite, privateCinemaScreening } from '#contract/private-cinema.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { formatStart } from '#web/viewer/screenings/screening-times.ts'
import { share } from '#web/viewer/sharing/share.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CopyIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Screening } from './slots.ts'
import styles from './guests-link.module.css'

interface GuestsLinkProps {
  screening: Screening
  /** Beside the list: names the screening and leads to it. */
  isSummary?: boolean
}

/** The guests' link of a screening: copied, shared, replaced. */
export function GuestsLink({ screening, isSummary = false }: GuestsLinkProps) {
  const { room: text, ...all } = useText('screenings')
  const { language } = useCallContext()
  const [isRenewing, setRenewing] = useState(false)
  const { screeningId, guestURL = '', endsAt, startsAt, program, seats, taken } = screening
  const link = `${location.origin}${guestURL}`
  const start = formatStart(startsAt, language)
  const bought = (
    <span className={styles.bought}>
      <CheckIcon size={16} />
      {all.bought}
    </span>
  )
  const shared = { title: program.title, text: text.shareText(program.title, start), url: link }
  return (
    <Panel title={text.link} aside={isSummary ? bought : undefined}>
      {isSummary ? (
        <p className={styles.of}>
          <a href={paths.private(screeningId)}>{joinFacts([program.title, start], language)}</a>
          <span>{all.seatsTaken(formatNumber(taken, language), formatNumber(seats, language))}</span>
        </p>
      ) : null}
      <div className={styles.row}>
        <input readOnly value={link} aria-label={text.linkField} onFocus={(event) => event.target.select()} />
        <Button icon={<CopyIcon size={18} />} onClick={() => void copyText(link, text.copied)}>
          {text.copy}
        </Button>
      </div>
      <p className={styles.note}>
        {taken >= seats ? text.full : text.linkText(formatInstant(endsAt, language))}
        {program.restriction === 'III' ? ` ${text.linkAdult}` : ''}
      </p>
      {isSummary ? null : (
        <div className={styles.actions}>
          {'share' in navigator ? (
            <Button size="s" onClick={() => void share(shared, text.copied)}>
              {text.share}
            </Button>
          ) : null}
          <Button size="s" look="outline" onClick={() => setRenewing(true)}>
            {text.renew}
          </Button>
        </div>
      )}
      {isRenewing ? <RenewDialog screeningId={screeningId} onClose={() => setRenewing(false)} /> : null}
    </Panel>
  )
}

function RenewDialog({ screeningId, onClose }: { screeningId: string; onClose: () => void }) {
  const { room: text } = useText('screenings')
  const { site } = useShellText()
  const { submit, pending, refusal } = useSubmit(privateCinemaInvite, {
    invalidates: [privateCinemaScreening, obtainPersonalCinema],
    onSuccess: () => {
      showToast({ text: text.renewed })
      onClose()
    },
  })
  return (
    <Dialog title={text.renewTitle} closeLabel={text.close} onClose={onClose} busy={pending}>
      <p>{text.renewText}</p>
      <FormError>{refusal?.message}</FormError>
      <DialogActions
        main={{
          label: text.renew,
          busy: pending,
          busyText: site.busy,
          onClick: () => void submit({ screeningId, renew: true }),
        }}
        cancel={{ label: text.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
