import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BellIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { Film } from './cinema-address.rules.ts'
import styles from './notice-button.module.css'
import { useText } from '#web/kit/text.ts'
import { cinemaList, cinemaNotify } from '#contract/cinema.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'

/** Asks to be told of a film, or takes it back. `isMain`: the film that is shown, large. */
export function NoticeButton({ film, isMain = false }: { film: Film; isMain?: boolean }) {
  const text = useText('cinema')
  const { isOn, pending, toggle } = useFilmNotice(film)
  return (
    <Button
      look={isOn ? 'outline' : isMain ? 'primary' : 'secondary'}
      size={isMain ? 'l' : 's'}
      icon={isOn ? <CheckIcon size={18} /> : <BellIcon size={18} />}
      className={classNames(isOn && styles.on)}
      aria-pressed={isOn}
      aria-label={isOn ? text.notifiedOf(film.title) : text.notifyOf(film.title)}
      busy={pending}
      onClick={toggle}
    >
      {isOn ? text.notified : text.notify}
    </Button>
  )
}

/** Whether the member is told when a film can be seen, and the change of it. */
function useFilmNotice({ programId, notify = false }: Pick<Film, 'programId' | 'notify'>) {
  const text = useText('cinema')
  const requireLogin = useRequireLogin()
  const { submit, pending, pendingInput } = useSubmit(cinemaNotify, {
    invalidates: [cinemaList],
    toastsRefusals: true,
    onSuccess: ({ notify: isOn }) => showToast({ text: isOn ? text.toastNotify : text.toastNotNotify }),
  })
  return {
    isOn: pending && pendingInput ? pendingInput.notify !== false : notify,
    pending,
    toggle: () => {
      const to = paths.cinema({ status: 'coming', film: programId })
      if (requireLogin({ kind: 'go', to })) void submit({ programId, notify: !notify })
    },
  }
}
