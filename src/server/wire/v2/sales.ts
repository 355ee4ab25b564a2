import * as endpoints from '#contract/sales.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import { statusOf } from '#server/domains/payments/index.ts'
import { toNextAction } from '../action/payments.presenter.ts'
import { bind } from '../bind.ts'
import { isPaid, toDelivery, toDetail, toLines, toOrder, toSale } from './sales.presenter.ts'

/** A price that every kind which sells goods can take: their prices are multiples of it. */
const STEP_CENTS = 10

/** Special sales: goods, orders of them and their deliveries. */
export const sales = bind(endpoints, ({ sales, payments, cards: { imageUrl } }) => ({
  saleList: async (viewer) => {
    const list = await sales.list(viewer.kind === 'member' ? viewer.accountId : undefined)
    return { list: list.map((sale) => toSale(sale, { language: viewer.language, imageUrl })) }
  },

  saleDetail: async (viewer, { saleId }) => {
    const detail = await sales.detail(saleId, viewer.kind === 'member' ? viewer.accountId : undefined)
    return toDetail(detail, payments.kindsFor(STEP_CENTS), { language: viewer.language, imageUrl })
  },

  saleOrder: async ({ accountId, language }, input, { address }) => {
    const order = await payments.createOrder({
      accountId,
      language,
      address,
      purpose: 'sale',
      purposeId: input.saleId,
      kind: input.provider,
      amountCents: input.amount,
      continueUrl: input.continueURL,
      cancelUrl: input.cancelURL,
      terminal: input.terminal,
      details: { sale: { lines: toLines(input.lines), to: toDelivery(input) } },
    })
    return {
      outTradeNo: order.orderId,
      status: statusOf(order.state),
      ...(order.nextAction && { paymentUrl: order.nextAction.url }),
      ...toNextAction(order),
    }
  },

  saleOrderList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { list, ...counts } = await sales.deliveries.ofAccount({ accountId, page, pageSize })
    return { ...counts, list: list.filter(isPaid).map((order) => toOrder(order, { language, imageUrl })) }
  },

  saleNotify: async ({ accountId }, { goodsId, notify }) => {
    await sales.notify(accountId, { goodsId, wanted: notify })
    return { notify }
  },
}))
