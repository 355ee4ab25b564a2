import { useSearchParams } from '#web/kit/router.tsx'
import { UNITS_MAX } from '#contract/goods.ts'
import { saleList } from '#contract/sales.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BackIcon, BellIcon, GiftIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { DiscStage } from './disc-case.tsx'
import { type Goods, linesOf, type Sale } from './order.rules.ts'
import { OrderJump } from './order-jump.tsx'
import { OrderPanel } from './order-panel.tsx'
import { StockLine } from './stock-line.tsx'
import { useNotice } from './use-notice.ts'
import { useCart } from './use-order.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './special-sale-detail-screen.module.css'

/** `/special-sale-detail?goodsId`: one thing on sale, with the order that it is added to. */
export function SpecialSaleDetailScreen() {
  const text = useText('sales')
  const { site } = useShellText()
  const [query] = useSearchParams()
  const sales = useCall(saleList, {})
  const goodsId = query.get('goodsId')
  const sale = sales.data?.list.find((one) => one.goods.some((goods) => goods.goodsId === goodsId))
  const goods = sale?.goods.find((one) => one.goodsId === goodsId)
  usePageTitle(goods?.title ?? '')
  return (
    <Screen className={styles.screen} top="s">
      <a className={styles.back} href={paths.specialSales()}>
        <BackIcon size={18} />
        {text.toSales}
      </a>
      {sale && goods ? <OneGoods key={goods.goodsId} sale={sale} goods={goods} /> : missing()}
    </Screen>
  )

  function missing() {
    if (sales.isLoadingError) {
      const action = { label: site.retry, onClick: () => void sales.refetch() }
      return <ErrorPanel isScreen title={text.failed} text={sales.error.message} action={action} />
    }
    if (sales.isPending) {
      return <Waiting label={site.loading} size="xl" />
    }
    const action = { label: text.toSales, href: paths.specialSales() }
    const icon = <GiftIcon size={26} />
    return <ErrorPanel isScreen tone="plain" icon={icon} title={text.noGoods} text={text.noGoodsText} action={action} />
  }
}

function OneGoods({ sale, goods }: { sale: Sale; goods: Goods }) {
  const text = useText('sales')
  const { language } = useCallContext()
  const { search } = new URL(paths.specialSaleDetail(goods.goodsId).slice(1), location.origin)
  const { cart, setUnits } = useCart(sale.saleId)
  const { goodsId, title, detail, description, medium, amount, currency, programId } = goods
  return (
    <div className={styles.columns}>
      <div className={styles.offer}>
        <article className={styles.main}>
          <DiscStage goods={goods} size="l" />
          <div>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.detail}>{detail || text.media[medium]}</p>
            <p className={styles.price}>{formatMoney(amount, language, currency)}</p>
            <StockLine goods={goods} />
            <div className={styles.actions}>
              <Action goods={goods} units={cart[goodsId] ?? 0} onUnits={(units) => setUnits(goodsId, units)} />
              <Button look="text" href={paths.detail(programId, { pathname: PATHS.specialSaleDetail, search })}>
                {text.aboutTitle}
              </Button>
            </div>
            <p className={styles.limit}>
              {text.ways}
              <br />
              {text.limit(formatNumber(UNITS_MAX, language))}
            </p>
            {description ? <p className={styles.description}>{description}</p> : null}
          </div>
        </article>
        <OrderJump lines={linesOf(cart, sale.goods)} />
      </div>
      <OrderPanel sale={sale} cart={cart} onUnits={setUnits} />
    </div>
  )
}

type ActionProps = { goods: Goods; units: number; onUnits: (quantity: number) => void }

function Action({ goods, units, onUnits }: ActionProps) {
  const text = useText('sales')
  const notice = useNotice(goods)
  if (units > 0) {
    return (
      <Button icon={<CloseIcon size={18} />} onClick={() => onUnits(0)}>
        {text.removeFromOrder}
      </Button>
    )
  }
  if (goods.stock === 'available') {
    return (
      <Button icon={<PlusIcon size={18} />} onClick={() => onUnits(1)}>
        {text.addToOrder}
      </Button>
    )
  }
  if (goods.stock === 'held') return null
  return (
    <Button
      icon={notice.isOn ? <CheckIcon size={18} /> : <BellIcon size={18} />}
      aria-pressed={notice.isOn}
      onClick={notice.toggle}
    >
      {notice.isOn ? text.notifiedShort : text.notifyShort}
    </Button>
  )
}
