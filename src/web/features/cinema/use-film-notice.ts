import { cinemaList, cinemaNotify } from '#contract/cinema.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import type { Film } from './cinema-address.rules.ts'

/** Whether the member is told when a film can be seen, and the change of it. */
export function useFilmNotice({ programId, notify = false }: Pick<Film, 'programId' | 'notify'>) {
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
