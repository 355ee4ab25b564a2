import type { list } from '#contract/admin/orders.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

/** A row of the list. */
export type OrderRow = AdminOutputOf<typeof list>['list'][number]

const TONES: Readonly<Record<OrderRow['state'], Tone>> = {
  created: 'plain',
  pending: 'warn',
  failed: 'bad',
  expired: 'plain',
  paid: 'ok',
  review: 'warn',
  refunding: 'warn',
  part_refunded: 'blue',
  refunded: 'plain',
  disputed: 'bad',
  charged_back: 'bad',
}

export function OrderState({ state }: Pick<OrderRow, 'state'>) {
  const { states } = useText('consoleOrders')
  return (
    <Pill tone={TONES[state]} hasDot>
      {states[state]}
    </Pill>
  )
}
