import { saleDetail, saleList, saleNotify } from '#contract/sales.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import type { Goods } from './order.rules.ts'

/** Whether the member is told when goods are in stock again, and the change of it. */
export function useNotice({ goodsId, notify = false }: Pick<Goods, 'goodsId' | 'notify'>) {
  const text = useText('sales')
  const requireLogin = useRequireLogin()
  const { submit, pending, pendingInput } = useSubmit(saleNotify, {
    invalidates: [saleList, saleDetail],
    toastsRefusals: true,
    onSuccess: ({ notify: isOn }) => showToast({ text: isOn ? text.toastNotify : text.toastNotNotify }),
  })
  return {
    isOn: pending && pendingInput ? pendingInput.notify !== false : notify,
    pending,
    toggle: () => {
      if (requireLogin({ kind: 'go', to: PATHS.specialSales })) void submit({ goodsId, notify: !notify })
    },
  }
}
