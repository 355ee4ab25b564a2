import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { privateCinemaRemove, type privateCinemaScreening } from '#contract/private-cinema.ts'
import type { Person } from '#contract/watching-together.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlusIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './seat-tiles.module.css'

type Info = OutputOf<typeof privateCinemaScreening>

/** Who sits in a screening: a tile for each seat. The host takes seats back. */
export function SeatTiles({ info, onChanged }: { info: Info; onChanged: () => void }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { screening, seatId, people } = info
  const [removing, setRemoving] = useState<Person>()
  const empty = Math.max(0, screening.seats - people.length)
  const taken = text.seatsTaken(formatNumber(people.length, language), formatNumber(screening.seats, language))
  return (
    <Panel title={text.room.seats} aside={<span className={styles.count}>{taken}</span>}>
      <ul className={styles.seats}>
        {people.map((person) => (
          <li key={person.seatId} className={styles.seat}>
            <span className={styles.face}>
              <Avatar src="" name={person.name} size={48} />
              {screening.host && !person.host ? (
                <IconButton
                  className={styles.remove}
                  size={36}
                  look="disc"
                  label={text.room.remove(person.name)}
                  icon={<CloseIcon size={14} />}
                  onClick={() => setRemoving(person)}
                />
              ) : null}
            </span>
            <span className={styles.name}>{person.seatId === seatId ? text.room.you : person.name}</span>
            <span className={styles.role}>
              {person.host ? text.room.host : person.guest ? text.room.guest : person.connected ? text.room.here : ''}
            </span>
          </li>
        ))}
        {Array.from({ length: empty }, (_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an empty seat is its place
          <li key={`empty-${at}`} className={styles.seat}>
            <span className={styles.empty} aria-hidden="true">
              {screening.host ? <PlusIcon size={20} /> : null}
            </span>
            <span className={styles.name}>{text.room.empty}</span>
          </li>
        ))}
      </ul>
      {removing ? (
        <RemoveDialog
          screeningId={screening.screeningId}
          person={removing}
          onClose={() => setRemoving(undefined)}
          onChanged={onChanged}
        />
      ) : null}
    </Panel>
  )
}

interface RemoveDialogProps {
  screeningId: string
  person: Person
  onClose: () => void
  onChanged: () => void
}

function RemoveDialog({ screeningId, person: { seatId, name }, onClose, onChanged }: RemoveDialogProps) {
  const { room: text } = useText('screenings')
  const { site } = useShellText()
  const { submit, pending, refusal } = useSubmit(privateCinemaRemove, {
    onSuccess: () => {
      showToast({ text: text.removed(name) })
      onChanged()
      onClose()
    },
  })
  return (
    <Dialog title={text.removeTitle(name)} closeLabel={text.close} onClose={onClose} busy={pending}>
      <p>{text.removeText}</p>
      <FormError>{refusal?.message}</FormError>
      <DialogActions
        main={{
          label: text.removeAction,
          danger: true,
          busy: pending,
          busyText: site.busy,
          onClick: () => void submit({ screeningId, seatId }),
        }}
        cancel={{ label: text.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
