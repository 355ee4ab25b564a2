import type { ORDER_STATES } from '#contract/order-states.ts'

type OrderState = (typeof ORDER_STATES)[number]

/** Of an order for money, as operators read it. */
export const orderStates = {
  created: '已建立',
  pending: '待付款',
  failed: '付款失敗',
  expired: '已過期',
  paid: '已付款',
  review: '待覆核',
  refunding: '退款中',
  part_refunded: '已退部分款項',
  refunded: '已全數退款',
  disputed: '付款有爭議',
  charged_back: '已退單',
} satisfies Record<OrderState, string>

export type OrderStatesText = Readonly<Record<OrderState, string>>
