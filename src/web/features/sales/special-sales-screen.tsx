import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import { saleList } from '#contract/sales.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { Bone } from '#web/ui/bone.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GiftIcon } from '#web/ui/feature-icons.tsx'
import { GoodsCard } from './goods-card.tsx'
import { linesOf, type Sale, type Goods } from './order.rules.ts'
import { OrderJump } from './order-jump.tsx'
import { OrderPanel } from './order-panel.tsx'
import { SaleBanner } from './sale-banner.tsx'
import { readShown, shownGoods, classifiesOf, SORTS } from './shown-goods.rules.ts'
import { useCart } from './use-order.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './special-sales-screen.module.css'
import { InlineSelect } from '#web/ui/form/inline-select.tsx'

/** `/special-sales`: the sales that run, their goods, and the order that is being made (DESIGN, picture 22). `saleId`: which of them. */
export function SpecialSalesScreen() {
  const text = useText('sales')
  const [query] = useSearchParams()
  const sales = useCall(saleList, {})
  const list = sales.data?.list ?? []
  const sale = list.find(({ saleId }) => saleId === query.get('saleId')) ?? list[0]
  return (
    <Screen className={styles.screen} top="s">
      <h1 className="visually-hidden">{text.title}</h1>
      {sale ? (
        <RunningSale key={sale.saleId} sale={sale} others={list.filter((one) => one !== sale)} />
      ) : (
        <NoSale sales={sales} />
      )}
    </Screen>
  )
}

/** While there is nothing to show. */
function NoSale({ sales }: { sales: ReturnType<typeof useCall<typeof saleList>> }) {
  const text = useText('sales')
  const { site } = useShellText()
  if (sales.isPending) return <AwaitedSale label={site.loading} />
  return (
    <div className={styles.awaited}>
      {sales.isLoadingError ? (
        <ErrorPanel
          title={text.failed}
          text={sales.error.message}
          action={{ label: site.retry, onClick: () => void sales.refetch() }}
        />
      ) : (
        <ErrorPanel tone="plain" icon={<GiftIcon size={26} />} title={text.none} text={text.noneText} />
      )}
    </div>
  )
}

const GOODS_AWAITED = 8

function AwaitedSale({ label }: { label: string }) {
  return (
    <div className={styles.columns} data-skeleton="">
      <div className={styles.main}>
        <p className="visually-hidden">{label}</p>
        <Bone height="15rem" />
        <ul className={styles.grid} aria-hidden="true">
          {Array.from({ length: GOODS_AWAITED }, (_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- goods are their place
            <li key={at}>
              <Bone height="18rem" />
            </li>
          ))}
        </ul>
      </div>
      <Bone height="20rem" />
    </div>
  )
}

function RunningSale({ sale, others }: { sale: Sale; others: readonly Sale[] }) {
  const text = useText('sales')
  const [query, setQuery] = useSearchParams()
  const { cart, setUnits } = useCart(sale.saleId)
  const shown = shownGoods(sale.goods, readShown(query, sale.goods))
  const lines = linesOf(cart, sale.goods)
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <SaleBanner sale={sale} />
        {others.length > 0 ? (
          <nav className={styles.others} aria-label={text.title}>
            {others.map(({ saleId, title }) => (
              <button key={saleId} type="button" className={styles.other} onClick={() => setQuery({ saleId })}>
                {title}
              </button>
            ))}
          </nav>
        ) : null}
        <GoodsFilters goods={sale.goods} />
        {shown.length > 0 ? (
          <ul className={styles.grid} aria-label={text.goods}>
            {shown.map((goods) => (
              <GoodsCard
                key={goods.goodsId}
                goods={goods}
                units={cart[goods.goodsId] ?? 0}
                onUnits={(quantity) => setUnits(goods.goodsId, quantity)}
              />
            ))}
          </ul>
        ) : (
          <ErrorPanel
            tone="plain"
            compact
            title={text.empty}
            action={{ label: text.emptyAction, onClick: () => setQuery({}, { replace: true }) }}
          />
        )}
        <OrderJump lines={lines} />
      </div>
      <OrderPanel sale={sale} cart={cart} onUnits={setUnits} />
    </div>
  )
}

/** Which goods are shown, and in which order: in the address. */
function GoodsFilters({ goods }: { goods: readonly Goods[] }) {
  const { filters: text, sort: sorting } = useText('sales')
  const { language } = useCallContext()
  const [query, setQuery] = useSearchParams()
  const { classify, isInStock, sort } = readShown(query, goods)

  function show(name: string, value: string | undefined): void {
    const next = new URLSearchParams(query)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }

  return (
    <div className={styles.line}>
      <fieldset className={styles.chips} aria-label={text.label}>
        <Chip isOn={classify === undefined} onClick={() => show('classify', undefined)}>
          {text.all} <span className={styles.count}>{formatNumber(goods.length, language)}</span>
        </Chip>
        {classifiesOf(goods).map((kind) => (
          <Chip key={kind} isOn={kind === classify} onClick={() => show('classify', kind)}>
            {text.classify[kind]}
          </Chip>
        ))}
        <Chip isOn={isInStock} onClick={() => show('stock', isInStock ? undefined : 'in')}>
          {text.inStock}
        </Chip>
      </fieldset>
      <InlineSelect
        label={sorting.label}
        value={sort}
        choices={SORTS.map((one) => ({ value: one, label: sorting.choices[one] }))}
        onChange={(value) => show('sort', value === 'editor' ? undefined : value)}
      />
    </div>
  )
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}
