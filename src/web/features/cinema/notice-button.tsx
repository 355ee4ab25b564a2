import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BellIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { Film } from './cinema-address.rules.ts'
import styles from './coming-list.module.css'
import { useFilmNotice } from './use-film-notice.ts'
import { useText } from '#web/kit/text.ts'

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
